import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';

/** Returns the edge of the target (top or bottom) that is closest to the pointer in a vertical list. Null if there is none. */
export function readDropEdge(data: Record<string | symbol, unknown>): 'top' | 'bottom' | null {
  const edge = extractClosestEdge(data);
  return edge === 'top' || edge === 'bottom' ? edge : null;
}
