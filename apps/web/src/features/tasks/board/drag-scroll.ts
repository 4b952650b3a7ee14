import { comeLaterCode } from '#ui/lazy/later.tsx';

const whenScrolling = comeLaterCode(
  async () => (await import('@atlaskit/pragmatic-drag-and-drop-auto-scroll/element')).autoScrollForElements,
);

/** Scrolls an element while something is dragged near its edge. @returns how to stop */
export function scrollWhileDragging(element: Element): () => void {
  return whenScrolling((autoScrollForElements) => autoScrollForElements({ element }));
}
