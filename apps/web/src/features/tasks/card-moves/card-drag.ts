import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { enableTouchDrag } from '#ui/drag/touch-drag.ts';
import { readDropEdge } from '#ui/drag/drop-edge.ts';
import { addDragCount, showDragCount } from './drag-count.ts';
import { scrollWhileDragging } from './drag-scroll.ts';

/** `slot`: the column that the card is in. */
type DragData = { kind: 'task'; taskId: string; slot: string };
export type DropData =
  | { kind: 'card'; taskId: string; slot: string }
  | { kind: 'column'; slot: string }
  /** A heading of a list, which stands for the first place below it. */
  | { kind: 'heading'; slot: string };
type Edge = 'top' | 'bottom';

export function readDraggedTask(data: Record<string | symbol, unknown>): string | null {
  return data['kind'] === 'task' && typeof data['taskId'] === 'string' ? data['taskId'] : null;
}

export function readSlot(data: Record<string | symbol, unknown>): string {
  return typeof data['slot'] === 'string' ? data['slot'] : '';
}

/** Makes a card or row draggable and a drop target. Only the dragged one and the one under the pointer re-render. */
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
      enableTouchDrag(element, (image) => addDragCount(image, taskId)),
      draggable({
        element,
        getInitialData: (): DragData => ({ kind: 'task', taskId, slot }),
        onGenerateDragPreview: ({ nativeSetDragImage }) => showDragCount(element, taskId, nativeSetDragImage),
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

/** Calls `drop` with a card that is dropped on a board or list, and scrolls it during a drag. */
export function useBoardDrop(
  board: RefObject<HTMLElement | null>,
  drop: (taskId: string, from: string, target: Record<string | symbol, unknown>) => void,
  /** Called with the slot of the dragged card, or with null when the drag ends. Must be stable. */
  onDragged?: (slot: string | null) => void,
): void {
  const handleDrop = useEffectEvent(drop);
  useEffect(() => {
    const element = board.current;
    if (element === null) return undefined;
    return combine(
      monitorForElements({
        canMonitor: ({ source }) => readDraggedTask(source.data) !== null,
        onDragStart: ({ source }) => onDragged?.(readSlot(source.data)),
        onDrop: ({ source, location }) => {
          onDragged?.(null);
          const taskId = readDraggedTask(source.data);
          const target = location.current.dropTargets[0];
          if (taskId !== null && target !== undefined) handleDrop(taskId, readSlot(source.data), target.data);
        },
      }),
      scrollWhileDragging(element),
    );
  }, [board, onDragged]);
}
