import type { SyncRows } from '@hearth/contracts/sync';
import type { ReactNode } from 'react';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import type { StatusLook } from '#features/tasks/model/task-field-labels.ts';

/** A group of tasks: a column or lane of a board, a heading of a list. */
export interface TaskGroup {
  /** Unique among its sibling groups. */
  key: string;
  name: string;
  icon: ReactNode;
  /** The status, if tasks are grouped by status. */
  status?: StatusLook;
  /** The project of a column that can have a WIP limit. Only columns with the open tasks of one status can. */
  projectId?: string;
  /**
   * Returns the field changes of a task that enters this group, or null if the group accepts no tasks. `task` is null for a new task.
   * `from` is the sibling group that the task leaves.
   */
  enter: ((task: SyncRows['task'] | null, from: string | null) => Partial<TaskFields>) | null;
}

/** The only group of a view that has no second grouping. */
export const UNDIVIDED: readonly TaskGroup[] = [{ key: '', name: '', icon: null, enter: () => ({}) }];
