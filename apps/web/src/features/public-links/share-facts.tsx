import { isMoment } from '@hearth/contracts/core/moment-values';
import type { SharedTask } from '@hearth/contracts/public-links/public-links';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCalendar, IconSubtask, IconUser } from '@tabler/icons-react';
import { formatCalendarDay, formatList, formatMoment } from '#ui/format/formats.ts';
import { PriorityGlyph } from '#ui/display/priority-glyph.tsx';
import { PRIORITY_LABELS } from './share-labels.ts';
import styles from './share.module.css';

/** The fields of a task other than its title. */
export function TaskFacts({ task }: { task: SharedTask }) {
  const { t } = useLingui();
  const { type, priority, labels, dueDate, subTasks, assignees } = task;
  return (
    <ul className={styles.facts}>
      {type !== null && (
        <li>
          <span className={styles.dot} data-color={type.color} />
          {type.name}
        </li>
      )}
      {priority !== 'none' && (
        <li>
          <PriorityGlyph priority={priority} />
          {t(PRIORITY_LABELS[priority])}
        </li>
      )}
      {dueDate !== null && (
        <li>
          <IconCalendar size={14} stroke={1.7} aria-hidden="true" />
          <span>
            <Trans>
              Due <time dateTime={dueDate}>{formatDate(dueDate)}</time>
            </Trans>
          </span>
        </li>
      )}
      {subTasks.all > 0 && (
        <li>
          <IconSubtask size={14} stroke={1.7} aria-hidden="true" />
          <Trans>
            {subTasks.done} of {subTasks.all} sub-tasks
          </Trans>
        </li>
      )}
      {assignees !== null && assignees.length > 0 && (
        <li>
          <IconUser size={14} stroke={1.7} aria-hidden="true" />
          {formatList(assignees)}
        </li>
      )}
      {labels.map(({ name, color }) => (
        <li key={name} className={styles.label}>
          <span className={styles.dot} data-color={color} />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The visitor's time zone is unknown, so times are shown in UTC, with the name of the time zone. */
function formatDate(when: string): string {
  if (!isMoment(when)) return formatCalendarDay(when);
  return formatMoment(when, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
}
