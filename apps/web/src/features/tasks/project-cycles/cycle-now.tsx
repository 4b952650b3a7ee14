import { countDays } from '@hearth/contracts/core/days';
import type { CycleCount } from '@hearth/contracts/cycles/cycle-values';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useFormats } from '#ui/format/formats.ts';
import { useToday } from '#ui/format/use-today.ts';
import { CycleBar, CycleName, CycleTasks, Figure, useCycleCountFormatter } from './cycle-parts.tsx';
import type { Cycle } from '#features/tasks/cycles/cycles.data.ts';
import { nameCycleDays } from '#features/tasks/cycles/cycle-names.ts';
import type { CycleLinks } from './project-cycles.tsx';
import { useCycleWork } from './use-cycle-work.ts';
import styles from './cycles.module.css';

interface CycleNowProps {
  cycle: Cycle;
  capacity: CycleCount | null;
  canEdit: boolean;
  links: CycleLinks;
}

/** The current cycle with its days, progress and tasks. */
export function CycleNow({ cycle, capacity, canEdit, links }: CycleNowProps) {
  const { t } = useLingui();
  useFormats();
  const today = useToday();
  const work = useCycleWork(cycle.id);
  const formatCount = useCycleCountFormatter();
  const left = Math.max(0, countDays(today, cycle.endsOn));
  return (
    <section className={styles.section} aria-label={t`Current cycle`}>
      <div className={styles.head}>
        <CycleName cycle={cycle} canEdit={canEdit} />
        <span className={styles.days}>
          {nameCycleDays(cycle)}
          {' · '}
          {left === 0 ? t`Ends today` : t`${plural(left, { one: '# day left', other: '# days left' })}`}
        </span>
        <Link
          to="/dashboard/projects/$projectId"
          params={{ projectId: cycle.projectId }}
          search={{ filter: `cycle:${cycle.id}` }}
          className={styles.more}
        >
          <Trans>Board</Trans>
        </Link>
      </div>
      <CycleBar done={work.done.tasks} total={work.scope.tasks} />
      <dl className={styles.figures}>
        <Figure name={t`Scope`}>{formatCount(work.scope)}</Figure>
        {cycle.scope !== null && <Figure name={t`At the start`}>{formatCount(cycle.scope)}</Figure>}
        <Figure name={t`Started`}>{formatCount(work.started)}</Figure>
        <Figure name={t`Done`}>{formatCount(work.done)}</Figure>
        {capacity !== null && <Figure name={t`Capacity`}>{formatCount(capacity)}</Figure>}
      </dl>
      <CycleTasks work={work} links={links} />
    </section>
  );
}
