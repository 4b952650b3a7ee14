import { selection } from './selection.ts';

/** Delay in ms after which a list has re-rendered. */
export const DRAWN_MS = 30;

/**
 * Restores focus to a task once the list has re-rendered, unless another element has been focused by then. If the task no longer
 * exists, focuses the next remaining task, otherwise the previous one.
 */
export function restoreTaskFocus(order: readonly string[], id: string | null): void {
  if (id === null) return;
  const at = order.indexOf(id);
  setTimeout(() => {
    const active = document.activeElement;
    const isElsewhere =
      active !== null && active !== document.body && active.getAttribute('data-task-id') !== id;
    if (isElsewhere || document.querySelector('[aria-modal="true"]') !== null) return;
    const { host } = selection.get();
    const left = new Set(host?.order());
    const next = [...order.slice(at), ...order.slice(0, at).toReversed()].find((one) => left.has(one));
    if (next !== undefined) host?.focus(next);
  }, DRAWN_MS);
}
