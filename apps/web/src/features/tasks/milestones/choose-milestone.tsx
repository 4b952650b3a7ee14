import { LIMITS } from '@hearth/contracts/core/limits';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFlag3 } from '@tabler/icons-react';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows, useRowsOf } from '#platform/sync/store/use-rows.ts';
import { ChooseDialog, type Choice } from '#ui/overlays/choose-dialog.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { updateTasks } from '#features/tasks/model/bulk.data.ts';
import type { ChooseProps } from '#features/tasks/model/choose-props.ts';
import { createMilestone, milestonesByProject } from './milestones.data.ts';

/** Option value for “none”. Option values must not be empty. */
const NONE = 'none';

/** Sets the milestone of tasks in one project. */
export function ChooseMilestone({ ids, onChange, onClose }: ChooseProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const tasks = useRowsOf('task', ids);
  const may = useMay();
  const projectId = tasks[0]?.projectId ?? null;
  const milestones = useRows(milestonesByProject(store), projectId ?? '');
  const title = t`${plural(ids.length, { one: 'Change the milestone', other: 'Change the milestone of # tasks' })}`;
  if (projectId === null || tasks.some((task) => task.projectId !== projectId)) {
    return (
      <Dialog title={title} isOpen onClose={onClose}>
        <p>
          <Trans>Milestones belong to a project. Select tasks from the same project.</Trans>
        </p>
      </Dialog>
    );
  }
  const checkState = (milestoneId: string | null): Choice['checked'] => {
    const count = tasks.filter((task) => task.milestoneId === milestoneId).length;
    return count === 0 ? undefined : count === tasks.length ? 'all' : 'some';
  };
  const put = (milestoneId: string | null) =>
    updateTasks(
      store,
      ids.map((id) => ({ id, fields: { milestoneId } })),
    );
  const canMake =
    may('project.update', { projectId, createdBy: null }) && milestones.length < LIMITS.milestonesPerProject;
  return (
    <ChooseDialog
      title={title}
      label={t`Milestone`}
      choices={[
        { value: NONE, label: t`No milestone`, checked: checkState(null) },
        ...milestones.map(({ id, name }) => ({
          value: id,
          label: name,
          icon: <IconFlag3 size={16} stroke={1.6} aria-hidden="true" />,
          checked: checkState(id),
        })),
      ]}
      making={
        canMake
          ? {
              maxLength: LIMITS.milestoneName,
              name: (name) => t`Create milestone “${name}”`,
              make(name) {
                const id = store.newId();
                onChange([createMilestone(store, projectId, { name }, id), ...put(id)]);
              },
            }
          : undefined
      }
      onPick={(value) => onChange(put(value === NONE ? null : value))}
      onClose={onClose}
    />
  );
}
