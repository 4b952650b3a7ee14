/** Maximum number of frames to wait for an element after scrolling to it. */
const TRIES = 6;

let latest = 0;
let fallback: Element | null = null;

/**
 * Focuses an element in the next frame unless the user has moved focus by then: on a slow device, a late frame would steal focus from the
 * field being typed in. The latest call wins.
 */
export function focusAfterRender(find: () => HTMLElement | null | undefined): void {
  latest += 1;
  fallback = null;
  const own = latest;
  const from = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    const hasMoved = now !== null && now !== document.body && now !== from && now !== fallback;
    if (own === latest && !hasMoved) find()?.focus();
  });
}

/** Focuses an element as a fallback. An explicit `focusAfterRender` overrides it. */
export function focusAsFallback(element: HTMLElement): void {
  fallback = element;
  element.focus();
}

/**
 * Focuses an element of a virtualized list that has been told to scroll to it: immediately if it is mounted, otherwise once it is. The
 * latest call wins.
 */
export function focusWhenMounted(find: () => HTMLElement | null | undefined, options?: FocusOptions): void {
  latest += 1;
  const own = latest;
  const attempt = (tries: number): void => {
    if (own !== latest) return;
    const found = find();
    if (found) found.focus(options);
    else if (tries > 0) requestAnimationFrame(() => attempt(tries - 1));
  };
  attempt(TRIES);
}
