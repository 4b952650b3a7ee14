import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { Lists } from '#platform/sync/index.ts';
import { enableTouchDrag } from '#ui/drag/touch-drag.ts';
import { readDropEdge } from '#ui/drag/drop-edge.ts';
import type { BoardFocus } from './board-focus.ts';
import { findCardPosition, findDrop, type CardPosition } from './board-moves.ts';
import { scrollWhileDragging } from './drag-scroll.ts';

/** `slot`: the column that the card is in. */
type DragData = { kind: 'task'; taskId: string; slot: string };
export type DropData = { kind: 'card'; taskId: string; slot: string } | { kind: 'column'; slot: string };
type Edge = 'top' | 'bottom';

export function readDraggedTask(data: Record<string | symbol, unknown>): string | null {
  return data['kind'] === 'task' && typeof data['taskId'] === 'string' ? data['taskId'] : null;
}

function readSlot(data: Record<string | symbol, unknown>): string {
  return typeof data['slot'] === 'string' ? data['slot'] : '';
}

/** Makes a card draggable and a drop target. Only the dragged card and the card under the pointer re-render. */
export function useCardDrag(
  ref: RefObject<HTMLElement | null>,
  taskId: string,
  slot: string,
  isEnabled: boolean,
): { isDragged: boolean; edge: Edge | null } {
  const [isDragged, setIsDragged] = useState(false);
  const [edge, setEdge] = useState<Edge | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null || !isEnabled) return undefined;
    return combine(
      enableTouchDrag(element),
      draggable({
        element,
        getInitialData: (): DragData => ({ kind: 'task', taskId, slot }),
        onDragStart: () => setIsDragged(true),
        onDrop: () => setIsDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => readDraggedTask(source.data) !== null,
        getData: ({ input }) =>
          attachClosestEdge({ kind: 'card', taskId, slot } satisfies DropData, {
            element,
            input,
            allowedEdges: ['top', 'bottom'],
          }),
        onDrag: ({ self, source }) =>
          setEdge(readDraggedTask(source.data) === taskId ? null : readDropEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    );
  }, [ref, taskId, slot, isEnabled]);
  return { isDragged, edge };
}

/** Moves the cards that are dropped on a board, and scrolls the board to its columns during a drag. */
export function useBoardDrop(
  board: RefObject<HTMLElement | null>,
  focus: BoardFocus,
  view: Lists,
  move: (taskId: string, from: string, position: CardPosition | null) => void,
): void {
  const drop = useEffectEvent(
    (taskId: string, from: string, target: Record<string | symbol, unknown>): void => {
      const to = readSlot(target);
      if (target['kind'] === 'column') {
        const others = view.ids(to).filter((id) => id !== taskId);
        move(taskId, from, { slot: to, index: others.length });
      } else if (target['kind'] === 'card' && typeof target['taskId'] === 'string') {
        const onto = findCardPosition([{ slot: to, ids: view.ids(to) }], target['taskId']);
        const source = findCardPosition([{ slot: from, ids: view.ids(from) }], taskId);
        if (onto !== null && target['taskId'] !== taskId)
          move(taskId, from, findDrop(source, onto, readDropEdge(target) ?? 'bottom'));
      }
    },
  );
  useEffect(() => {
    const element = board.current;
    if (element === null) return undefined;
    return combine(
      monitorForElements({
        canMonitor: ({ source }) => readDraggedTask(source.data) !== null,
        onDragStart: ({ source }) => focus.noteDragged(readSlot(source.data)),
        onDrop: ({ source, location }) => {
          focus.noteDragged(null);
          const taskId = readDraggedTask(source.data);
          const target = location.current.dropTargets[0];
          if (taskId !== null && target !== undefined) drop(taskId, readSlot(source.data), target.data);
        },
      }),
      scrollWhileDragging(element),
    );
  }, [board, focus]);
}
