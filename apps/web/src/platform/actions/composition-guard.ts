/** Keys that an input method editor (IME) uses to end a composition or to choose a candidate. */
const COMPOSING_KEYS: ReadonlySet<string> = new Set(['Escape', 'Enter', 'Tab']);
/** Safari ends the composition before it dispatches the last key event. That event has this key code. */
const COMPOSING_CODE = 229;

/**
 * Hides the Escape, Enter and Tab presses of an IME composition from all handlers of the page: Escape would close panels and discard input,
 * and Enter would submit it. The browser's default action ends the composition and is not prevented.
 */
export function guardCompositions(): void {
  const guard = (event: KeyboardEvent): void => {
    // oxlint-disable-next-line typescript/no-deprecated -- Safari reports a composition only by this key code
    const isComposing = event.isComposing || event.keyCode === COMPOSING_CODE;
    if (isComposing && COMPOSING_KEYS.has(event.key)) event.stopImmediatePropagation();
  };
  // Capture phase on the window: runs before React and every library.
  window.addEventListener('keydown', guard, { capture: true });
}
