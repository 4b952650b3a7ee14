import { flushSync } from 'react-dom';
import { deliverTyped, holdTyping, keepTyped } from '#ui/lazy/type-ahead.ts';

/** Timeout between the keys of a sequence. */
const SECOND_KEY_MS = 1500;
/** How long a key press waits for the lazy-loaded code that handles it. */
const LATE_MS = 5000;
/** Non-printable keys that affect the selection. */
const ACTING = new Set(['Delete', 'Backspace']);

/** Whether a key press is already handled, or belongs to a text field or to an open menu, list or dialog. */
export function isTaken(event: KeyboardEvent): boolean {
  return (
    event.defaultPrevented ||
    event.isComposing ||
    isTyping(event.target) ||
    isInOverlay(event.target) ||
    isTextExpected(event)
  );
}

/** Marks an area of the page that accepts text, even while its editor is loading or unmounted. */
export const EXPECTS_TEXT = { 'data-expects-text': '' } as const;

/** Whether an unmodified key is meant as text: the page expects text and no other element has focus. */
function isTextExpected({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key.length > 1 || ctrlKey || metaKey || altKey) return false;
  const isNowhere = target === document.body || target === document.documentElement;
  return isNowhere
    ? document.querySelector('[data-expects-text]') !== null
    : isWithin(target, '[data-expects-text]');
}

export function isTyping(target: EventTarget | null): boolean {
  return isWithin(target, 'input, textarea, select, [contenteditable="true"]');
}

function isInOverlay(target: EventTarget | null): boolean {
  if (isWithin(target, '[role="menu"], [role="listbox"], [role="dialog"]')) return true;
  return document.querySelector('[aria-modal="true"]') !== null;
}

function isWithin(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead']);

/**
 * Returns a key press in shortcut notation: 'c', '?', 'shift+c', 'mod+k' (Cmd on a Mac, Ctrl elsewhere). Returns null for a modifier alone.
 * On keyboards with a non-Latin script, the letter is derived from the physical key.
 */
export function readPress(event: KeyPress, isMac: boolean): string | null {
  if (MODIFIERS.has(event.key)) return null;
  const isLetter = /^Key[A-Z]$/.test(event.code) && !/^[\u0021-\u007e]$/.test(event.key);
  const key = (isLetter ? event.code.slice(3) : event.key).toLowerCase();
  const isMod = isMac ? event.metaKey : event.ctrlKey;
  const isOther = isMac ? event.ctrlKey : event.metaKey;
  // For symbols, Shift is part of the symbol: '?' works regardless of the keyboard layout.
  const isShifted = event.shiftKey && (/^[a-z]$/.test(key) || key.length > 1);
  const parts = [isOther && 'other', isMod && 'mod', event.altKey && 'alt', isShifted && 'shift', key];
  return parts.filter(Boolean).join('+');
}

/** A source of shortcuts: lists the active ones and runs them. */
export interface KeyListener {
  /** The active shortcuts. 'g t' is a sequence. */
  shortcuts: () => readonly string[];
  run: (shortcut: string) => void;
  /** Whether the shortcut also works in text fields. */
  isEverywhere: (shortcut: string) => boolean;
  /** Settles once more shortcuts may be active. Null while nothing is loading. */
  whenMore: () => Promise<unknown> | null;
}

/**
 * Handles all keys of the page until the returned function is called. If code is still loading, a key without a handler waits for it, and
 * later keys queue behind that key. A pointer press or a timeout clears the queue.
 */
export function listenToKeys(
  { shortcuts, run, isEverywhere, whenMore }: KeyListener,
  isMac: boolean,
): () => void {
  let first: { press: string; at: number } | null = null;
  let waiting: KeyboardEvent[] = [];

  // Capture phase because the second key of a sequence must not trigger its own shortcut.
  function handleSecond(event: KeyboardEvent): void {
    const press = readPress(event, isMac);
    if (first === null || press === null) return;
    const both = `${first.press} ${press}`;
    const isLate = event.timeStamp - first.at > SECOND_KEY_MS;
    first = null;
    if (isLate || isTaken(event) || !shortcuts().includes(both)) return;
    event.preventDefault();
    event.stopPropagation();
    run(both);
  }

  function handleKeyDown(event: KeyboardEvent): void {
    if (waiting.length > 0) waiting.push(event);
    else if (!handleNow(event)) waitForMore(event);
  }

  /** Handles a key with the active shortcuts. Returns false if code that is still loading may handle it. */
  function handleNow(event: KeyboardEvent): boolean {
    const press = readPress(event, isMac);
    if (press === null || event.defaultPrevented || event.isComposing) return true;
    const known = shortcuts();
    // A letter without a modifier is typed text.
    const mayPass = press.startsWith('mod+') && isEverywhere(press) && !isInOverlay(event.target);
    if (isTaken(event) && !mayPass) return true;
    if (known.includes(press)) {
      event.preventDefault();
      run(press);
    } else if (known.some((shortcut) => shortcut.startsWith(`${press} `))) {
      first = { press, at: event.timeStamp };
    } else {
      return event.key.length > 1 && !ACTING.has(event.key);
    }
    return true;
  }

  function waitForMore(event: KeyboardEvent): void {
    const more = whenMore();
    if (more === null) return;
    waiting = [event];
    const replay = (): void => {
      clearTimeout(timer);
      const late = waiting;
      forget();
      for (const press of late) {
        const isInPage = !isTyping(press.target);
        // A field opened by an earlier press may have taken focus. The press was meant for that field.
        if (isInPage && isTyping(document.activeElement)) holdTyping();
        if (isInPage && keepTyped(press)) continue;
        handleSecond(press);
        flushSync(() => handleNow(press));
      }
      deliverTyped(document.activeElement);
    };
    const timer = setTimeout(forget, LATE_MS);
    // Render the loaded code before replaying the keys.
    void more.then(() => setTimeout(replay));
  }

  function forget(): void {
    waiting = [];
  }

  window.addEventListener('keydown', handleSecond, { capture: true });
  window.addEventListener('keydown', handleKeyDown);
  window.addEventListener('pointerdown', forget, { capture: true });
  return () => {
    window.removeEventListener('keydown', handleSecond, { capture: true });
    window.removeEventListener('keydown', handleKeyDown);
    window.removeEventListener('pointerdown', forget, { capture: true });
  };
}
