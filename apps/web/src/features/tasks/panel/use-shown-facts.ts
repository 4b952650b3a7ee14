import type { SyncRows } from '@hearth/contracts/sync';
import { useMay } from '#platform/permissions/rights.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { hasValue } from '#features/tasks/custom-fields/empty-values.ts';
import { useStaying } from '#features/tasks/model/use-staying.ts';
import { fieldsInOrder, type TeamField } from '#features/tasks/custom-fields/fields.data.ts';
import { withoutSeen } from '#features/tasks/reminders/reminders.data.ts';
import { useTaskTypes } from '#features/tasks/task-types/task-types.ts';
import { timersByTask } from '#features/tasks/time-tracking/time.data.ts';
import { FACTS, isShownByDefault, type Fact } from './folded-facts.ts';
import type { Folds } from './use-folds.ts';

interface ShownFacts {
  isShown: (fact: Fact) => boolean;
  /** Whether the team and the project use this property. */
  isAvailable: (fact: Fact) => boolean;
  /** Collapsed properties that can be filled. */
  addable: readonly Fact[];
  addableFields: readonly TeamField[];
}

/** Returns which properties of a task are shown in the panel and which can be added. */
export function useShownFacts(task: SyncRows['task'], canEdit: boolean, folds: Folds): ShownFacts {
  const store = useTeamStore();
  const may = useMay();
  const isNow = store.at === null;
  const hasReminders = withoutSeen(useRow('ownTask', task.id)?.reminders ?? []).length > 0;
  const hasTimers = useRows(timersByTask(store), task.id).length > 0;
  const project = useRow('project', task.projectId ?? '');
  const fields = useRows(fieldsInOrder(store));
  const has: Partial<Record<Fact, boolean>> = {
    type: useTaskTypes().length > 0,
    reminders: isNow,
    milestone: task.projectId !== null || task.milestoneId !== null,
    cycle: project?.cycles != null || task.cycleId !== null,
  };
  const canAdd: Partial<Record<Fact, boolean>> = {
    reminders: isNow,
    time: isNow && may('task.comment', task),
  };
  const isAvailable = (fact: Fact) => has[fact] !== false;
  const offered = FACTS.filter(isAvailable);
  const staying = useStaying(
    offered.filter((fact) => isShownByDefault(fact, task, { hasReminders, hasTimers })),
  );
  const isShown = (fact: Fact) => isAvailable(fact) && (staying.has(fact) || folds.isUnfolded(fact));
  return {
    isShown,
    isAvailable,
    addable: offered.filter((fact) => !isShown(fact) && (canAdd[fact] ?? canEdit)),
    addableFields: canEdit
      ? fields.filter(
          ({ id, type }) => type !== 'formula' && !hasValue(task.custom[id]) && !folds.isUnfolded(id),
        )
      : [],
  };
}
