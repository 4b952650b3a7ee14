import type { PointerEvent as ReactPointerEvent } from 'react';

/** Whether a press may start a drag. Touch input scrolls and selects instead, and a press with a modifier key selects. */
export function isDragPress({
  button,
  pointerType,
  shiftKey,
  ctrlKey,
  metaKey,
}: ReactPointerEvent<HTMLElement>): boolean {
  return button === 0 && pointerType !== 'touch' && !shiftKey && !ctrlKey && !metaKey;
}

interface DragGesture {
  /** Whether the pointer has moved far enough from the press. Smaller moves count as a click. */
  hasMoved: (move: PointerEvent) => boolean;
  onMove: (move: PointerEvent) => void;
  /** Called when a drag ends. `isDone` is false if the drag was canceled. */
  onEnd: (isDone: boolean) => void;
}

/**
 * Follows the pointer from a press to its release. Escape cancels the drag.
 * @returns a signal that is aborted at the end
 */
export function followDrag({ hasMoved, onMove, onEnd }: DragGesture): AbortSignal {
  let isDragging = false;
  const stop = new AbortController();
  const { signal } = stop;
  function finish(isDone: boolean): void {
    stop.abort();
    if (!isDragging) return;
    swallowClick();
    onEnd(isDone);
  }
  window.addEventListener(
    'pointermove',
    (move) => {
      if (!isDragging && !hasMoved(move)) return;
      isDragging = true;
      onMove(move);
    },
    { signal },
  );
  window.addEventListener('pointerup', () => finish(true), { signal });
  window.addEventListener('pointercancel', () => finish(false), { signal });
  window.addEventListener('selectstart', (select) => select.preventDefault(), { signal });
  window.addEventListener(
    'keydown',
    (key) => {
      if (key.key !== 'Escape' || !isDragging) return;
      key.preventDefault();
      key.stopPropagation();
      finish(false);
    },
    { signal, capture: true },
  );
  return signal;
}

/**
 * Swallows the click that ends a drag. The next press stops this because input has priority over timers on a busy page and may precede the
 * timeout.
 */
function swallowClick(): void {
  const stop = new AbortController();
  window.addEventListener('pointerdown', () => stop.abort(), { signal: stop.signal, capture: true });
  window.addEventListener(
    'click',
    (click) => {
      click.preventDefault();
      click.stopPropagation();
    },
    { signal: stop.signal, capture: true },
  );
  setTimeout(() => stop.abort());
}
