import { useRef } from 'react';
import { DateField, isInCalendar } from '#ui/dates/date-field.tsx';
import { WhenField } from '#ui/dates/when-field.tsx';
import styles from './table.module.css';

/** Returns the direction of cell navigation: 1 for Tab, -1 for Shift+Tab, and 0 for other keys. */
export function readStep(event: React.KeyboardEvent): -1 | 0 | 1 {
  if (event.key !== 'Tab') return 0;
  return event.shiftKey ? -1 : 1;
}

/** Defined outside the component: a new ref callback on each render would take focus from the controls next to the input. */
function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus();
}

interface DayEditorProps {
  label: string;
  value: string | null;
  isClosed: boolean;
  /** Whether a time of day can be added. */
  hasTime?: boolean;
  onChange: (day: string | null) => void;
  onEnd: (step: -1 | 0 | 1) => void;
}

/** Edits a day in a cell. Each change is saved immediately. Escape restores the former value. Enter, Escape and blur end editing. */
export function DayEditor({ label, value, isClosed, hasTime = false, onChange, onEnd }: DayEditorProps) {
  const before = useRef(value);
  const field = { label, inputRef: focusAtOnce, value, isClosed, onChange };
  return (
    <span
      className={styles.dayEditor}
      onKeyDown={(event) => {
        // Tab moves on to the buttons of the field.
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // Let Enter press a button.
        if (event.key === 'Enter' && event.target instanceof HTMLButtonElement) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape' && value !== before.current) onChange(before.current);
        onEnd(0);
      }}
      onBlur={(event) => {
        const { currentTarget, relatedTarget } = event;
        if (!currentTarget.contains(relatedTarget) && !isInCalendar(relatedTarget)) onEnd(0);
      }}
    >
      {hasTime ? <WhenField {...field} onEnter={() => onEnd(0)} /> : <DateField {...field} />}
    </span>
  );
}
