import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { showError } from '#platform/client-state/toasts.ts';
import { session } from '#platform/session/session.ts';
import { SignInCancelled, startSignIn } from '#platform/session/sign-in-popup.ts';

/** Signs in with another account and returns to this page. The page is reloaded for that account. */
export function useOtherAccount(): { isBusy: boolean; start: () => void } {
  const { t } = useLingui();
  const [isBusy, setIsBusy] = useState(false);

  async function finish(token: Promise<string>): Promise<void> {
    try {
      await session.signInWith(await token);
      location.reload();
    } catch (error) {
      if (!(error instanceof SignInCancelled)) showError(t`Something went wrong. Please try again.`);
      setIsBusy(false);
    }
  }
  return {
    isBusy,
    // Must be called synchronously in the click handler because it opens a popup.
    start() {
      setIsBusy(true);
      void finish(startSignIn(location.pathname).token);
    },
  };
}
