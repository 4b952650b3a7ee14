import { Picker } from '#ui/overlays/picker.tsx';
import styles from './invites.module.css';

interface ChoiceFieldProps<T extends string> {
  label: string;
  hint?: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** A labelled select in a form. */
export function ChoiceField<T extends string>({
  label,
  hint,
  options,
  value,
  onChange,
}: ChoiceFieldProps<T>) {
  const chosen = options.find((option) => option.value === value);
  return (
    <div className={styles.choice}>
      <span className={styles.choiceName}>
        {label}
        {hint !== undefined && <span className={styles.faint}>{hint}</span>}
      </span>
      <Picker
        label={label}
        isFramed
        options={options.map((option) => ({ ...option }))}
        selected={[value]}
        onPick={(picked) => onChange(picked as T)}
      >
        {chosen?.label}
      </Picker>
    </div>
  );
}
