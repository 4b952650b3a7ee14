import { dayOf } from '@hearth/contracts/core/moment-values';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useFormats, useReaderZone } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import { addDays } from './week.ts';
import { TaskLines } from './task-lines.tsx';
import styles from './home.module.css';

const SHOWN = 8;

/** This user's upcoming tasks and tasks without a date. */
export function MyDays({ upcoming, undated }: { upcoming: readonly string[]; undated: readonly string[] }) {
  const { t } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  const today = useToday();
  const zone = useReaderZone();
  const [week, later] = useMemo(() => {
    const end = addDays(today, 7);
    const isSoon = (id: string): boolean => {
      const task = store.row('task', id);
      const when = task?.dueDate ?? task?.startDate ?? null;
      return when !== null && dayOf(when, zone) <= end;
    };
    const soon = upcoming.filter(isSoon);
    return [soon, [...upcoming.filter((id) => !isSoon(id)), ...undated]];
  }, [upcoming, undated, today, zone, store]);
  const all = week.length + later.length;
  const soon = week.slice(0, SHOWN);
  const rest = later.slice(0, SHOWN - soon.length);
  return (
    <section className={styles.section} aria-labelledby="my-work">
      <h2 id="my-work" className={styles.heading}>
        <Trans>My work</Trans> {all > 0 && <span className={styles.count}>{formats.number(all)}</span>}
      </h2>
      {all === 0 && (
        <p className={styles.quiet}>
          <Trans>Nothing else is assigned to you.</Trans>
        </p>
      )}
      <TaskLines name={t`Next 7 days`} ids={soon} />
      <TaskLines name={t`Later`} ids={rest} />
      {all > soon.length + rest.length && (
        <Link to="/dashboard/tasks/mine" search={{}} className={styles.more}>
          <Plural value={all} one="See all #" other="See all #" />
        </Link>
      )}
    </section>
  );
}
