import { plural, t } from '@lingui/core/macro';
import type { useRouter } from '@tanstack/react-router';
import { rememberBlocked, type BlockedRequest } from '#features/billing/index.ts';
import { isOfRefusedDocument } from '#features/documents/index.ts';
import { findClash, isClash } from '#features/tasks/index.ts';
import { copyText } from '#platform/actions/copy-text.ts';
import { toasts, hideToast, showToast, type Toast, type ToastAction } from '#platform/client-state/toasts.ts';
import { explainProblem } from '#platform/texts/error-messages.ts';
import type { Refusal, TeamStore } from '#platform/sync/index.ts';

interface Around {
  store: TeamStore;
  router: ReturnType<typeof useRouter>;
  openTask: (taskId: string) => void;
}

/** Maximum number of rejected changes whose entered text is kept. */
const MAX_TEXTS = 20;

let shown: { toast: Toast; refusals: readonly Refusal[]; path: string } | null = null;

/**
 * Shows which change was not saved and why. For several changes in a row, shows their number. Skips rejections that the task's panel or the
 * document's own screen reports.
 */
export async function showRefusals(fresh: readonly Refusal[], around: Around): Promise<void> {
  const { store, router } = around;
  await leaveRefusedProject(fresh, around);
  const untold = fresh.filter(
    (refusal) =>
      !isReportedInPanel(refusal, readOpenTask(router)) &&
      !isReportedOnScreen(refusal, router.state.location.pathname),
  );
  if (untold.length > 0) showRefusalToast(untold, around);
  await dismissReported(store, fresh);
}

function showRefusalToast(untold: readonly Refusal[], around: Around): void {
  const before = shown?.toast === toasts.get().toast ? shown.refusals : [];
  const refusals = [...before, ...untold];
  const [first] = refusals;
  if (first === undefined) return;
  const count = refusals.length;
  const why = isClash(first)
    ? t`Someone else changed this description while you were writing.`
    : explainProblem(first.problem);
  const what = plural(count, { one: 'Couldn’t save this change.', other: 'Couldn’t save # changes.' });
  // The user's text is no longer visible. The actions must not disappear with the toast.
  const isLasting = refusals.some((refusal) => isCreate(refusal) && hasText(refusal));
  showToast(`${what} ${why}`, { isSuccess: false, isLasting, actions: listActions(refusals, around) });
  shown = { toast: toasts.get().toast, refusals, path: around.router.state.location.pathname };
}

/** Called when another screen or task is opened. Hides the previous screen's toast, or a rejection that the task's panel shows itself. */
export function leaveRefusals(path: string, openTaskId: string | undefined): void {
  if (shown === null) return;
  if (shown.path === path && !shown.refusals.every((refusal) => isReportedInPanel(refusal, openTaskId)))
    return;
  if (shown.toast === toasts.get().toast) hideToast();
  shown = null;
}

/** A conflict in a description is reported by the task's panel. The panel shows both versions. */
function isReportedInPanel(refusal: Refusal, openTaskId: string | undefined): boolean {
  return openTaskId !== undefined && findClash([refusal], openTaskId) !== undefined;
}

/** A document's own screen reports that its creation was rejected and keeps its text. */
function isReportedOnScreen(refusal: Refusal, pathname: string): boolean {
  return refusal.mutation.effects.some(({ entity, id }) => entity === 'document' && pathname.endsWith(id));
}

function isCreate({ mutation }: Refusal): boolean {
  return mutation.route.startsWith('POST') && mutation.effects.some(({ op }) => op === 'put');
}

function readOpenTask({ state }: Around['router']): string | undefined {
  return (state.location.search as { task?: string }).task;
}

/** Copies the entered text of these changes, then dismisses them. */
export async function copyTexts(store: TeamStore, refusals: readonly Refusal[]): Promise<void> {
  const typed = refusals.filter(hasText);
  const text = typed.map(({ mutation }) => mutation.text).join('\n\n');
  // The text is stored nowhere else, so dismiss the changes only after copying it.
  if (!(await copyText(text, t`Text copied`))) return;
  for (const refusal of typed) if (!isClash(refusal)) await store.dismissRefusal(refusal.mutation.mutationId);
}

function listActions(refusals: readonly Refusal[], { store, router, openTask }: Around): ToastAction[] {
  const actions: ToastAction[] = [];
  const clash = refusals.find(isClash)?.mutation.effects[0]?.id;
  if (clash !== undefined) actions.push({ label: t`See both texts`, run: () => openTask(clash) });
  else if (refusals.some(hasText))
    actions.push({ label: t`Copy text`, run: () => void copyTexts(store, refusals) });
  const unpaid = refusals.find(({ problem }) => problem.status === 402);
  if (unpaid !== undefined)
    actions.push({
      label: t`See plans`,
      run: () => {
        rememberRefused(unpaid);
        void router.navigate({ to: '/dashboard/upgrade', search: {} });
      },
    });
  return actions;
}

/** Keeps a request that exceeded a limit so that it can be resumed after the payment. */
function rememberRefused({ mutation: { route, body }, problem: { limit } }: Refusal): void {
  if (body === undefined) return;
  const { id, position: _position, ...fields } = body;
  const [title, name] = [fields['title'], fields['name']].map((one) => (typeof one === 'string' ? one : ''));
  const requests: Partial<Record<typeof route, BlockedRequest>> = {
    'POST /teams/{teamId}/tasks': {
      kind: 'tasks',
      name: title ?? '',
      wish: { tasks: [{ fields, newLabels: [] }], place: {} },
    },
    'POST /teams/{teamId}/projects': { kind: 'project', name: name ?? '', wish: fields },
    // Keep the id. The document's text is stored on this device under it.
    'POST /teams/{teamId}/documents': { kind: 'document', name: title ?? '', wish: { ...fields, id } },
  };
  const known = requests[route];
  if (known !== undefined && (limit === 'tasks' || limit === 'projects' || limit === 'documents'))
    rememberBlocked(limit, known);
}

/** Leaves the screen of a project whose creation was rejected because it would only show 'not found'. */
async function leaveRefusedProject(refusals: readonly Refusal[], { router }: Around): Promise<void> {
  const { pathname } = router.state.location;
  const created = refusals.flatMap(({ mutation }) => mutation.effects.filter(({ op }) => op === 'put'));
  if (created.some(({ entity, id }) => entity === 'project' && pathname.includes(id)))
    await router.navigate({ to: '/dashboard/projects', search: {}, replace: true });
}

/** Dismisses reported rejections without text, and the oldest rejections with text beyond the maximum number. */
async function dismissReported(store: TeamStore, reported: readonly Refusal[]): Promise<void> {
  const retained = store.refusals.filter(
    (refusal) => hasText(refusal) || isClash(refusal) || isOfRefusedDocument(store.refusals, refusal),
  );
  const old = retained.filter((refusal) => !isClash(refusal)).slice(0, -MAX_TEXTS);
  for (const refusal of [...reported.filter((one) => !retained.includes(one)), ...old])
    await store.dismissRefusal(refusal.mutation.mutationId);
}

function hasText({ mutation }: Refusal): boolean {
  return mutation.text !== undefined && mutation.text !== '';
}
