/** Number of frames to wait for the pressed element to be removed. */
const TRIES = 180;

/**
 * Restores focus after the focused element was removed: to the last "add condition" button, or to the button in the header if no
 * condition is left.
 */
export function restoreFocus(tries = TRIES): void {
  requestAnimationFrame(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) findFallbackTarget()?.focus();
    else if (tries > 0) restoreFocus(tries - 1);
  });
}

function findFallbackTarget(): HTMLElement | undefined {
  const buttons = document.querySelectorAll<HTMLElement>('[data-filter-adds] button');
  return [...buttons].at(-1);
}
