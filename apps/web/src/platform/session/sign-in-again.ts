import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { ApiError } from '#platform/api/api-client.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-words.ts';
import { auth, session } from './session.ts';
import { SignInCancelled, startSignIn, type SignInAttempt } from './sign-in-popup.ts';
import { createState } from '#platform/client-state/state.ts';

/** What the server wants a fresh sign-in for; a dialog of the shell asks for it. */
interface SignInRequest {
  /** The refusal in words for a person. */
  words: string;
  settle: (isFresh: boolean) => void;
}

export const freshSignIn = createState<{ asked: SignInRequest | null }>({ asked: null });

/**
 * Does what may need a fresh sign-in. Where the server asks for one, so does the dialog, and then it goes on by itself.
 * @throws what `act` throws; the refusal itself when the person does not sign in again.
 */
export async function withFreshSignIn<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'REAUTH_REQUIRED') throw error;
    if (await askForFreshSignIn(explainError(error))) return await act();
    declined.add(error);
    throw error;
  }
}

/** Refusals that the dialog told, and that the person left at that. */
const declined = new WeakSet<object>();

/** Did the person not want to sign in again for it? Then there is nothing left to tell them. */
export function isDeclined(error: unknown): boolean {
  return error instanceof ApiError && declined.has(error);
}

/** Tells of what `withFreshSignIn` threw, unless its dialog did. */
export function showRefusal(error: unknown): void {
  if (!isDeclined(error)) showError(explainError(error));
}

function askForFreshSignIn(words: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  freshSignIn.get().asked?.settle(false);
  const settle = (isFresh: boolean) => {
    freshSignIn.set({ asked: null });
    resolve(isFresh);
  };
  freshSignIn.set({ asked: { words, settle } });
  return promise;
}

interface SignInAgain {
  isBusy: boolean;
  /** Call it in the click: it opens the popup. */
  start: () => void;
  cancel: () => void;
}

/** A second sign-in of the person who is here; `onFresh` is called only for the same person. */
export function useSignInAgain(onFresh: () => void): SignInAgain {
  const [attempt, setAttempt] = useState<SignInAttempt | null>(null);

  async function finish(started: SignInAttempt): Promise<void> {
    const userId = auth.get().user?.id;
    try {
      const user = await session.signInWith(await started.token);
      // Another account was chosen: nothing of what is shown here is theirs, and what was asked for is not done.
      if (user.id === userId) onFresh();
      else location.assign('/dashboard');
    } catch (error) {
      if (!(error instanceof SignInCancelled)) showError(t`Something went wrong. Please try again.`);
    } finally {
      setAttempt((current) => (current === started ? null : current));
    }
  }

  return {
    isBusy: attempt !== null,
    start() {
      const started = startSignIn(location.pathname + location.search);
      setAttempt(started);
      void finish(started);
    },
    cancel: () => attempt?.cancel(),
  };
}
