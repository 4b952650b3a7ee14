const MARKED_MS = 2_500;

/** Scrolls an element to the middle of the viewport and highlights it briefly. */
export function showMarked(element: HTMLElement): void {
  element.scrollIntoView({ block: 'center' });
  const color = getComputedStyle(element).getPropertyValue('--surface-selected');
  const marked = { backgroundColor: color, boxShadow: `0 0 0 6px ${color}`, borderRadius: '6px' };
  const plain = { backgroundColor: 'transparent', boxShadow: '0 0 0 6px transparent', borderRadius: '6px' };
  // Uses an animation instead of a class because the editor removes classes that it has not set.
  element.animate([marked, { ...marked, offset: 0.8 }, plain], MARKED_MS);
}
