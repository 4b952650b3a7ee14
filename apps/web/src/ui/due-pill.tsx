import { IconCalendar } from '@tabler/icons-react';
import { describeDay, judgeDue } from './due-date.ts';
import { useToday } from './use-today.ts';
import styles from './glyphs.module.css';

/** A due date: muted, amber today, red when late. The word carries the meaning too. */
export function DuePill({ dueDate, isClosed = false }: { dueDate: string; isClosed?: boolean }) {
  const today = useToday();
  const when = judgeDue(dueDate, today, isClosed);
  return (
    <span className={styles.due} data-when={when}>
      <IconCalendar size={13} stroke={1.7} aria-hidden="true" />
      <span className="hidden-text">{when === 'overdue' ? 'Overdue: ' : 'Due: '}</span>
      <time dateTime={dueDate}>{describeDay(dueDate, today)}</time>
    </span>
  );
}
