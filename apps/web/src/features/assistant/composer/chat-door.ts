import { createState, useSelected } from '#platform/client-state/state.ts';
import { auth } from '#platform/session/session.ts';
import { getCurrentTeam, teamsState } from '#platform/session/teams.ts';

interface ChatDoor {
  /** What is typed and not said yet. */
  draft: string;
  /** Said before the chat's code was here. */
  said: string | null;
  /** A conversation has begun that has no address yet. */
  isOpen: boolean;
  /** Raised by whoever wants to type. */
  wish: number;
}

const CLOSED = { draft: '', said: null, isOpen: false };

/** What stands before the chat while its code is not here: small, since home carries it. */
export const chatDoor = createState<ChatDoor>({ ...CLOSED, wish: 0 });

export function useChatDoor<R>(select: (door: ChatDoor) => R): R {
  return useSelected(chatDoor, select);
}

/** Begins a conversation. */
export function beginChat(text: string): void {
  chatDoor.set({ said: text, isOpen: true });
}

/** Moves the focus to where one says something, on the screen that is shown or comes. */
export function wishToAsk(): void {
  chatDoor.set({ wish: chatDoor.get().wish + 1 });
}

const readOwner = (): string => `${auth.get().user?.id} ${getCurrentTeam()?._id}`;
let owner = readOwner();
/** What was typed for one team is not said in another. */
function closeForOthers(): void {
  const now = readOwner();
  if (now === owner) return;
  owner = now;
  chatDoor.set(CLOSED);
}
teamsState.subscribe(closeForOthers);
auth.subscribe(closeForOthers);
