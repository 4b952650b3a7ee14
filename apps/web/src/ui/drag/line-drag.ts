import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { enableTouchDrag } from './touch-drag.ts';
import { readDropEdge } from './drop-edge.ts';

/** A row that can be dragged within its own list. */
interface LineDrag {
  /** Identifies the list. Rows of other lists are rejected. */
  list: string;
  id: string;
  isEnabled: boolean;
  /** Called when another row was dropped above (before) or below (after) this one. */
  onDrop: (draggedId: string, edge: 'top' | 'bottom') => void;
}

export function useLineDrag(
  ref: RefObject<HTMLElement | null>,
  { list, id, isEnabled, onDrop }: LineDrag,
): { isDragged: boolean; edge: 'top' | 'bottom' | null } {
  const [isDragged, setIsDragged] = useState(false);
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const element = ref.current;
    if (element === null || !isEnabled) return undefined;
    const isOfList = (data: Record<string | symbol, unknown>) => data['list'] === list;
    return combine(
      enableTouchDrag(element),
      draggable({
        element,
        getInitialData: () => ({ list, id }),
        onDragStart: () => setIsDragged(true),
        onDrop: () => setIsDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => isOfList(source.data),
        getData: ({ input }) =>
          attachClosestEdge({ list, id }, { element, input, allowedEdges: ['top', 'bottom'] }),
        onDrag: ({ self, source }) => setEdge(source.data['id'] === id ? null : readDropEdge(self.data)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ self, source }) => {
          setEdge(null);
          const [draggedId, at] = [source.data['id'], readDropEdge(self.data)];
          if (typeof draggedId === 'string' && draggedId !== id && at !== null) drop(draggedId, at);
        },
      }),
    );
  }, [ref, list, id, isEnabled]);
  return { isDragged, edge };
}
