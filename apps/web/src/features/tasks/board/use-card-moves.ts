import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { announce } from '#platform/client-state/announce.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { keysAtEnd, useTeamStore, type Lists } from '#platform/sync/index.ts';
import { readDropEdge } from '#ui/drag/drop-edge.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { updateTasks } from '#features/tasks/model/bulk.data.ts';
import { placeTask, type TaskFields } from '#features/tasks/model/tasks.data.ts';
import { createQuickTasks, type QuickTask } from '#features/tasks/quick-add/quick.data.ts';
import { findCardPosition, findDrop, type BoardColumnIds, type CardPosition } from './board-moves.ts';
import { readSlot } from './card-drag.ts';
import { keysForDrop, listDragged } from './dragged-tasks.ts';

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
type ReadChange = (taskId: string | null, from: string | null, to: string) => Partial<TaskFields> | null;

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

interface CardDropOptions {
  cells: readonly BoardCell[];
  isManual: boolean;
  readColumns: () => readonly BoardColumnIds[];
  moves: Pick<CardMoves, 'readChange' | 'move'>;
}

/** Returns the handler for a dropped card. All selected tasks move with it if it is one of them. */
export function useCardDrop({ cells, isManual, readColumns, moves }: CardDropOptions) {
  const { readChange, move } = moves;
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();

  /** Returns the dragged tasks that the user is authorized to change. Shows a toast if any task is excluded. */
  function readAllowed(dragged: readonly string[]): string[] {
    const ids = dragged.filter((id) => may('task.update', store.row('task', id)));
    const left = dragged.length - ids.length;
    if (left > 0) {
      showToast(t`${plural(left, { one: 'You can’t change # task', other: 'You can’t change # tasks' })}`, {
        isSuccess: false,
      });
    }
    return ids;
  }

  function dropSelected(ids: readonly string[], from: string, to: CardPosition): void {
    const columns = readColumns();
    const column = columns.find(({ slot }) => slot === to.slot)?.ids ?? [];
    const keys = isManual ? keysForDrop(ids, column, to.index, (id) => store.row('task', id)) : null;
    const changes = ids.map((id) => {
      // A task with several labels is in several columns. It leaves that of the dragged card if it is in it.
      const holding = columns.filter((one) => one.ids.includes(id)).map(({ slot }) => slot);
      const source = holding.includes(from) ? from : (holding[0] ?? from);
      const position = keys?.get(id);
      return {
        id,
        fields: { ...readChange(id, source, to.slot), ...(position === undefined ? {} : { position }) },
      };
    });
    const commands = updateTasks(store, changes);
    if (commands.length === 0) return;
    store.mutate(commands);
    const name = cells.find(({ slot }) => slot === to.slot)?.column.name ?? '';
    announce(t`Moved to ${name}`);
  }

  return (taskId: string, from: string, target: Record<string | symbol, unknown>): void => {
    const to = readSlot(target);
    const columns = readColumns();
    const ids = columns.find(({ slot }) => slot === to)?.ids ?? [];
    const card = ids.indexOf(String(target['taskId']));
    const edge = readDropEdge(target) ?? 'bottom';
    const dragged = listDragged(taskId);
    if (dragged.length > 1) {
      const index = card === -1 ? ids.length : card + (edge === 'top' ? 0 : 1);
      if (readChange(taskId, from, to) !== null)
        dropSelected(readAllowed(dragged), from, { slot: to, index });
    } else if (card === -1) {
      move(taskId, from, { slot: to, index: ids.filter((id) => id !== taskId).length });
    } else if (target['taskId'] !== taskId) {
      const position = findDrop(findCardPosition(columns, taskId, from), { slot: to, index: card }, edge);
      if (position !== null) move(taskId, from, position);
    }
  };
}
