let latest = 0;
let held: Element | null = null;

/**
 * Focuses what the next frame draws, unless the person has gone elsewhere by then: on a busy machine a frame
 * comes late, and would steal the focus from where they type already. Of several calls the last counts.
 */
export function focusWhenDrawn(find: () => HTMLElement | null | undefined): void {
  latest += 1;
  held = null;
  const own = latest;
  const from = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    const hasGone = now !== null && now !== document.body && now !== from && now !== held;
    if (own === latest && !hasGone) find()?.focus();
  });
}

/** Gives the focus to what has it for want of better: what `focusWhenDrawn` was asked for still takes it. */
export function holdFocus(element: HTMLElement): void {
  held = element;
  element.focus();
}
