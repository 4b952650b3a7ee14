import { useEffect, useRef } from 'react';
import { focusAsFallback } from './focus-after-render.ts';

/** Excludes text inputs: shortcuts that affect the task, such as undo, must work while the element has focus. */
const CONTROLS =
  'a[href], button, input:is([type="checkbox"], [type="radio"]), select, [tabindex]:not([contenteditable], input, textarea)';

/**
 * Keeps focus in a panel. When the focused element is removed, the nearest remaining control gets focus instead of the page. Shortcuts then
 * still work. Explicit focus takes precedence.
 */
export function KeepFocus() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const panel = mark.current?.closest('aside') ?? null;
    return panel === null ? undefined : keepFocusIn(panel);
  }, []);
  return <span ref={mark} hidden />;
}

function keepFocusIn(panel: HTMLElement): () => void {
  // The most recently focused element of the panel, even if a menu over the panel now has focus.
  let last: Element | null = null;
  const stop = new AbortController();
  const { signal } = stop;
  panel.addEventListener('focusin', ({ target }) => (last = target as Element), { signal });
  panel.addEventListener(
    'focusout',
    () =>
      queueMicrotask(() => {
        // A press outside all controls drops focus intentionally.
        if (last?.isConnected === true && isFocusLost()) last = null;
      }),
    { signal },
  );
  const watcher = new MutationObserver((records) => {
    if (last === null || last.isConnected || !isFocusLost()) return;
    const removal = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(last)));
    last = null;
    if (removal !== undefined) focusAsFallback(findNear(panel, removal) ?? panel);
  });
  watcher.observe(panel, { childList: true, subtree: true });
  return () => {
    stop.abort();
    watcher.disconnect();
  };
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Searches outwards from the removed element. Returns the first control after the element, otherwise the last control before it. */
function findNear(
  panel: HTMLElement,
  { target, previousSibling }: Pick<MutationRecord, 'target' | 'previousSibling'>,
): HTMLElement | undefined {
  let before = previousSibling;
  for (let around: Node | null = target; around instanceof Element; around = around.parentNode) {
    if (!panel.contains(around)) return undefined;
    const controls = [...around.querySelectorAll<HTMLElement>(CONTROLS)].filter(canHaveFocus);
    const near = controls.find((control) => isBehind(control, before)) ?? controls.at(-1);
    if (near !== undefined) return near;
    before = around;
  }
  return undefined;
}

function canHaveFocus(control: HTMLElement): boolean {
  return control.tabIndex >= 0 && !control.matches(':disabled') && control.checkVisibility();
}

function isBehind(control: Node, before: Node | null): boolean {
  if (before === null || !before.isConnected) return true;
  const position = before.compareDocumentPosition(control);
  const isInside = (position & Node.DOCUMENT_POSITION_CONTAINED_BY) !== 0;
  return !isInside && (position & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
