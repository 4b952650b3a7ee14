import { createState, useSelected } from '#platform/client-state/state.ts';
import { auth } from '#platform/session/session.ts';
import { getCurrentTeam, teamsState } from '#platform/session/teams.ts';

interface ChatDoor {
  /** Text that is typed but not sent yet. */
  draft: string;
  /** Text that was sent before the chat was shown. */
  pendingMessage: string | null;
  /** Whether a conversation without a URL has started. */
  isOpen: boolean;
  /** Incremented to request focus for the composer. */
  focusRequests: number;
}

const CLOSED = { draft: '', pendingMessage: null, isOpen: false };

/** State of the chat that is needed before its code is loaded. Kept small because the home screen includes it. */
export const chatDoor = createState<ChatDoor>({ ...CLOSED, focusRequests: 0 });

export function useChatDoor<R>(select: (door: ChatDoor) => R): R {
  return useSelected(chatDoor, select);
}

/** Starts a conversation. */
export function beginChat(text: string): void {
  chatDoor.set({ pendingMessage: text, isOpen: true });
}

/** Requests focus for the composer on the current screen or the next one. */
export function requestComposerFocus(): void {
  chatDoor.set({ focusRequests: chatDoor.get().focusRequests + 1 });
}

const readOwner = (): string => `${auth.get().user?.id} ${getCurrentTeam()?._id}`;
let owner = readOwner();
/** Closes the chat when the team or the user changes: a draft for one team must never be sent in another. */
function closeForOthers(): void {
  const now = readOwner();
  if (now === owner) return;
  owner = now;
  chatDoor.set(CLOSED);
}
teamsState.subscribe(closeForOthers);
auth.subscribe(closeForOthers);
