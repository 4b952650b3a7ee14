import { dayOf, instantIn } from '@hearth/contracts/core/moment-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { useStatuses } from '#features/tasks/index.ts';
import { useGroup, useView, type ViewSpec } from '#platform/sync/index.ts';
import { readFirstWeekday, useFormats, useReaderZone } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import { addDays, startOfWeek } from './week.ts';
import styles from './home.module.css';

/** A task is stuck after this many days without activity. */
const STUCK_DAYS = 3;

/** Team status: finished this week, in progress and stuck. Each number links to its tasks. */
export function TeamPulse() {
  const today = useToday();
  const zone = useReaderZone();
  const statuses = useStatuses();
  const monday = startOfWeek(today, readFirstWeekday());
  const spec = useMemo((): ViewSpec<'task'> => {
    const of = (category: string) =>
      new Set(statuses.filter((status) => status.category === category).map(({ id }) => id));
    const [done, started] = [of('completed'), of('started')];
    const stuckBefore = instantIn(addDays(today, -STUCK_DAYS), '00:00', zone);
    const isThisWeek = ({ closedAt, statusId }: SyncRows['task']): boolean =>
      closedAt !== null && done.has(statusId) && dayOf(closedAt, zone) >= monday;
    return {
      entity: 'task',
      filter: (task) =>
        task.triage === null && (task.closedAt === null ? started.has(task.statusId) : isThisWeek(task)),
      group: ({ closedAt, updatedAt }) =>
        closedAt !== null ? 'done' : updatedAt < stuckBefore ? ['started', 'stuck'] : 'started',
      compare: () => 0,
    };
  }, [statuses, today, monday, zone]);
  const view = useView(spec);
  const done = useGroup(view, 'done').length;
  const started = useGroup(view, 'started').length;
  const stuck = useGroup(view, 'stuck').length;
  return (
    <section className={styles.section} aria-labelledby="pulse">
      <h2 id="pulse" className={styles.heading}>
        <Trans>Team</Trans>
      </h2>
      <ul className={styles.pulse}>
        <Figure value={done} filter={`category:completed;closed:${monday}..`}>
          <Trans>Finished this week</Trans>
        </Figure>
        <Figure value={started} filter="category:started">
          <Trans>In progress</Trans>
        </Figure>
        <Figure
          value={stuck}
          filter={`category:started;updated:..${addDays(today, -STUCK_DAYS - 1)}`}
          isLate={stuck > 0}
        >
          <Trans>Stuck for 3 days</Trans>
        </Figure>
      </ul>
    </section>
  );
}

function Figure({
  value,
  filter,
  isLate = false,
  children,
}: {
  value: number;
  /** The filter in the URL of the all-tasks screen. */
  filter: string;
  isLate?: boolean;
  children: ReactNode;
}) {
  const formats = useFormats();
  return (
    <li>
      <Link
        to="/dashboard/tasks"
        search={{ filter }}
        className={styles.figure}
        data-late={isLate || undefined}
      >
        <span className={styles.value}>{formats.number(value)}</span> <span>{children}</span>
      </Link>
    </li>
  );
}
