import type { SyncRows } from '@hearth/contracts/sync';
import { HIDDEN_TASK } from '@hearth/contracts/model/task-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/buttons/button.tsx';
import { announce } from '#platform/client-state/announce.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import type { ChooseProps } from '#features/tasks/model/choose-props.ts';
import { HowMany } from '#features/tasks/task-picker/how-many.tsx';
import { findNestingProblem, setParents } from './sub-tasks.data.ts';
import { TaskPicker } from '#features/tasks/task-picker/task-picker.tsx';

type Task = SyncRows['task'];

/** Picks the parent of one or several tasks. */
export function ParentDialog({ ids, onChange, onClose }: ChooseProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  // The user cannot change a parent that is not visible to them.
  const tasks = ids
    .flatMap((id) => store.row('task', id) ?? [])
    .filter(({ parentId }) => parentId !== HIDDEN_TASK);
  const movedIds = tasks.map(({ id }) => id);
  const count = movedIds.length;

  function explain(other: Task): string | null {
    const problem = findNestingProblem(store, movedIds, other.id);
    if (problem === 'circle')
      return count > 1 ? t`Already a sub-task of one of these` : t`Already a sub-task`;
    if (problem === 'deep') return t`Too many levels`;
    if (problem === 'full') return t`Limit reached`;
    return may('task.update', other) ? null : t`You can’t edit it`;
  }

  function put(parent: Task | null): void {
    const commands = setParents(store, movedIds, parent?.id ?? null);
    if (commands.length > 0) onChange(commands);
    const name = parent?.title ?? '';
    announce(parent === null ? t`Parent removed` : t`Now a sub-task of ${name}`);
    onClose();
  }

  return (
    <TaskPicker
      title={t`Choose parent`}
      projectId={tasks[0]?.projectId ?? null}
      head={
        count > 1 && (
          <HowMany count={count}>
            {tasks.some(({ parentId }) => parentId !== null) && (
              <Button variant="default" size="small" onClick={() => put(null)}>
                <Trans>No parent</Trans>
              </Button>
            )}
          </HowMany>
        )
      }
      isLeftOut={({ id }) => movedIds.includes(id) || tasks.every(({ parentId }) => parentId === id)}
      explain={explain}
      onClose={onClose}
      onPick={put}
    />
  );
}
