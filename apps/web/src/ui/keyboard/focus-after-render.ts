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
