import { fireEvent } from '@testing-library/react';

// Missing in jsdom. Scrolling during a drag uses it.
document.elementsFromPoint = () => [];

/** Drags an element over others, drops it on the last one, and waits for the frames in which the drag library reports. */
export async function dragTo(dragged: HTMLElement, ...over: HTMLElement[]): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const dataTransfer = { types: [], items: [], files: [], setData: () => {}, setDragImage: () => {} };
  fireEvent.dragStart(dragged, { dataTransfer });
  await frame();
  for (const element of over) {
    fireEvent.dragEnter(element, { dataTransfer });
    await frame();
  }
  fireEvent.drop(over.at(-1) ?? dragged, { dataTransfer });
  await frame();
}
