import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { announce } from '#platform/client-state/announce.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { readDropEdge } from '#ui/drag/drop-edge.ts';
import { updateTasks } from '#features/tasks/model/bulk.data.ts';
import { findCardPosition, findDrop, type BoardColumnIds, type CardPosition } from './card-positions.ts';
import { readSlot } from './card-drag.ts';
import type { BoardCell, ReadChange } from './use-card-moves.ts';
import { keysForDrop, listDragged } from './dragged-tasks.ts';

interface CardDropOptions {
  cells: readonly BoardCell[];
  isManual: boolean;
  readColumns: () => readonly BoardColumnIds[];
  readChange: ReadChange;
  /** Moves one task and announces its new place. */
  move: (taskId: string, from: string, position: CardPosition) => void;
}

interface CardDrop {
  drop: (taskId: string, from: string, target: Record<string | symbol, unknown>) => void;
  /** Moves a card to a position among the other cards of a column. */
  moveCards: (taskId: string, from: string, to: CardPosition) => void;
}

/** Returns the handlers for cards moved by pointer and keyboard. All selected tasks move with a card if it is one of them. */
export function useCardDrop({ cells, isManual, readColumns, readChange, move }: CardDropOptions): CardDrop {
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

  /** @param to index in the column, which may contain some of the tasks */
  function dropSelected(dragged: readonly string[], from: string, to: CardPosition): void {
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
    const name = cells.find(({ slot }) => slot === to.slot)?.column.name ?? '';
    announce(t`Moved to ${name}`);
  }

  return {
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
        if (readChange(taskId, from, to) !== null) dropSelected(dragged, from, { slot: to, index });
      } else if (card === -1) {
        move(taskId, from, { slot: to, index: outsideOfCards(ids.filter((id) => id !== taskId).length) });
      } else if (target['taskId'] !== taskId) {
        const position = findDrop(findCardPosition(columns, taskId, from), { slot: to, index: card }, edge);
        if (position !== null) move(taskId, from, position);
      }
    },
    moveCards(taskId, from, to) {
      const moved = listDragged(taskId);
      const source = findCardPosition(readColumns(), taskId, from);
      // The position does not count the card itself.
      const index = source?.slot === to.slot && source.index <= to.index ? to.index + 1 : to.index;
      if (moved.length === 1) move(taskId, from, to);
      else if (readChange(taskId, from, to.slot) !== null)
        dropSelected(moved, from, { slot: to.slot, index });
    },
  };
}
