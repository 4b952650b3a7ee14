import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { accountState, loadAccount } from '#platform/account.ts';
import { showError } from '#platform/core.ts';
import { explainError } from '#platform/error-words.ts';
import { auth } from '#platform/session.ts';
import { signOutEverywhere } from '#platform/sign-out.ts';
import { useSelected } from '#platform/state.ts';
import { Dialog } from '#ui/dialog.tsx';
import { formatMoment } from '#ui/formats.ts';
import { KeepAccountButton } from './own-data.tsx';
import styles from './auth.module.css';

/** Takes over the preferences of whoever is signed in, and offers to keep an account that is about to be deleted. */
export function AccountWatch() {
  const userId = useSelected(auth, (state) => state.user?.id);
  const deletesAt = useSelected(accountState, (state) => state.account?.deletesAt ?? null);
  const [isLater, setIsLater] = useState(false);

  useEffect(() => {
    // Without an answer this device's own choices hold; the next start asks again.
    if (userId !== undefined) loadAccount().catch(() => undefined);
  }, [userId]);

  if (deletesAt === null) return null;
  return <KeepAccount deletesAt={deletesAt} isOpen={!isLater} onClose={() => setIsLater(true)} />;
}

function KeepAccount({
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
          You asked for it to be deleted. It goes on {when}; until then nothing is lost, and you can keep it.
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
