import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconRotateClockwise } from '@tabler/icons-react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows, useRowsOf } from '#platform/sync/store/use-rows.ts';
import { ChooseDialog, type Choice } from '#ui/overlays/choose-dialog.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { updateTasks } from '#features/tasks/model/bulk.data.ts';
import type { ChooseProps } from '#features/tasks/model/choose-props.ts';
import { cyclesByProject, isCurrent } from './cycles.data.ts';
import { nameCycle, nameCycleDays } from './cycle-names.ts';

/** Option value for “none”. Option values must not be empty. */
const NONE = 'none';

/** Sets the cycle of tasks in one project. */
export function ChooseCycle({ ids, onChange, onClose }: ChooseProps) {
  const { t } = useLingui();
  useFormats();
  const store = useTeamStore();
  const tasks = useRowsOf('task', ids);
  const projectId = tasks[0]?.projectId ?? null;
  const cycles = useRows(cyclesByProject(store), projectId ?? '').filter(({ closedAt }) => closedAt === null);
  const title = t`${plural(ids.length, { one: 'Change the cycle', other: 'Change the cycle of # tasks' })}`;
  const isMixed = projectId === null || tasks.some((task) => task.projectId !== projectId);
  if (isMixed || cycles.length === 0) {
    return (
      <Dialog title={title} isOpen onClose={onClose}>
        <p>
          {isMixed ? (
            <Trans>Cycles belong to a project. Select tasks from the same project.</Trans>
          ) : (
            <Trans>Cycles are off in this project. Turn them on in its overview.</Trans>
          )}
        </p>
      </Dialog>
    );
  }
  const checkState = (cycleId: string | null): Choice['checked'] => {
    const count = tasks.filter((task) => task.cycleId === cycleId).length;
    return count === 0 ? undefined : count === tasks.length ? 'all' : 'some';
  };
  return (
    <ChooseDialog
      title={title}
      label={t`Cycle`}
      choices={[
        { value: NONE, label: t`No cycle`, checked: checkState(null) },
        ...cycles.map((cycle) => ({
          value: cycle.id,
          label: isCurrent(cycle)
            ? t`${nameCycle(cycle)}: current, ${nameCycleDays(cycle)}`
            : t`${nameCycle(cycle)}: ${nameCycleDays(cycle)}`,
          icon: <IconRotateClockwise size={16} stroke={1.6} aria-hidden="true" />,
          checked: checkState(cycle.id),
        })),
      ]}
      onPick={(value) => {
        const cycleId = value === NONE ? null : value;
        onChange(
          updateTasks(
            store,
            ids.map((id) => ({ id, fields: { cycleId } })),
          ),
        );
      }}
      onClose={onClose}
    />
  );
}
