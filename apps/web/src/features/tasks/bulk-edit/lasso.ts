import { extendWith, selection, type Selection } from '#features/tasks/model/selection.ts';
import styles from './lasso.module.css';

/** Drag threshold in pixels. A press that moves less counts as a click. */
const SLACK_PX = 5;

/**
 * Selects tasks with a rubber band that starts in the empty area of a list or board. Escape restores the previous selection.
 * @returns the cleanup function
 */
export function startLasso(container: HTMLElement): () => void {
  const stop = new AbortController();
  container.addEventListener(
    'pointerdown',
    (down) => {
      const isEmpty =
        down.target instanceof Element &&
        down.target.closest('[data-task-of], button, a, input, textarea, [role="combobox"]') === null;
      if (!isEmpty || down.button !== 0 || down.pointerType === 'touch' || isOnScrollBar(down)) return;
      followLasso(container, down);
    },
    { signal: stop.signal },
  );
  return () => stop.abort();
}

function isOnScrollBar(event: PointerEvent): boolean {
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  const box = target.getBoundingClientRect();
  // In right-to-left languages the scrollbar is on the left, and `clientLeft` includes its width.
  const left = box.left + target.clientLeft;
  return (
    event.clientX < left ||
    event.clientX > left + target.clientWidth ||
    event.clientY > box.top + target.clientHeight
  );
}

function followLasso(container: HTMLElement, down: PointerEvent): void {
  const { chosen, anchor, range } = selection.get();
  const isAdding = down.shiftKey || down.ctrlKey || down.metaKey;
  const former: Selection = { chosen, anchor, range };
  const base = isAdding ? chosen : new Set<string>();
  const stop = new AbortController();
  let frame: HTMLElement | null = null;

  function move(event: PointerEvent): void {
    if (frame === null) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLACK_PX) return;
      frame = document.createElement('div');
      frame.className = styles['frame'] ?? '';
      document.body.append(frame);
    }
    const box = new DOMRect(
      Math.min(down.clientX, event.clientX),
      Math.min(down.clientY, event.clientY),
      Math.abs(event.clientX - down.clientX),
      Math.abs(event.clientY - down.clientY),
    );
    Object.assign(frame.style, {
      left: `${box.left}px`,
      top: `${box.top}px`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    const touched = [...container.querySelectorAll<HTMLElement>('[data-task-of]')]
      .filter((task) => isTouching(task.getBoundingClientRect(), box))
      .map((task) => task.dataset['taskOf'] ?? '');
    selection.set(extendWith(base, touched));
    event.preventDefault();
  }
  function end(): void {
    stop.abort();
    frame?.remove();
    // A click on empty space clears the selection.
    if (frame === null && !isAdding) selection.set(extendWith(new Set(), []));
  }

  const { signal } = stop;
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', end, { signal });
  window.addEventListener('pointercancel', end, { signal });
  // Prevent text selection during the drag.
  window.addEventListener('selectstart', (event) => event.preventDefault(), { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || frame === null) return;
      event.preventDefault();
      event.stopPropagation();
      selection.set(former);
      end();
    },
    { signal, capture: true },
  );
}

function isTouching(one: DOMRect, other: DOMRect): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
