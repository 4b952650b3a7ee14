import { plural, t } from '@lingui/core/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { formatPair } from '#ui/format/formats.ts';
import { forgetBlocked, readOwnBlocked, type BlockedAct } from '#features/billing/index.ts';
import { openNewDocument } from '#features/documents/index.ts';
import { sendInvites } from '#features/invites/index.ts';
import { createProject } from '#features/projects/index.ts';
import { createQuickTasks, forgetNewTaskDraft } from '#features/tasks/index.ts';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { useTeamStore, type TeamStore } from '#platform/sync/index.ts';

/** Runs a blocked action after the payment as if the user had performed it. All actions except invites can be undone. */
export function ResumeBlocked() {
  const store = useTeamStore();
  const router = useRouter();
  const resume = useEffectEvent(() => {
    const act = readOwnBlocked();
    if (act?.isDue !== true || act.teamId !== store.teamId) return;
    // Only one attempt, regardless of its outcome.
    forgetBlocked();
    void perform(act, store, router).catch((error: unknown) => showError(explainError(error)));
  });
  useEffect(() => resume(), []);
  return null;
}

async function perform(
  act: BlockedAct,
  store: TeamStore,
  router: ReturnType<typeof useRouter>,
): Promise<void> {
  const { name } = act;
  const undo = { label: t`Undo`, run: () => void store.undo() };
  switch (act.kind) {
    case 'tasks': {
      const { tasks, place } = act.wish as {
        tasks: Parameters<typeof createQuickTasks>[1];
        place: Parameters<typeof createQuickTasks>[2];
      };
      store.mutate(createQuickTasks(store, tasks, place));
      forgetNewTaskDraft();
      return showToast(t`“${name}” created`, { action: undo });
    }
    case 'project': {
      const projectId = store.newId();
      store.mutate(createProject(store, act.wish as Parameters<typeof createProject>[1], projectId));
      await router.navigate({ to: '/dashboard/projects/$projectId', params: { projectId }, search: {} });
      return showToast(t`“${name}” created`, { action: undo });
    }
    case 'document':
      openNewDocument(store, router, act.wish as Parameters<typeof openNewDocument>[2]);
      return showToast(t`Document created`, { action: undo });
    case 'invite': {
      const { addresses, role } = act.wish as { addresses: readonly string[]; role: TeamRole };
      showInviteResult(await sendInvites(store.teamId, role, addresses));
    }
  }
}

function showInviteResult(invites: Awaited<ReturnType<typeof sendInvites>>): void {
  const failed = invites.find(({ errorMessage }) => errorMessage !== null);
  const count = invites.filter(({ errorMessage }) => errorMessage === null).length;
  const sent = plural(count, { one: '# invite sent', other: '# invites sent' });
  if (failed === undefined) return showToast(sent);
  const { email, errorMessage } = failed;
  const failure = formatPair(email, errorMessage ?? '');
  showError(count === 0 ? failure : `${sent}. ${failure}`);
}
