import { useLingui } from '@lingui/react/macro';
import { DateField } from './date-field.tsx';
import styles from './day-range.module.css';

interface DayRangeProps {
  label: string;
  /** For example `2026-11-20`. Null for an open start or end. */
  from: string | null;
  to: string | null;
  onChange: (part: { from: string | null } | { to: string | null }) => void;
  /** Whether both days are required. The clear buttons are then omitted. */
  isNeeded?: boolean;
}

/** A field for a range of days, both inclusive. */
export function DayRange({ label, from, to, onChange, isNeeded = false }: DayRangeProps) {
  const { t } = useLingui();
  return (
    <span className={styles.days} role="group" aria-label={label}>
      <DateField
        label={t`From`}
        isClosed
        isNeeded={isNeeded}
        value={from}
        emptyText={t`From`}
        onChange={(day) => onChange({ from: day })}
      />
      <span aria-hidden="true">–</span>
      <DateField
        label={t`To`}
        isClosed
        isNeeded={isNeeded}
        value={to}
        emptyText={t`To`}
        onChange={(day) => onChange({ to: day })}
      />
    </span>
  );
}
