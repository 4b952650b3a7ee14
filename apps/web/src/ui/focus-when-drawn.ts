let latest = 0;

/**
 * Gives the focus to what the next frame draws, unless the person has gone elsewhere by then: on a busy machine a frame
 * comes late, and would take the focus from where they type already. Of several calls the last counts.
 */
export function focusWhenDrawn(find: () => HTMLElement | null | undefined): void {
  latest += 1;
  const own = latest;
  const from = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    const hasGone = now !== null && now !== document.body && now !== from;
    if (own === latest && !hasGone) find()?.focus();
  });
}
