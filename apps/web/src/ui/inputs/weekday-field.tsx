import { formatWeekday, listWeekdays, readFirstWeekday } from '#ui/format/formats.ts';
import styles from './weekday-field.module.css';

interface WeekdayFieldProps {
  label: string;
  /** 1 is Monday, 7 is Sunday. */
  chosen: readonly number[];
  isDisabled?: boolean;
  onChange: (weekdays: number[]) => void;
}

/** A toggle button for each day of the week. */
export function WeekdayField({ label, chosen, isDisabled = false, onChange }: WeekdayFieldProps) {
  return (
    <div className={styles.weekdays} role="group" aria-label={label}>
      {listWeekdays(readFirstWeekday()).map((weekday) => (
        <button
          key={weekday}
          type="button"
          className={styles.weekday}
          aria-pressed={chosen.includes(weekday)}
          title={formatWeekday(weekday)}
          disabled={isDisabled}
          onClick={() =>
            onChange(
              chosen.includes(weekday)
                ? chosen.filter((one) => one !== weekday)
                : [...chosen, weekday].toSorted((a, b) => a - b),
            )
          }
        >
          {formatWeekday(weekday, 'short')}
        </button>
      ))}
    </div>
  );
}
