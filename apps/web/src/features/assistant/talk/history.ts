import type { AssistantThread } from '@hearth/contracts/assistant/assistant';
import { ASSISTANT_LIMITS } from '@hearth/contracts/assistant/assistant-values';
import { call } from '#platform/api/api-client.ts';
import { auth } from '#platform/session/session.ts';
import { getCurrentTeam } from '#platform/session/teams.ts';

/** Brings the latest threads of a team into the auth state; an answer for a team that was left is dropped. */
export async function loadHistory(teamId: string): Promise<void> {
  try {
    const { threads } = await call('GET /teams/{teamId}/assistant/threads', {
      params: { teamId },
      query: { limit: ASSISTANT_LIMITS.history },
    });
    if (getCurrentTeam()?._id === teamId) auth.set({ aiHistory: threads });
  } catch {
    // Nobody asked for it: the list stays as it is, and is read again with the next turn.
  }
}

/** Shown at once; `null` takes it out of the list. */
export function putInHistory(threadId: string, change: Partial<AssistantThread> | null): void {
  const { aiHistory } = auth.get();
  auth.set({
    aiHistory: sortThreads(
      change === null
        ? aiHistory.filter(({ id }) => id !== threadId)
        : aiHistory.map((thread) => (thread.id === threadId ? { ...thread, ...change } : thread)),
    ),
  });
}

/** As the server lists them: pinned ones, then the latest. */
function sortThreads(threads: readonly AssistantThread[]): AssistantThread[] {
  return threads.toSorted(
    (a, b) =>
      Number(b.isPinned) - Number(a.isPinned) ||
      (a.updatedAt === b.updatedAt ? 0 : a.updatedAt < b.updatedAt ? 1 : -1),
  );
}
