import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { dayOf } from '@hearth/contracts/core/moment-values';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import { useFormats, useReaderZone } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import styles from './home.module.css';

interface FactsLineProps {
  overdue: number;
  /** Tasks due or starting today. */
  today: readonly string[];
  waits: number;
}

/** Summary of the day: the date, and the number of tasks due today, overdue or waiting. */
export function FactsLine({ overdue, today, waits }: FactsLineProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const day = useToday();
  const zone = useReaderZone();
  const due = useRowsOf('task', today).filter(
    ({ dueDate }) => dueDate !== null && dayOf(dueDate, zone) === day,
  ).length;
  const late = plural(overdue, { one: '# overdue', other: '# overdue' });
  const now = plural(due, { one: '# due today', other: '# due today' });
  const forOthers = plural(waits, { one: '# waits for you', other: '# wait for you' });
  return (
    <>
      <p className={styles.day}>
        {formats.calendarDay(day, { weekday: 'long', day: 'numeric', month: 'long' })}
      </p>
      <p className={styles.facts}>
        {formats.list([
          due > 0 ? now : t`Nothing due today`,
          ...(overdue > 0 ? [late] : []),
          ...(waits > 0 ? [forOthers] : []),
        ])}
      </p>
    </>
  );
}
