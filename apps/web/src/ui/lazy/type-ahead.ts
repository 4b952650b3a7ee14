/** How long typed text waits for a field that is still loading. */
const LIMIT_MS = 10_000;
const OVERLAYS = '[role="dialog"], [role="menu"], [role="listbox"]';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The text typed since a field was requested. Null while no field is awaited. */
let typed: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Buffers typed text until a text field has focus, so that it triggers no shortcut. A press of the pointer or Escape discards it. */
export function holdTyping(): void {
  clearTimeout(timer);
  timer = setTimeout(dropTyped, LIMIT_MS);
  if (typed !== null) return;
  typed = '';
  window.addEventListener('keydown', keep, { capture: true });
  window.addEventListener('focusin', readFocus);
  window.addEventListener('pointerdown', dropTyped, { capture: true });
}

/** Discards buffered text. Keys are handled as usual from now on. */
export function dropTyped(): void {
  clearTimeout(timer);
  if (typed === null) return;
  typed = null;
  window.removeEventListener('keydown', keep, { capture: true });
  window.removeEventListener('focusin', readFocus);
  window.removeEventListener('pointerdown', dropTyped, { capture: true });
}

/** Ends the buffering and returns the buffered text, for an overlay without a text field. */
export function takeTyped(): string {
  const text = typed ?? '';
  dropTyped();
  return text;
}

/**
 * Buffers a key press if a field is awaited.
 * @returns whether the press was buffered
 */
export function keepTyped(event: KeyboardEvent): boolean {
  if (typed === null || event.isComposing) return false;
  // AltGr, which types characters, is reported as Ctrl+Alt on Windows.
  if ((event.ctrlKey && !event.altKey) || event.metaKey) return false;
  if (event.key === 'Escape') dropTyped();
  else if (event.key === 'Backspace') typed = typed.slice(0, -1);
  else if (event.key.length === 1) typed += event.key;
  // Enter would act on the element that had focus before.
  else if (event.key !== 'Enter') return false;
  return true;
}

function keep(event: KeyboardEvent): void {
  if (!keepTyped(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function readFocus({ target }: FocusEvent): void {
  if (isTextField(target) || isRichText(target)) deliverTyped(target);
  else if (target instanceof Element && target.closest(OVERLAYS) !== null) dropTyped();
}

function isRichText(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.isContentEditable;
}

function isTextField(target: EventTarget | null): target is TextField {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly;
  // Only inputs that contain text have a selection.
  return target instanceof HTMLInputElement && target.selectionStart !== null && !target.readOnly;
}

/** Inserts the buffered text into the focused field. Rich text only ends the buffering: its editor reads real key presses. */
export function deliverTyped(field: EventTarget | null): void {
  if (typed === null) return;
  if (isRichText(field)) dropTyped();
  if (!isTextField(field)) return;
  // The field may receive focus while React commits. An input event would then be handled with the values of the previous render.
  queueMicrotask(() => {
    if (typed === null || document.activeElement !== field) return;
    const text = typed;
    dropTyped();
    if (text === '') return;
    const start = field.selectionStart ?? 0;
    const end = field.selectionEnd ?? start;
    const room = field.maxLength < 0 ? text.length : field.maxLength - (field.value.length - (end - start));
    field.setRangeText(text.slice(0, Math.max(0, room)), start, end, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
  });
}
