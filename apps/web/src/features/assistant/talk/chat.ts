import { apiOrigin, call } from '#platform/api/api-client.ts';
import { auth } from '#platform/session/session.ts';
import { getCurrentTeam, teamsState } from '#platform/session/teams.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { loadHistory } from '#features/assistant/talk/history.ts';
import type { ConversationState } from './conversation-state.ts';
import { Conversation } from './conversation.ts';

const FIRST_PAUSE_MS = 700;

/** The conversation of this tab. */
export const chat = new Conversation({
  call,
  send: (method, path, { body, key, signal }) =>
    fetch(`${apiOrigin}${path}`, {
      method,
      credentials: 'include',
      signal,
      headers: {
        accept: 'text/event-stream',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  currentTeamId: () => getCurrentTeam()?._id,
  newId: () => crypto.randomUUID(),
  now: () => new Date(),
  pause: async (tries, signal) => {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, FIRST_PAUSE_MS * 2 ** tries);
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  },
  onTurn: (teamId) => void loadHistory(teamId),
});

/** When the team or the user changes, the chat is reset before it renders. */
let ownerOf = readOwner();
function readOwner(): string {
  return `${auth.get().user?.id} ${getCurrentTeam()?._id}`;
}
function clearForOthers(): void {
  const owner = readOwner();
  if (owner === ownerOf) return;
  ownerOf = owner;
  chat.clear();
}
teamsState.subscribe(clearForOthers);
auth.subscribe(clearForOthers);

export function useChat<R>(select: (talk: ConversationState) => R): R {
  return useSelected(chat.state, select);
}
