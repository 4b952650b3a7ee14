import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { ApiError } from '#platform/api/api-client.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { auth, session } from './session.ts';
import { SignInCancelled, startSignIn, type SignInAttempt } from './sign-in-popup.ts';
import { createState } from '#platform/client-state/state.ts';

/** A request that needs a fresh sign-in; a dialog of the shell asks for it. */
interface SignInRequest {
  /** The refusal as text for the user. */
  words: string;
  settle: (isFresh: boolean) => void;
}

export const freshSignIn = createState<{ asked: SignInRequest | null }>({ asked: null });

/**
 * Runs an action that may need a fresh sign-in. If the server requires one, a dialog asks for it, and then the action is retried.
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

/** Refusals that the dialog showed and the user dismissed. */
const declined = new WeakSet<object>();

/** Whether the user declined to sign in again for it. The error has then already been shown. */
export function isDeclined(error: unknown): boolean {
  return error instanceof ApiError && declined.has(error);
}

/** Shows an error of `withFreshSignIn`, unless its dialog already did. */
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
  /** Call it in the click handler: it opens the popup. */
  start: () => void;
  cancel: () => void;
}

/** A second sign-in of the current user; `onFresh` is called only for the same user. */
export function useSignInAgain(onFresh: () => void): SignInAgain {
  const [attempt, setAttempt] = useState<SignInAttempt | null>(null);

  async function finish(started: SignInAttempt): Promise<void> {
    const userId = auth.get().user?.id;
    try {
      const user = await session.signInWith(await started.token);
      // Another account was chosen: nothing shown here belongs to it, and the requested action is not run.
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
