import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { announce } from '#platform/client-state/announce.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore, type Lists } from '#platform/sync/index.ts';
import { readDropEdge } from '#ui/drag/drop-edge.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { updateTasks } from '#features/tasks/model/bulk.data.ts';
import { placeTask, type TaskFields } from '#features/tasks/model/tasks.data.ts';
import { readSlot } from './card-drag.ts';
import { findCardPosition, findDrop, type CardPosition } from './card-positions.ts';
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
}

/** Returns the field changes for moving a task from one cell to another. Returns null if the target accepts no tasks. */
export type ReadChange = (
  taskId: string | null,
  from: string | null,
  to: string,
) => Partial<TaskFields> | null;

interface CardMoves {
  readChange: ReadChange;
  drop: (taskId: string, from: string, target: Record<string | symbol, unknown>) => void;
  /** Moves a card to a position among the other cards of a column, and all selected tasks if it is one of them. */
  moveCards: (taskId: string, from: string, to: CardPosition) => void;
  /** Moves a single task between or within cells. A no-op without a position, or if the cell accepts no tasks. */
  move: (taskId: string, from: string, position: CardPosition | null) => void;
}

/** Returns the handlers for cards moved by pointer and keyboard. All selected tasks move with a dropped card if it is one of them. */
export function useCardMoves({ cells, view, isManual }: CardMovesOptions): CardMoves {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const cellOf = (slot: string) => cells.find((cell) => cell.slot === slot);
  const readColumns = () => cells.map(({ slot }) => ({ slot, ids: view.ids(slot) }));

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

  const move: CardMoves['move'] = (taskId, from, position) => {
    const change = position === null ? null : readChange(taskId, from, position.slot);
    if (position === null || change === null) return;
    const others = view.ids(position.slot).filter((id) => id !== taskId);
    const command = placeTask(store, taskId, change, others, isManual ? position.index : null);
    if (command === null) return;
    store.mutate(command);
    const name = cellOf(position.slot)?.column.name ?? '';
    const number = view.ids(position.slot).indexOf(taskId) + 1;
    announce(number === 0 ? t`Moved to ${name}` : t`Moved to ${name}, place ${number}`);
  };

  /** Returns the dragged tasks that the user is authorized to change. Shows a toast if any task is excluded. */
  const readAllowed = (dragged: readonly string[]): string[] => {
    const ids = dragged.filter((id) => may('task.update', store.row('task', id)));
    const left = dragged.length - ids.length;
    if (left > 0) {
      showToast(t`${plural(left, { one: 'You can’t change # task', other: 'You can’t change # tasks' })}`, {
        isSuccess: false,
      });
    }
    return ids;
  };

  /** @param to index in the column, which may contain some of the tasks */
  const moveSelected = (dragged: readonly string[], from: string, to: CardPosition): void => {
    const ids = readAllowed(dragged);
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
    const name = cellOf(to.slot)?.column.name ?? '';
    announce(t`Moved to ${name}`);
  };

  return {
    readChange,
    move,
    drop(taskId, from, target) {
      const to = readSlot(target);
      const columns = readColumns();
      const ids = columns.find(({ slot }) => slot === to)?.ids ?? [];
      const card = ids.indexOf(String(target['taskId']));
      const edge = readDropEdge(target) ?? 'bottom';
      const dragged = listDragged(taskId);
      const outsideOfCards = (length: number) => (target['kind'] === 'heading' ? 0 : length);
      if (dragged.length > 1) {
        const index = card === -1 ? outsideOfCards(ids.length) : card + (edge === 'top' ? 0 : 1);
        if (readChange(taskId, from, to) !== null) moveSelected(dragged, from, { slot: to, index });
      } else if (card === -1) {
        move(taskId, from, { slot: to, index: outsideOfCards(ids.filter((id) => id !== taskId).length) });
      } else if (target['taskId'] !== taskId) {
        const position = findDrop(findCardPosition(columns, taskId, from), { slot: to, index: card }, edge);
        if (position !== null) move(taskId, from, position);
      }
    },
    moveCards(taskId, from, to) {
      const moved = listDragged(taskId);
      if (moved.length === 1) return move(taskId, from, to);
      if (readChange(taskId, from, to.slot) === null) return;
      const source = findCardPosition(readColumns(), taskId, from);
      // The position does not count the card itself.
      const index = source?.slot === to.slot && source.index <= to.index ? to.index + 1 : to.index;
      moveSelected(moved, from, { slot: to.slot, index });
    },
  };
}
