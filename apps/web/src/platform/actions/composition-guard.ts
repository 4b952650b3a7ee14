/** Keys that an input method uses to end a composition or to choose among its candidates. */
const COMPOSING_KEYS: ReadonlySet<string> = new Set(['Escape', 'Enter', 'Tab']);
/** Safari ends the composition before its last key event, which then has this code. */
const COMPOSING_CODE = 229;

/**
 * Hides keys of a composition from every handler of the page: Escape would close panels and discard text, Enter would send it. The
 * browser's default action, which ends the composition, is kept.
 */
export function guardCompositions(): void {
  const guard = (event: KeyboardEvent): void => {
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else tells it in Safari
    const isComposing = event.isComposing || event.keyCode === COMPOSING_CODE;
    if (isComposing && COMPOSING_KEYS.has(event.key)) event.stopImmediatePropagation();
  };
  // In the capture phase of the window, before React and every library.
  window.addEventListener('keydown', guard, { capture: true });
}
