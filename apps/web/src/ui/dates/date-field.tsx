import { useMediaQuery, useMergedRef } from '@mantine/hooks';
import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { useId, useState, type Ref } from 'react';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { useDueWhen } from '#ui/format/use-today.ts';
import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';
import type { DayCalendarProps } from './day-calendar.tsx';
import { useDayInput } from './use-day-input.ts';
import styles from './date-field.module.css';

/** The calendar and its library are prefetched on intent. */
const DayCalendar = lazyOnIntent<DayCalendarProps>(
  async () => (await import('./day-calendar.tsx')).DayCalendar,
);

const MAX_TYPED = 40;

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

/** Whether the element is in the calendar of a date field, which is outside the field's own element. */
export function isInCalendar(element: EventTarget | null): boolean {
  return element instanceof Element && element.closest('[data-day-calendar]') !== null;
}

/** A day, typed in words or picked from a calendar. */
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
  const calendarId = useId();
  const when = useDueWhen(dueAt ?? value, isClosed);
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [isEntered, setIsEntered] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const field = useDayInput({ value, onChange, isNeeded, min, onEnterCalendar: () => setIsEntered(true) });
  if (field.isOpen && !wasOpened) setWasOpened(true);
  if (!field.isOpen && isEntered) setIsEntered(false);
  const placeholder = emptyText ?? t({ message: 'None', context: 'date' });
  const handleBlur = ({ relatedTarget }: React.FocusEvent) => {
    if (relatedTarget !== input && !isInCalendar(relatedTarget)) field.leave();
  };
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  return (
    <span className={styles.box}>
      <span className={styles.day} data-framed={isFramed || undefined} data-when={when}>
        <input
          ref={useMergedRef(inputRef, setInput)}
          type="text"
          className={styles.field}
          // Touch devices show the calendar without their keyboard.
          inputMode={isTouch ? 'none' : undefined}
          autoComplete="off"
          maxLength={MAX_TYPED}
          size={1}
          role="combobox"
          aria-haspopup="dialog"
          aria-controls={calendarId}
          aria-label={label}
          placeholder={placeholder}
          disabled={isDisabled}
          onBlur={handleBlur}
          {...field.inputProps}
        />
        {/* As wide as the text, which an input is not. */}
        <span className={styles.words} aria-hidden="true">
          {field.inputProps.value === '' ? placeholder : field.inputProps.value}
        </span>
      </span>
      {value !== null && !isDisabled && !isNeeded && (
        <IconButton label={t`Clear: ${label}`} size={24} onClick={() => onChange(null)}>
          <IconX size={14} stroke={1.7} />
        </IconButton>
      )}
      {wasOpened && (
        <DayCalendar
          id={calendarId}
          label={label}
          isOpen={field.isOpen}
          target={input}
          day={field.day}
          isTyping={field.isTyping}
          min={min}
          isEntered={isEntered}
          onPick={(day) => {
            input?.focus();
            field.pick(day);
          }}
          onClose={() => {
            input?.focus();
            field.close();
          }}
          onBlur={handleBlur}
        />
      )}
    </span>
  );
}
