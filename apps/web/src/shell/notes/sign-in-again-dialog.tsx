import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/buttons/button.tsx';
import { freshSignIn, useSignInAgain } from '#platform/session/sign-in-again.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from './notes.module.css';

/** States why reauthentication is required, with a button to sign in. */
export function SignInAgainDialog({ isOpen }: { isOpen: boolean }) {
  const { t } = useLingui();
  const pending = useSelected(freshSignIn, (state) => state.pending);
  const again = useSignInAgain(() => freshSignIn.get().pending?.settle(true));
  const close = () => {
    again.cancel();
    pending?.settle(false);
  };
  return (
    <Dialog title={t`Sign in again`} isOpen={isOpen} onClose={close}>
      <p className={styles.ask}>{pending?.message}</p>
      <p className={styles.askNote} role="status">
        {again.isBusy ? t`Continue in the window that opened.` : t`We’ll pick up where you left off.`}
      </p>
      <div className={styles.askButtons}>
        <Button variant="default" onClick={close}>
          <Trans>Cancel</Trans>
        </Button>
        <Button isBusy={again.isBusy} onClick={again.start} data-autofocus>
          <Trans>Sign in again</Trans>
        </Button>
      </div>
    </Dialog>
  );
}
