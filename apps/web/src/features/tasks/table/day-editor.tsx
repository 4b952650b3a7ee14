import { useRef } from 'react';
import { DateField } from '#ui/inputs/date-field.tsx';
import { WhenField } from '#ui/inputs/when-field.tsx';
import styles from './table.module.css';

/** Where to go from a cell: Tab goes on, and with Shift back. */
export function readStep(event: React.KeyboardEvent): -1 | 0 | 1 {
  if (event.key !== 'Tab') return 0;
  return event.shiftKey ? -1 : 1;
}

/** The same one each time, or it would take the focus back from what stands beside it. */
function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus();
}

interface DayEditorProps {
  label: string;
  value: string | null;
  isClosed: boolean;
  /** A time of day can be added. */
  hasTime?: boolean;
  onChange: (day: string | null) => void;
  onEnd: (step: -1 | 0 | 1) => void;
}

/** A day in a cell: committed on blur, given up with Escape. */
export function DayEditor({ label, value, isClosed, hasTime = false, onChange, onEnd }: DayEditorProps) {
  const before = useRef(value);
  const field = { label, inputRef: focusAtOnce, value, isClosed, onChange };
  return (
    <span
      className={styles.dayEditor}
      onKeyDown={(event) => {
        // Tab goes through day, month and year first, as in every such field.
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // A button is pressed by it.
        if (event.key === 'Enter' && event.target instanceof HTMLButtonElement) return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape' && value !== before.current) onChange(before.current);
        onEnd(0);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onEnd(0);
      }}
    >
      {hasTime ? <WhenField {...field} onEnter={() => onEnd(0)} /> : <DateField {...field} />}
    </span>
  );
}
