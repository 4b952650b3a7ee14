import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import type { Ref } from 'react';
import { judgeDue } from './due-date.ts';
import { IconButton } from './icon-button.tsx';
import { useToday } from './use-today.ts';
import styles from './date-field.module.css';

interface DateFieldProps {
  label: string;
  /** `2026-11-20`, or null for none. */
  value: string | null;
  onChange: (value: string | null) => void;
  isClosed?: boolean;
  isDisabled?: boolean;
  /** The first day that can be chosen. */
  min?: string;
  inputRef?: Ref<HTMLInputElement>;
}

/** A day, typed or picked with the browser's own calendar. */
export function DateField({
  label,
  value,
  onChange,
  isClosed = false,
  isDisabled = false,
  min,
  inputRef,
}: DateFieldProps) {
  const { t } = useLingui();
  const today = useToday();
  return (
    <span className={styles.box}>
      <input
        ref={inputRef}
        type="date"
        className={styles.field}
        aria-label={label}
        value={value ?? ''}
        data-empty={value === null || undefined}
        data-when={value === null ? undefined : judgeDue(value, today, isClosed)}
        disabled={isDisabled}
        min={min}
        max="9999-12-31"
        onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      />
      {value !== null && !isDisabled && (
        <IconButton label={t`Clear: ${label}`} size={24} onClick={() => onChange(null)}>
          <IconX size={14} stroke={1.7} />
        </IconButton>
      )}
    </span>
  );
}
