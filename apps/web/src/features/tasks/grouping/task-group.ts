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
  /** Set if the groups are statuses. */
  status?: StatusLook;
  /** The project of the column if it can have a WIP limit: open work in one status. */
  projectId?: string;
  /**
   * Field changes of a task that enters this group (null: a new task), `from` being the sibling group it leaves. Null
   * if the group accepts no tasks.
   */
  enter: ((task: SyncRows['task'] | null, from: string | null) => Partial<TaskFields>) | null;
}

/** The only group of a view without a second grouping. */
export const UNDIVIDED: readonly TaskGroup[] = [{ key: '', name: '', icon: null, enter: () => ({}) }];
