import { capacityOf } from '@hearth/contracts/cycles/cycle-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconRotateClockwise } from '@tabler/icons-react';
import { Button } from '#ui/buttons/button.tsx';
import { updateProject } from '#features/projects/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { CycleAhead } from './cycle-ahead.tsx';
import { CycleNow } from './cycle-now.tsx';
import { useCycleCountFormatter } from './cycle-parts.tsx';
import { CyclePast } from './cycle-past.tsx';
import { CycleSettings, makePlan } from './cycle-settings.tsx';
import { cyclesByProject, isCurrent } from '#features/tasks/cycles/cycles.data.ts';
import styles from './cycles.module.css';

export interface CycleLinks {
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}

interface ProjectCyclesProps {
  project: SyncRows['project'];
  canEdit: boolean;
  links: CycleLinks;
}

/** The current, planned and past cycles of a project. */
export function ProjectCycles({ project, canEdit, links }: ProjectCyclesProps) {
  const { t } = useLingui();
  const formatCount = useCycleCountFormatter();
  const store = useTeamStore();
  const cycles = useRows(cyclesByProject(store), project.id);
  const current = cycles.find(isCurrent);
  const ahead = cycles.filter(({ startedAt }) => startedAt === null);
  const past = cycles.filter(({ closedAt }) => closedAt !== null).toReversed();
  const capacity = capacityOf(past.toReversed().flatMap(({ figures }) => figures ?? []));
  if (cycles.length === 0) {
    if (project.cycles !== null) {
      return (
        <>
          <p className={styles.note} role="status">
            <Trans>Planning cycles. If you’re offline, they’ll appear when you’re back.</Trans>
          </p>
          <CycleSettings project={project} plan={project.cycles} canEdit={canEdit} />
        </>
      );
    }
    return (
      <EmptyState
        icon={<IconRotateClockwise size={24} stroke={1.6} />}
        title={t`No cycles yet`}
        action={
          canEdit && (
            <Button
              onClick={() => void store.mutate(updateProject(store, project.id, { cycles: makePlan(2) }))}
            >
              <Trans>Turn on cycles</Trans>
            </Button>
          )
        }
      >
        <Trans>
          Cycles are fixed periods of work, one after another. Unfinished tasks move to the next cycle
          automatically.
        </Trans>
      </EmptyState>
    );
  }
  return (
    <>
      {current === undefined ? (
        <p className={styles.note}>
          <Trans>No current cycle.</Trans>
        </p>
      ) : (
        <CycleNow key={current.id} cycle={current} capacity={capacity} canEdit={canEdit} links={links} />
      )}
      {capacity !== null && (
        <p className={styles.note}>
          <Trans>Capacity: {formatCount(capacity)} per cycle, based on up to three past cycles.</Trans>
        </p>
      )}
      {ahead.length > 0 && (
        <section className={styles.section} aria-labelledby="cycles-ahead">
          <h2 id="cycles-ahead" className={styles.heading}>
            <Trans>Upcoming</Trans>
          </h2>
          {ahead.map((cycle) => (
            <CycleAhead key={cycle.id} cycle={cycle} capacity={capacity} canEdit={canEdit} links={links} />
          ))}
        </section>
      )}
      {past.length > 0 && (
        <section className={styles.section} aria-labelledby="cycles-past">
          <h2 id="cycles-past" className={styles.heading}>
            <Trans>Past</Trans>
          </h2>
          {past.map((cycle) => (
            <CyclePast key={cycle.id} cycle={cycle} links={links} />
          ))}
        </section>
      )}
      <CycleSettings project={project} plan={project.cycles} canEdit={canEdit} />
    </>
  );
}
