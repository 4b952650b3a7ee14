import { useEffect, useRef, type RefObject } from 'react';

/** Tracks whether focus is in an element, or was until its focused descendant was removed. */
export function useFocusInside(container: RefObject<HTMLElement | null>): RefObject<boolean> {
  const isInside = useRef(false);
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener('focusin', () => (isInside.current = true), { signal });
    element.addEventListener(
      'focusout',
      () =>
        // When this runs, a removed element is detached, and layout effects have read the previous value.
        queueMicrotask(() => {
          isInside.current = element.contains(document.activeElement);
        }),
      { signal },
    );
    return () => stop.abort();
  });
  return isInside;
}
