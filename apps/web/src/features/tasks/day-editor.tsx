import { useRef } from 'react';
import { DateField } from '#ui/date-field.tsx';
import styles from './table.module.css';

/** Where to go from a cell: Tab goes on, and with Shift back. */
export function readStep(event: React.KeyboardEvent): -1 | 0 | 1 {
  if (event.key !== 'Tab') return 0;
  return event.shiftKey ? -1 : 1;
}

interface DayEditorProps {
  label: string;
  value: string | null;
  isClosed: boolean;
  onChange: (day: string | null) => void;
  onEnd: (step: -1 | 0 | 1) => void;
}

/** A day in a cell: kept as it is typed, given up with Escape. */
export function DayEditor({ label, value, isClosed, onChange, onEnd }: DayEditorProps) {
  const before = useRef(value);
  return (
    <span
      className={styles.dayEditor}
      onKeyDown={(event) => {
        // Tab goes through day, month and year first, as in every such field.
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === 'Escape' && value !== before.current) onChange(before.current);
        onEnd(0);
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onEnd(0);
      }}
    >
      <DateField
        label={label}
        inputRef={(input) => input?.focus()}
        value={value}
        isClosed={isClosed}
        onChange={onChange}
      />
    </span>
  );
}
