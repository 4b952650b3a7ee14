import type { RefObject } from 'react';
import type { Lists } from '#platform/sync/index.ts';
import { useBoardDrop } from '#features/tasks/card-moves/card-drag.ts';
import { findStep } from '#features/tasks/card-moves/card-positions.ts';
import { useCardMoves } from '#features/tasks/card-moves/use-card-moves.ts';
import type { Line } from '#features/tasks/grouping/list-lines.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';

interface ListMovesOptions {
  scroller: RefObject<HTMLElement | null>;
  view: Lists;
  groups: readonly TaskGroup[];
  subGroups: readonly TaskGroup[];
  slotOf: (group: string, subGroup: string) => string;
}

/**
 * Moves dragged rows to another place or heading, as cards on a board.
 * @returns the handler for Alt with an arrow key, which moves the task of a line by one place
 */
export function useListMoves({ scroller, view, groups, subGroups, slotOf }: ListMovesOptions) {
  const cells = groups.flatMap((column) =>
    subGroups.map((lane) => ({ slot: slotOf(column.key, lane.key), column, lane })),
  );
  const { drop, move } = useCardMoves({ cells, view, isManual: true });

  /** A heading that is divided further stands for the sub-heading under which the row was dragged. */
  function aimAt(target: Record<string | symbol, unknown>, from: string): Record<string | symbol, unknown> {
    const lane = cells.find(({ slot }) => slot === from)?.lane.key;
    const group = target['group'];
    return typeof group === 'string' && lane !== undefined
      ? { ...target, slot: slotOf(group, lane) }
      : target;
  }
  useBoardDrop(scroller, (taskId, from, target) => drop(taskId, from, aimAt(target, from)));

  return (line: Line | undefined, step: 1 | -1): void => {
    if (line?.kind !== 'task') return;
    const { id, slot } = line;
    const at = { slot, index: view.ids(slot).indexOf(id) };
    const columns = cells.map((cell) => ({ slot: cell.slot, ids: view.ids(cell.slot) }));
    move(id, slot, findStep(columns, at, step === 1 ? 'down' : 'up'));
  };
}
