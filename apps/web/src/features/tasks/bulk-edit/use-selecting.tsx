import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { isTyping } from '#platform/actions/keys.ts';
import { HOLD_MS, SLIP_PX } from '#ui/drag/touch-drag.ts';
import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';
import {
  extendTo,
  NOTHING,
  selection,
  toggleOne,
  type SelectionHost,
} from '#features/tasks/model/selection.ts';
import { useKeyStart } from './use-key-start.ts';

// Bulk actions are lazy-loaded on the first interaction because the initial board does not need them.
const BulkActions = lazyOnIntent(async () => (await import('./bulk-actions.tsx')).BulkActions);

type ContainerProps = Pick<
  React.HTMLAttributes<HTMLElement>,
  | 'onKeyDownCapture'
  | 'onFocusCapture'
  | 'onBlurCapture'
  | 'onMouseDownCapture'
  | 'onClickCapture'
  | 'onPointerMoveCapture'
  | 'onPointerDownCapture'
  | 'onPointerUpCapture'
  | 'onPointerCancelCapture'
  | 'onContextMenuCapture'
  | 'onDragStartCapture'
>;

interface Selecting {
  props: ContainerProps;
  /** The bulk actions, to be rendered next to the list. False until the first interaction. */
  acts: ReactNode;
}

/**
 * Multi-select in a list or board by X, by Ctrl-, Cmd- or Shift-click, by checkboxes, or by a long press. Each task is an element with
 * `data-task-of`. Its focusable element has `data-task-id`.
 */
export function useSelecting(host: SelectionHost, container: React.RefObject<HTMLElement | null>): Selecting {
  const [isAwake, setIsAwake] = useState(false);
  const press = useRef<{ stop: () => void; id: string; x: number; y: number } | null>(null);
  const isTouch = useRef(false);
  const wasLong = useRef(false);
  const latest = useRef(host);
  useLayoutEffect(() => {
    latest.current = host;
  });
  useEffect(() => {
    // Called while other components render, so it cannot be an effect event.
    const own: SelectionHost = {
      order: () => latest.current.order(),
      focus: (id) => latest.current.focus(id),
    };
    selection.set({ ...NOTHING, focused: null, host: own });
    return () => {
      if (selection.get().host === own) selection.set({ ...NOTHING, focused: null, host: null });
    };
  }, []);

  useKeyStart({ container, ...host, onStart: () => setIsAwake(true) });

  function endPress(): void {
    press.current?.stop();
    press.current = null;
  }

  const props: ContainerProps = {
    onKeyDownCapture(event) {
      const id = event.target instanceof HTMLElement ? event.target.dataset['taskId'] : undefined;
      const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey && !event.shiftKey;
      if (id === undefined || event.key.toLowerCase() !== 'x' || !isPlain) return;
      event.preventDefault();
      selection.set(toggleOne(selection.get(), id));
    },
    onFocusCapture(event) {
      setIsAwake(true);
      selection.set({ focused: findTask(event.target) });
    },
    onBlurCapture: () => selection.set({ focused: null }),
    onMouseDownCapture(event) {
      // Prevent Shift-click from selecting text.
      if (event.shiftKey && findTask(event.target) !== null) event.preventDefault();
    },
    onPointerMoveCapture(event) {
      setIsAwake(true);
      const from = press.current;
      if (from !== null && Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLIP_PX) endPress();
    },
    onPointerDownCapture(event) {
      endPress();
      setIsAwake(true);
      isTouch.current = event.pointerType === 'touch';
      wasLong.current = false;
      const id = isTouch.current && event.isPrimary ? findTask(event.target) : null;
      if (id === null) return;
      const timer = setTimeout(() => {
        wasLong.current = true;
        selection.set(toggleOne(selection.get(), id));
        // Haptic feedback, where supported.
        if ('vibrate' in navigator) navigator.vibrate(10);
      }, HOLD_MS);
      press.current = { id, x: event.clientX, y: event.clientY, stop: () => clearTimeout(timer) };
    },
    onPointerUpCapture: endPress,
    onPointerCancelCapture: endPress,
    onContextMenuCapture(event) {
      if (isTouch.current && findTask(event.target) !== null) event.preventDefault();
    },
    onDragStartCapture(event) {
      if (!isTouch.current) return;
      // A long press selects the task. If the finger then moves, it starts a drag (see ui/drag/touch-drag.ts).
      if (event.isTrusted) return event.preventDefault();
      if (wasLong.current && press.current !== null)
        selection.set(toggleOne(selection.get(), press.current.id));
      endPress();
    },
    onClickCapture(event) {
      const id = findTask(event.target);
      if (id === null || isTyping(event.target)) return;
      const present = selection.get();
      const isBox = event.target instanceof Element && event.target.closest('[data-chooses]') !== null;
      const isTap = isTouch.current && present.chosen.size > 0 && event.detail > 0;
      if (event.shiftKey) selection.set(extendTo(present, id, host.order()));
      else if (!wasLong.current && (event.metaKey || event.ctrlKey || isBox || isTap))
        selection.set(toggleOne(present, id));
      else if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
      if (!isTouch.current) focusTask(event.currentTarget, id);
    },
  };
  return { props, acts: isAwake && <BulkActions container={container} /> };
}

/** Extends the selection from the current task to the adjacent task for Shift with an arrow key. */
export function extendSelection(from: string, to: string): void {
  const present = selection.get();
  const order = present.host?.order() ?? [];
  const begun = present.anchor === null ? toggleOne(present, from) : present;
  selection.set(extendTo(begun, to, order));
}

function focusTask(container: Element, id: string): void {
  container.querySelector<HTMLElement>(`[data-task-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
}

function findTask(target: EventTarget): string | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-task-of]') : null;
  return element?.dataset['taskOf'] ?? null;
}
