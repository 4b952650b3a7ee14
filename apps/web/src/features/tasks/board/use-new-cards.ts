import { keysAtEnd, useTeamStore, type Lists } from '#platform/sync/index.ts';
import type { ReadChange } from '#features/tasks/card-moves/use-card-moves.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import { createQuickTasks } from '#features/tasks/quick-add/quick.data.ts';
import type { BoardActs } from './board-acts.ts';

interface NewCardsOptions {
  view: Lists;
  /** Whether tasks are ordered manually. Otherwise the view sorts them. */
  isManual: boolean;
  /** Default field values of tasks created on this board, in addition to those of the column. */
  preset: Partial<TaskFields>;
  readChange: ReadChange;
}

/** Returns functions that create tasks at the end of a cell. */
export function useNewCards({
  view,
  isManual,
  preset,
  readChange,
}: NewCardsOptions): Pick<BoardActs, 'add' | 'fieldsOf'> {
  const store = useTeamStore();
  return {
    add(slot, tasks) {
      const change = readChange(null, null, slot);
      if (change === null) return;
      const ids = view.ids(slot);
      const keys = isManual ? keysAtEnd(ids, tasks.length, (id) => store.row('task', id)) : undefined;
      store.mutate(createQuickTasks(store, tasks, { ...preset, ...change }, keys));
    },
    fieldsOf: (slot) => ({ ...preset, ...readChange(null, null, slot) }),
  };
}
