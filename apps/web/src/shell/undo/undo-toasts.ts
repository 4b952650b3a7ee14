import { plural, t } from '@lingui/core/macro';
import type { useRouter } from '@tanstack/react-router';
import { showToast, type ToastAction } from '#platform/client-state/toasts.ts';
import type { TeamStore, UndoResult } from '#platform/sync/index.ts';
import { findSubject, type UndoSubject } from './undo-subject.ts';

interface Around {
  store: TeamStore;
  router: ReturnType<typeof useRouter>;
  openTask: (taskId: string) => void;
}

/** Time, in milliseconds, until the screen shows the undone change. */
const DRAWN_MS = 30;

/** Reports an undo with a link to its subject unless the subject is visible. */
export function showUndoneToast(result: UndoResult, around: Around): void {
  const subject = findSubject(around.store, result.rows);
  const isPart = result.left.length > 0;
  showUndoToast(
    isPart ? t`Undone, except what someone else has changed since` : formatUndone(subject),
    subject,
    around,
  );
}

/** Reports a redo with a link to its subject unless the subject is visible. */
export function showRedoneToast(result: UndoResult, around: Around): void {
  const subject = findSubject(around.store, result.rows);
  showUndoToast(formatRedone(subject), subject, around);
}

let toastTimer: ReturnType<typeof setTimeout> | undefined;

function showUndoToast(
  message: string,
  subject: UndoSubject | null,
  { store, router, openTask }: Around,
): void {
  // There is a single toast for the latest action, so cancel the pending toast.
  clearTimeout(toastTimer);
  const taskId = subject?.taskId ?? null;
  if (taskId === null) return showToast(message);
  toastTimer = setTimeout(() => {
    const { task: inPanel } = router.state.location.search as { task?: string };
    const isInPanel = inPanel === taskId || inPanel === store.row('task', taskId)?.key;
    const isSeen = isInPanel || document.querySelector(`[data-task-id="${CSS.escape(taskId)}"]`) !== null;
    const open: ToastAction = { label: t`Open`, run: () => openTask(taskId) };
    showToast(message, isSeen ? {} : { action: open });
  }, DRAWN_MS);
}

function formatUndone(subject: UndoSubject | null): string {
  if (subject === null) return t`Undone`;
  const { entity, count, change, name } = subject;
  if (name !== null && (entity !== 'task' || change === 'edited')) return t`Undone: ${name}`;
  if (name !== null)
    return change === 'removed' ? t`Undone: “${name}” moved to trash` : t`Undone: “${name}” restored`;
  if (entity !== 'task' || count < 2) return t`Undone`;
  if (change === 'removed')
    return plural(count, { one: 'Undone: # task moved to trash', other: 'Undone: # tasks moved to trash' });
  if (change === 'restored')
    return plural(count, { one: 'Undone: # task restored', other: 'Undone: # tasks restored' });
  return plural(count, { one: 'Undone: # task', other: 'Undone: # tasks' });
}

function formatRedone(subject: UndoSubject | null): string {
  if (subject === null) return t`Redone`;
  const { entity, count, change, name } = subject;
  if (name !== null && (entity !== 'task' || change === 'edited')) return t`Redone: ${name}`;
  if (name !== null)
    return change === 'removed' ? t`Redone: “${name}” moved to trash` : t`Redone: “${name}” restored`;
  if (entity !== 'task' || count < 2) return t`Redone`;
  if (change === 'removed')
    return plural(count, { one: 'Redone: # task moved to trash', other: 'Redone: # tasks moved to trash' });
  if (change === 'restored')
    return plural(count, { one: 'Redone: # task restored', other: 'Redone: # tasks restored' });
  return plural(count, { one: 'Redone: # task', other: 'Redone: # tasks' });
}
