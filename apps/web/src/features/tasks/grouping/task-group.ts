import type { SyncRows } from '@hearth/contracts/sync';
import type { ReactNode } from 'react';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import type { StatusLook } from '#features/tasks/model/task-words.ts';

/** Tasks that stand together: a column or a row of a board, a heading of a list. */
export interface TaskGroup {
  /** One of a kind among the groups beside it. */
  key: string;
  name: string;
  icon: ReactNode;
  /** Where the groups are statuses. */
  status?: StatusLook;
  /** The project whose column it is, where that can have a limit: of open work in one status. */
  projectId?: string;
  /**
   * What changes in a task that is put here (null: one that is made here), `from` being the group beside this one that it
   * leaves. Null where nothing can be put.
   */
  enter: ((task: SyncRows['task'] | null, from: string | null) => Partial<TaskFields>) | null;
}

/** For what is not divided a second time. */
export const UNDIVIDED: readonly TaskGroup[] = [{ key: '', name: '', icon: null, enter: () => ({}) }];
