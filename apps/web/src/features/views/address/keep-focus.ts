/** Frames to wait for what was pressed to go. */
const TRIES = 180;

/**
 * Restores the focus once what had it is gone: to the last way to add a condition, or to the one in the
 * header where no condition is left.
 */
export function keepFocus(tries = TRIES): void {
  requestAnimationFrame(() => {
    const held = document.activeElement;
    if (held === null || held === document.body) findPlace()?.focus();
    else if (tries > 0) keepFocus(tries - 1);
  });
}

function findPlace(): HTMLElement | undefined {
  const buttons = document.querySelectorAll<HTMLElement>('[data-filter-adds] button');
  return [...buttons].at(-1);
}
