import { Suspense } from 'react';
import { checklistByTask, relationsByTask, subTasksByParent } from '#features/tasks/model/tasks.data.ts';
import { useGroup, useTeamStore } from '#platform/sync/index.ts';
import { lazyComponent } from '#ui/lazy/load-chunk.ts';

const BlockedMark = lazyComponent(
  async () => (await import('#features/tasks/relations/blocked-mark.tsx')).BlockedMark,
);
const ChecklistMark = lazyComponent(
  async () => (await import('#features/tasks/checklists/checklist-mark.tsx')).ChecklistMark,
);
const LazyTypeMark = lazyComponent(
  async () => (await import('#features/tasks/task-types/type-mark.tsx')).TypeMark,
);
const SubTaskMark = lazyComponent(
  async () => (await import('#features/tasks/sub-tasks/sub-task-mark.tsx')).SubTaskMark,
);

interface TaskParts {
  hasRelations: boolean;
  hasItems: boolean;
  hasSubTasks: boolean;
}

/** Whether the task has relations, checklist items and sub-tasks. */
export function useTaskParts(taskId: string): TaskParts {
  const store = useTeamStore();
  return {
    hasSubTasks: useGroup(subTasksByParent(store), taskId).length > 0,
    hasItems: useGroup(checklistByTask(store), taskId).length > 0,
    hasRelations: useGroup(relationsByTask(store), taskId).length > 0,
  };
}

/** Marks on a card or row that show which parts the task has. */
export function PartMarks({ taskId, parts }: { taskId: string; parts: TaskParts }) {
  return (
    <>
      {parts.hasRelations && (
        <Suspense fallback={null}>
          <BlockedMark taskId={taskId} />
        </Suspense>
      )}
      {parts.hasItems && (
        <Suspense fallback={null}>
          <ChecklistMark taskId={taskId} />
        </Suspense>
      )}
      {parts.hasSubTasks && (
        <Suspense fallback={null}>
          <SubTaskMark taskId={taskId} />
        </Suspense>
      )}
    </>
  );
}

export function TypeMark({ typeId }: { typeId: string }) {
  return (
    <Suspense fallback={null}>
      <LazyTypeMark typeId={typeId} />
    </Suspense>
  );
}
