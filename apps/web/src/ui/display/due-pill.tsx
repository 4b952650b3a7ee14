import { Trans } from '@lingui/react/macro';
import { IconCalendar } from '@tabler/icons-react';
import { useFormats } from '#ui/format/formats.ts';
import { useDueWhen, useToday } from '#ui/format/use-today.ts';
import styles from './glyphs.module.css';

/**
 * A due date, with its time of day if it has one. Muted, amber today, red when overdue. The text conveys the state as well as the color.
 */
export function DuePill({ dueDate, isClosed = false }: { dueDate: string; isClosed?: boolean }) {
  const formats = useFormats();
  const today = useToday();
  const when = useDueWhen(dueDate, isClosed);
  const day = <time dateTime={dueDate}>{formats.nearWhen(dueDate, today)}</time>;
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
