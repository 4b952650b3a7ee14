import { useLingui } from '@lingui/react/macro';
import { announce } from '#platform/client-state/announce.ts';
import { keysAtEnd, useTeamStore, type Lists } from '#platform/sync/index.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { placeTask, type TaskFields } from '#features/tasks/model/tasks.data.ts';
import { createQuickTasks, type QuickTask } from '#features/tasks/quick-add/quick.data.ts';
import type { CardPosition } from './card-positions.ts';

/** A column of the board or, with swimlanes, its part in one lane. */
export interface BoardCell {
  slot: string;
  column: TaskGroup;
  lane: TaskGroup;
}

interface CardMovesOptions {
  cells: readonly BoardCell[];
  view: Lists;
  /** Whether tasks are ordered manually. Otherwise the view sorts them. */
  isManual: boolean;
  /** Default field values of tasks created on this board, in addition to those of the column. */
  preset: Partial<TaskFields>;
}

/** Returns the field changes for moving a task from one cell to another. Returns null if the target accepts no tasks. */
export type ReadChange = (
  taskId: string | null,
  from: string | null,
  to: string,
) => Partial<TaskFields> | null;

interface CardMoves {
  readChange: ReadChange;
  /** Moves a task between or within cells. A no-op without a position, or if the cell accepts no tasks. */
  move: (taskId: string, from: string, position: CardPosition | null) => void;
  /** Creates tasks at the end of a cell. */
  add: (slot: string, tasks: readonly QuickTask[]) => void;
  /** Returns the field values of a task created in a cell. */
  fieldsOf: (slot: string) => Partial<TaskFields>;
}

/** Changes tasks so that they are in another cell of a board. */
export function useCardMoves({ cells, view, isManual, preset }: CardMovesOptions): CardMoves {
  const { t } = useLingui();
  const store = useTeamStore();
  const cellOf = (slot: string) => cells.find((cell) => cell.slot === slot);

  const readChange: ReadChange = (taskId, from, to) => {
    const target = cellOf(to);
    const source = from === null ? undefined : cellOf(from);
    const task = taskId === null ? null : (store.row('task', taskId) ?? null);
    if (!target?.column.enter || !target.lane.enter) return null;
    return {
      ...target.column.enter(task, source?.column.key ?? null),
      ...target.lane.enter(task, source?.lane.key ?? null),
    };
  };

  return {
    readChange,
    move(taskId, from, position) {
      const change = position === null ? null : readChange(taskId, from, position.slot);
      if (position === null || change === null) return;
      const others = view.ids(position.slot).filter((id) => id !== taskId);
      const command = placeTask(store, taskId, change, others, isManual ? position.index : null);
      if (command === null) return;
      store.mutate(command);
      const name = cellOf(position.slot)?.column.name ?? '';
      const number = view.ids(position.slot).indexOf(taskId) + 1;
      announce(number === 0 ? t`Moved to ${name}` : t`Moved to ${name}, place ${number}`);
    },
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
