import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '#ui/buttons/button.tsx';
import { showError } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { signOutEverywhere } from '#platform/session/sign-out.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { formatMoment } from '#ui/format/formats.ts';
import { KeepAccountButton } from './own-data.tsx';
import styles from './auth.module.css';

/** Offers to keep an account that is scheduled for deletion. */
export function KeepAccount({
  deletesAt,
  isOpen,
  onClose,
}: {
  deletesAt: string;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const when = formatMoment(deletesAt);
  return (
    <Dialog title={t`Keep your account?`} isOpen={isOpen} onClose={onClose}>
      <p className={styles.dialogText}>
        <Trans>
          Your account is set to be deleted {when}. Nothing is lost until then, and you can still keep it.
        </Trans>
      </p>
      <div className={styles.dialogButtons}>
        <Button
          variant="default"
          onClick={() => void signOutEverywhere().catch((error: unknown) => showError(explainError(error)))}
        >
          <Trans>Sign Out</Trans>
        </Button>
        <KeepAccountButton />
      </div>
    </Dialog>
  );
}
