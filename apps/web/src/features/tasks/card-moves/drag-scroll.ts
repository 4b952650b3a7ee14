import { lazyCode } from '#ui/lazy/lazy-parts.tsx';

const whenScrolling = lazyCode(
  async () => (await import('@atlaskit/pragmatic-drag-and-drop-auto-scroll/element')).autoScrollForElements,
);

/**
 * Scrolls an element while an item is dragged near its edge.
 * @returns the cleanup function
 */
export function scrollWhileDragging(element: Element): () => void {
  return whenScrolling((autoScrollForElements) => autoScrollForElements({ element }));
}
