import { LIMITS } from '@hearth/contracts/core/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { announce } from '#platform/client-state/announce.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { AddRow } from '#features/tasks/work-settings/add-row.tsx';
import { createMilestone, milestonesByProject } from './milestones.data.ts';
import { MilestoneLine } from './milestone-line.tsx';
import styles from './milestones.module.css';

/** Lists the milestones of a project with their target dates and progress. */
export function MilestoneList({ projectId, canEdit }: { projectId: string; canEdit: boolean }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const milestones = useRows(milestonesByProject(store), projectId);
  return (
    <>
      {milestones.length === 0 && (
        <p className={styles.note}>
          <Trans>A milestone is a goal with a date: a beta, a launch, a move.</Trans>
        </p>
      )}
      <ol className={styles.list} aria-label={t`Milestones`}>
        {milestones.map((milestone, at) => (
          <MilestoneLine
            key={milestone.id}
            milestone={milestone}
            canEdit={canEdit}
            isFirst={at === 0}
            isLast={at === milestones.length - 1}
          />
        ))}
      </ol>
      {canEdit && milestones.length < LIMITS.milestonesPerProject && (
        <div className={styles.add}>
          <AddRow
            label={t`New milestone`}
            action={t`Add milestone`}
            maxLength={LIMITS.milestoneName}
            onAdd={(name) => {
              store.mutate(createMilestone(store, projectId, { name }));
              announce(t`Milestone added`);
            }}
          />
        </div>
      )}
    </>
  );
}
