import type { AssistantThread } from '@hearth/contracts/assistant/assistant';
import type { User } from '@hearth/contracts/auth/auth';
import type { Subscription } from '@hearth/contracts/billing/billing';
import { ApiError, call as callApi, type Call } from '#platform/api/api-client.ts';
import { takeFirstUser } from '#platform/sync/opening/first-load.ts';
import { saveLocalSession, readLocalSession, type KeyValueStorage } from './local-session.ts';
import { createState, type State } from '#platform/client-state/state.ts';
import { wipeEndedSession } from '#platform/sync/copies/local-dbs.ts';

/** The session state. The user is signed out if `user` is null and `isReady` is true. */
export interface AuthState {
  user: User | null;
  isReady: boolean;
  subscription: Subscription | null;
  /** This user's latest assistant threads in the current team. */
  aiHistory: readonly AssistantThread[];
}

export const NOBODY: AuthState = { user: null, isReady: false, subscription: null, aiHistory: [] };

interface Session {
  /** Shows the user stored in this browser, then fetches the current user from the server. */
  start(): Promise<void>;
  /** Fetches the current user from the server. Renews an expired session silently. */
  verify(): Promise<void>;
  /** Creates a session from an identity token. */
  signInWith(token: string): Promise<User>;
  /** Ends the session on the server and with the identity provider, wipes local data, then clears the user. */
  signOut(wipe?: () => Promise<void>): Promise<void>;
}

interface SessionPorts {
  call: Call;
  state: State<AuthState>;
  storage: KeyValueStorage;
  /** Returns the current user if early.ts requested it before the app's code had loaded. Returns null if a request is needed. */
  takeFirstUser?: () => Promise<User | null>;
  /** Called when the server has ended the session. */
  onEnded?: () => void;
}

/**
 * Creates a session that clears the user only on sign-out or when the server responds with 401. Without a response or on a 5xx, the last
 * user stays so that their local copy remains usable.
 */
export function createSession({ call, state, storage, takeFirstUser, onEnded }: SessionPorts): Session {
  let verifying: Promise<void> | undefined;

  async function signInWith(token: string): Promise<User> {
    const { user } = await call('POST /auth/google', { headers: { authorization: `Bearer ${token}` } });
    acceptPerson(user);
    return user;
  }

  /** A different user must not see the previous user's data. */
  function acceptPerson(user: User): void {
    const isSame = state.get().user?.id === user.id;
    state.set(isSame ? { user } : { user, subscription: null, aiHistory: [] });
  }

  function forgetPerson(): void {
    saveLocalSession(storage, null);
    state.set({ user: null, subscription: null, aiHistory: [] });
  }

  function endSession(): void {
    forgetPerson();
    onEnded?.();
  }

  async function renew(): Promise<void> {
    const { token } = await call('POST /auth/google/refresh');
    await signInWith(token);
  }

  async function verifySession(): Promise<void> {
    try {
      acceptPerson((await takeFirstUser?.()) ?? (await call('POST /auth/verify')).user);
    } catch (error) {
      if (!isSignedOut(error)) return;
      if (error.code !== 'TOKEN_EXPIRED') return endSession();
      try {
        await renew();
      } catch (failure) {
        if (isSignedOut(failure)) endSession();
      }
    }
  }

  function verify(): Promise<void> {
    verifying ??= verifySession().finally(() => {
      verifying = undefined;
      state.set({ isReady: true });
    });
    return verifying;
  }

  return {
    async start() {
      const stored = readLocalSession(storage);
      if (stored !== null) state.set({ user: stored.user, subscription: stored.subscription, isReady: true });
      await verify();
    },
    verify,
    signInWith,
    async signOut(wipe) {
      await call('POST /auth/signout');
      await wipe?.();
      forgetPerson();
    },
  };
}

function isSignedOut(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 401;
}

export const auth = createState<AuthState>(NOBODY);
export const session = createSession({
  call: callApi,
  state: auth,
  storage: globalThis.localStorage,
  takeFirstUser,
  onEnded: () => {
    // If storage is forbidden, there is nothing to wipe.
    void wipeEndedSession(() => auth.get().user === null).catch(() => undefined);
  },
});

/** Resets the chat because it belongs to the current team. */
export function clearChat(): void {
  auth.set({ aiHistory: [] });
}
