import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { readTime } from '@hearth/contracts/quick-parser/read-time';
import styles from './date-field.module.css';

interface ClockFieldProps {
  label: string;
  /** For example `17:30`. Null if not set yet. */
  value: string | null;
  isDisabled: boolean;
  startsFocused: boolean;
  /** Called with null when the field is cleared. */
  onChange: (value: string | null) => void;
  /** Called when the value is confirmed with Enter. */
  onEnter?: (() => void) | undefined;
  /** Called when the user leaves the field, whether or not the value has changed. */
  onEnd: () => void;
}

/** A field for a time of day in common notations: '17:30', '5:30 pm', '5pm'. */
export function ClockField({
  label,
  value,
  isDisabled,
  startsFocused,
  onChange,
  onEnter,
  onEnd,
}: ClockFieldProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const faultId = useId();
  const write = (time: string) =>
    formats.moment(`1970-01-01T${time}:00Z`, { timeZone: 'UTC', timeStyle: 'short' });
  const written = value === null ? '' : write(value);
  const [typed, setTyped] = useState<string | null>(null);
  // Escape blurs the field and discards the input.
  const isCancelled = useRef(false);
  const text = typed ?? written;
  const read = readTime(text);
  const isWrong = typed !== null && typed.trim() !== '' && read === null;

  function keep(): void {
    if (typed === null || isCancelled.current) return;
    if (read !== null && read !== value) onChange(read);
    else if (typed.trim() === '' && value !== null) onChange(null);
  }

  return (
    <span className={styles.clock} data-wrong={isWrong || undefined}>
      <input
        type="text"
        className={styles.time}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? faultId : undefined}
        autoComplete="off"
        autoFocus={startsFocused}
        placeholder={write('17:30')}
        value={text}
        disabled={isDisabled}
        size={8}
        onFocus={(event) => {
          isCancelled.current = false;
          event.currentTarget.select();
        }}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Keep the key press from reaching the surrounding form, panel or cell.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter') {
            if (isWrong) return;
            keep();
            setTyped(null);
            onEnter?.();
            return;
          }
          isCancelled.current = true;
          event.currentTarget.blur();
        }}
        onBlur={() => {
          keep();
          setTyped(null);
          onEnd();
        }}
      />
      {value !== null && !isDisabled && (
        <IconButton
          className={styles.removeTime}
          label={t`Remove time`}
          size={24}
          onClick={() => onChange(null)}
        >
          <IconX size={14} stroke={1.7} />
        </IconButton>
      )}
      {isWrong && (
        <span id={faultId} role="alert" className={styles.fault}>
          {t`Enter a time like 17:30 or 5:30 pm.`}
        </span>
      )}
    </span>
  );
}
