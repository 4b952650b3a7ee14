import type { AssistantThread } from '@hearth/contracts/assistant/assistant';
import { ASSISTANT_LIMITS } from '@hearth/contracts/assistant/assistant-values';
import { call } from '#platform/api/api-client.ts';
import { auth } from '#platform/session/session.ts';
import { getCurrentTeam } from '#platform/session/teams.ts';

/** Loads the latest threads of a team into the auth state. Drops the response if the user has left the team. */
export async function loadHistory(teamId: string): Promise<void> {
  try {
    const { threads } = await call('GET /teams/{teamId}/assistant/threads', {
      params: { teamId },
      query: { limit: ASSISTANT_LIMITS.history },
    });
    if (getCurrentTeam()?._id === teamId) auth.set({ aiHistory: threads });
  } catch {
    // Background request: on failure, the list is kept and reloaded with the next turn.
  }
}

/** Updates a thread in the list without refetching. Null removes the thread. */
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

/** Sorts like the server: pinned threads first, then the latest threads. */
function sortThreads(threads: readonly AssistantThread[]): AssistantThread[] {
  return threads.toSorted(
    (a, b) =>
      Number(b.isPinned) - Number(a.isPinned) ||
      (a.updatedAt === b.updatedAt ? 0 : a.updatedAt < b.updatedAt ? 1 : -1),
  );
}
