import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { ApiError } from '#platform/api/api-client.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { auth, session } from './session.ts';
import { SignInCancelled, startSignIn, type SignInAttempt } from './sign-in-popup.ts';
import { createState } from '#platform/client-state/state.ts';

/** A request that requires reauthentication. A dialog of the shell offers it. */
interface SignInRequest {
  /** The server's error message for the user. */
  message: string;
  settle: (isFresh: boolean) => void;
}

export const freshSignIn = createState<{ pending: SignInRequest | null }>({ pending: null });

/**
 * Runs an action that may require reauthentication. If it does, a dialog offers to sign in again, and the action is then retried.
 * @throws what `act` throws, or the REAUTH_REQUIRED error if the user does not sign in again
 */
export async function withFreshSignIn<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'REAUTH_REQUIRED') throw error;
    if (await requestFreshSignIn(explainError(error))) return await act();
    declined.add(error);
    throw error;
  }
}

/** REAUTH_REQUIRED errors whose dialog the user dismissed. */
const declined = new WeakSet<object>();

/** Whether the user declined to sign in again after this error. The dialog has then already shown the error. */
export function isDeclined(error: unknown): boolean {
  return error instanceof ApiError && declined.has(error);
}

/** Shows an error of `withFreshSignIn` unless its dialog has already shown it. */
export function showRefusal(error: unknown): void {
  if (!isDeclined(error)) showError(explainError(error));
}

function requestFreshSignIn(message: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  freshSignIn.get().pending?.settle(false);
  const settle = (isFresh: boolean) => {
    freshSignIn.set({ pending: null });
    resolve(isFresh);
  };
  freshSignIn.set({ pending: { message, settle } });
  return promise;
}

interface SignInAgain {
  isBusy: boolean;
  /** Must be called in the click handler because it opens a popup. */
  start: () => void;
  cancel: () => void;
}

/** Signs the current user in again. `onFresh` is called only if the same account was chosen. */
export function useSignInAgain(onFresh: () => void): SignInAgain {
  const [attempt, setAttempt] = useState<SignInAttempt | null>(null);

  async function finish(started: SignInAttempt): Promise<void> {
    const userId = auth.get().user?.id;
    try {
      const user = await session.signInWith(await started.token);
      // Another account was chosen: the page shows the previous user's data, and the requested action must not run.
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
