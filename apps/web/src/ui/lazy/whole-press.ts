/** Timeout of a press in case its end event is missed. */
const LONGEST_PRESS_MS = 2_000;
const BEGINNINGS = ['pointerdown', 'keydown'] as const;
const ENDS = ['pointerup', 'pointercancel', 'keyup', 'blur'] as const;

/**
 * Tracks whether a pointer button or key is pressed. A button that is replaced during a press gets no click because the press began on one
 * element and ended on another.
 * @returns a function that returns null if nothing is pressed, or a promise that resolves when nothing is pressed any more
 */
export function watchPresses(page: EventTarget): () => Promise<void> | null {
  let release: (() => void) | null = null;
  let released: Promise<void> | null = null;

  function begin(): void {
    if (released !== null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const limit = setTimeout(end, LONGEST_PRESS_MS);
    released = promise;
    release = () => {
      clearTimeout(limit);
      resolve();
    };
  }
  function end(): void {
    released = null;
    release?.();
    release = null;
  }
  const options = { capture: true, passive: true };
  for (const type of BEGINNINGS) page.addEventListener(type, begin, options);
  // The click is dispatched in the same task after the end of the press, so wait for the next task.
  for (const type of ENDS) page.addEventListener(type, () => void setTimeout(end), options);
  return () => released;
}
