import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { enableTouchDrag } from '#ui/drag/touch-drag.ts';
import type { DropSpot } from './tree-moves.ts';

const KIND = 'document';

/** Hover time before a collapsed document expands, in ms. */
const OPEN_AFTER_MS = 600;

interface TreeDrag {
  id: string;
  isEnabled: boolean;
  onDrop: (draggedId: string, spot: DropSpot) => void;
  /** Called after a dragged document has hovered over the row for `OPEN_AFTER_MS`. */
  onHover: () => void;
}

/**
 * Drag and drop of a tree row. A drop on the upper or lower quarter places the dragged document before or after the row. A drop in between
 * places it inside.
 */
export function useTreeDrag(
  ref: RefObject<HTMLElement | null>,
  { id, isEnabled, onDrop, onHover }: TreeDrag,
): { isDragged: boolean; spot: DropSpot | null } {
  const [isDragged, setIsDragged] = useState(false);
  const [spot, setSpot] = useState<DropSpot | null>(null);
  const drop = useEffectEvent(onDrop);
  const hover = useEffectEvent(onHover);
  useEffect(() => {
    const element = ref.current;
    if (element === null || !isEnabled) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = (): void => {
      clearTimeout(timer);
      timer = undefined;
      setSpot(null);
    };
    const readSpot = (y: number): DropSpot => {
      const { top, height } = element.getBoundingClientRect();
      const part = (y - top) / height;
      return part < 0.25 ? 'before' : part > 0.75 ? 'after' : 'into';
    };
    const stop = combine(
      enableTouchDrag(element),
      draggable({
        element,
        getInitialData: () => ({ kind: KIND, id }),
        onDragStart: () => setIsDragged(true),
        onDrop: () => setIsDragged(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['kind'] === KIND,
        onDrag: ({ location, source }) => {
          if (source.data['id'] === id) return;
          setSpot(readSpot(location.current.input.clientY));
          timer ??= setTimeout(() => hover(), OPEN_AFTER_MS);
        },
        onDragLeave: leave,
        onDrop: ({ location, source }) => {
          leave();
          const dragged = source.data['id'];
          if (typeof dragged === 'string' && dragged !== id)
            drop(dragged, readSpot(location.current.input.clientY));
        },
      }),
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [ref, id, isEnabled]);
  return { isDragged, spot };
}
