import type { RefObject } from 'react';
import type { View } from '#platform/sync/index.ts';
import { extendSelection, useSelecting } from '#features/tasks/bulk-edit/use-selecting.tsx';
import { useBoardDrop } from '#features/tasks/card-moves/card-drag.ts';
import { findCardPosition, type CardPosition } from '#features/tasks/card-moves/card-positions.ts';
import { useCardMoves, type BoardCell } from '#features/tasks/card-moves/use-card-moves.ts';
import type { BoardFocus } from './board-focus.ts';

interface BoardMovesOptions {
  board: RefObject<HTMLElement | null>;
  cells: readonly BoardCell[];
  view: View<'task'>;
  isManual: boolean;
  focus: BoardFocus;
}

/** Moves and selects the cards of a board. The focus follows moved cards. */
export function useBoardMoves({ board, cells, view, isManual, focus }: BoardMovesOptions) {
  const { drop, moveCards, readChange } = useCardMoves({ cells, view, isManual });
  const readColumns = () => cells.map(({ slot }) => ({ slot, ids: view.ids(slot) }));
  useBoardDrop(board, drop, focus.noteDragged);

  const focusCard = (taskId: string): void => {
    const position = findCardPosition(readColumns(), taskId);
    if (position !== null) focus.show(position.slot, position.index, taskId);
  };
  const moveAndFollow = (taskId: string, from: string, position: CardPosition | null): void => {
    if (position === null) return;
    const before = view.ids(from).indexOf(taskId);
    moveCards(taskId, from, position);
    const index = view.ids(position.slot).indexOf(taskId);
    if (index !== -1) return focus.show(position.slot, index, taskId);
    // The change makes the task leave the filtered view, so focus the next card of the column.
    const rest = view.ids(from);
    const next = rest[Math.min(before, rest.length - 1)];
    if (next !== undefined) focus.show(from, Math.min(before, rest.length - 1), next);
  };
  const selecting = useSelecting(
    {
      // A task with two labels is in two columns, so remove duplicates.
      order: () => [...new Set(readColumns().flatMap(({ ids }) => ids))],
      focus: focusCard,
    },
    board,
  );
  return {
    readChange,
    moveAndFollow,
    /** Focuses another card. */
    goTo: (from: string, to: CardPosition & { taskId: string }, isExtending: boolean): void => {
      if (isExtending) extendSelection(from, to.taskId);
      focus.show(to.slot, to.index, to.taskId);
    },
    followCard: (taskId: string, from: string): void => {
      // Still in its column: only scrolled out of view.
      if (!view.ids(from).includes(taskId)) focusCard(taskId);
    },
    selecting,
  };
}
