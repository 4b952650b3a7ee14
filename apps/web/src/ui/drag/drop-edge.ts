import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';

/** Returns which edge of the target (top or bottom) the dragged item is over in a vertical list. */
export function readDropEdge(data: Record<string | symbol, unknown>): 'top' | 'bottom' | null {
  const edge = extractClosestEdge(data);
  return edge === 'top' || edge === 'bottom' ? edge : null;
}
