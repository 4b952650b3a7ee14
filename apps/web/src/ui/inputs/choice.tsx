import { useId, type ReactNode } from 'react';
import styles from './choice.module.css';

interface SwitchProps {
  label: ReactNode;
  hint?: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  isDisabled?: boolean;
}

/** A switch for a list of settings. */
export function Switch({ label, hint, isChecked, onChange, isDisabled = false }: SwitchProps) {
  const id = useId();
  return (
    <label className={styles.switchLine}>
      <span className={styles.name}>{label}</span>
      {hint !== undefined && (
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={isChecked}
        disabled={isDisabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}

interface RadioListProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string; icon?: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
  /** Whether the checked option gets focus when a dialog opens. */
  autoFocus?: boolean;
}

export function RadioList<T extends string>({
  label,
  options,
  value,
  onChange,
  autoFocus = false,
}: RadioListProps<T>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={option.value}
            checked={option.value === value}
            data-autofocus={(autoFocus && option.value === value) || undefined}
            onChange={() => onChange(option.value)}
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
