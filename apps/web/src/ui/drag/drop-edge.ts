import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';

/** Above or below which end of a place something is held, in a list that runs downwards. */
export function readDropEdge(data: Record<string | symbol, unknown>): 'top' | 'bottom' | null {
  const edge = extractClosestEdge(data);
  return edge === 'top' || edge === 'bottom' ? edge : null;
}
