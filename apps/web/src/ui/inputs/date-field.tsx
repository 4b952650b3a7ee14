import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useDueWhen } from '#ui/format/use-today.ts';
import { useTypedDay } from './use-typed-day.ts';
import styles from './date-field.module.css';

interface DateFieldProps {
  label: string;
  /** `2026-11-20`, or null for none. */
  value: string | null;
  onChange: (value: string | null) => void;
  isClosed?: boolean;
  /** The deadline on that day as a timestamp. It determines whether the date is overdue. */
  dueAt?: string | null;
  isDisabled?: boolean;
  /** Whether a value is required. The clear button is then omitted. */
  isNeeded?: boolean;
  /** Whether the field has a border to match the other fields of a form. */
  isFramed?: boolean;
  /** Shown while the field is empty. */
  emptyText?: string | undefined;
  /** The earliest day that can be chosen. */
  min?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** A day, typed or picked with the browser's own calendar. Displayed as text while not being edited. */
export function DateField({
  label,
  value,
  onChange,
  isClosed = false,
  dueAt = null,
  isDisabled = false,
  isNeeded = false,
  isFramed = false,
  emptyText,
  min,
  inputRef,
}: DateFieldProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const when = useDueWhen(dueAt ?? value, isClosed);
  return (
    <span className={styles.box}>
      <span
        className={styles.day}
        data-empty={value === null || undefined}
        data-framed={isFramed || undefined}
        data-when={when}
      >
        <input
          ref={inputRef}
          type="date"
          className={styles.field}
          aria-label={label}
          disabled={isDisabled}
          min={min}
          max="9999-12-31"
          {...useTypedDay(value, onChange)}
        />
        {/* Displayed in the app's language. The browser would use its own language and show a pattern for an empty field. */}
        <span className={styles.words} aria-hidden="true">
          {value === null
            ? (emptyText ?? t({ message: 'None', context: 'date' }))
            : formats.calendarDay(value)}
        </span>
      </span>
      {value !== null && !isDisabled && !isNeeded && (
        <IconButton label={t`Clear: ${label}`} size={24} onClick={() => onChange(null)}>
          <IconX size={14} stroke={1.7} />
        </IconButton>
      )}
    </span>
  );
}
