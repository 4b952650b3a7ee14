const MARKED_MS = 2_500;

/** Brings something into the middle of what is seen and marks it for a moment: it is what the address leads to. */
export function showMarked(element: HTMLElement): void {
  element.scrollIntoView({ block: 'center' });
  const color = getComputedStyle(element).getPropertyValue('--surface-selected');
  const marked = { backgroundColor: color, boxShadow: `0 0 0 6px ${color}`, borderRadius: '6px' };
  const plain = { backgroundColor: 'transparent', boxShadow: '0 0 0 6px transparent', borderRadius: '6px' };
  // An animation: an editor takes classes off again that it has not set.
  element.animate([marked, { ...marked, offset: 0.8 }, plain], MARKED_MS);
}
