import { Trans } from '@lingui/react/macro';
import { IconCalendar } from '@tabler/icons-react';
import { judgeDue } from './due-date.ts';
import { useFormats } from './formats.ts';
import { useToday } from './use-today.ts';
import styles from './glyphs.module.css';

/** A due date: muted, amber today, red when late. The word carries the meaning too. */
export function DuePill({ dueDate, isClosed = false }: { dueDate: string; isClosed?: boolean }) {
  const formats = useFormats();
  const today = useToday();
  const when = judgeDue(dueDate, today, isClosed);
  const day = <time dateTime={dueDate}>{formats.nearDay(dueDate, today)}</time>;
  return (
    <span className={styles.due} data-when={when}>
      <IconCalendar size={13} stroke={1.7} aria-hidden="true" />
      {when === 'overdue' ? (
        <Trans>
          <span className="hidden-text">Overdue: </span>
          {day}
        </Trans>
      ) : (
        <Trans>
          <span className="hidden-text">Due: </span>
          {day}
        </Trans>
      )}
    </span>
  );
}
