import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { showError } from '#platform/client-state/toasts.ts';
import { session } from '#platform/session/session.ts';
import { SignInCancelled, startSignIn, type SignInAttempt } from '#platform/session/sign-in-popup.ts';
import { GoogleMark } from './google-mark.tsx';
import styles from './auth.module.css';

/** The only sign-in form. `onSignedIn` determines where to navigate. */
export function SignInPanel({ next, onSignedIn }: { next: string; onSignedIn: () => Promise<void> }) {
  const { t } = useLingui();
  const [isBusy, setIsBusy] = useState(false);
  const attempt = useRef<SignInAttempt | null>(null);

  async function finish(started: SignInAttempt): Promise<void> {
    try {
      await session.signInWith(await started.token);
      await onSignedIn();
    } catch (error) {
      if (!(error instanceof SignInCancelled)) showError(t`Something went wrong. Please try again.`);
    } finally {
      // A later attempt may be pending by the time a canceled attempt settles.
      if (attempt.current === started) {
        attempt.current = null;
        setIsBusy(false);
      }
    }
  }

  function start(): void {
    const started = startSignIn(next);
    attempt.current = started;
    setIsBusy(true);
    void finish(started);
  }

  return (
    <div className={styles.actions}>
      <Button size="large" variant="default" isWide icon={<GoogleMark />} isBusy={isBusy} onClick={start}>
        <Trans>Login with Google</Trans>
      </Button>
      {isBusy && (
        <>
          <p className={styles.hint} role="status">
            <Trans>Continue in the window that opened.</Trans>
          </p>
          <Button variant="subtle" onClick={() => attempt.current?.cancel()}>
            <Trans>Cancel</Trans>
          </Button>
        </>
      )}
    </div>
  );
}
