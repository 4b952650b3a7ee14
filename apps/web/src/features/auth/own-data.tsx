import { ACCOUNT_KEPT_DAYS } from '@hearth/contracts/auth/account-values';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { accountState, acceptAccount } from '#platform/session/account.ts';
import { ApiError, call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { auth } from '#platform/session/session.ts';
import { showRefusal, withFreshSignIn } from '#platform/session/sign-in-again.ts';
import { endSessionEverywhere } from '#platform/session/sign-out.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { formatList, formatMoment } from '#ui/format/formats.ts';
import { saveFile } from '#ui/files/save-file.ts';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';

/** Data export and account deletion. */
export function OwnData() {
  return (
    <>
      <ExportData />
      <DeleteAccount />
    </>
  );
}

function ExportData() {
  const { t } = useLingui();
  const [isBusy, setIsBusy] = useState(false);

  async function take(): Promise<void> {
    setIsBusy(true);
    try {
      const whole = await withFreshSignIn(() => trackLoading(call('GET /account/export')));
      const text = JSON.stringify(whole, null, 2);
      saveFile('hearth-my-data.json', new Blob([text], { type: 'application/json' }));
      showToast(t`Data exported`);
    } catch (error) {
      showRefusal(error);
    }
    setIsBusy(false);
  }

  return (
    <SettingsGroup>
      <SettingRow
        label={t`Export your data`}
        hint={t`Profile, preferences, sessions, teams, and the tasks and comments that are yours, as one JSON file.`}
      >
        <Button variant="default" isBusy={isBusy} onClick={() => void take()}>
          <Trans>Export my data</Trans>
        </Button>
      </SettingRow>
    </SettingsGroup>
  );
}

function DeleteAccount() {
  const { t } = useLingui();
  const email = useSelected(auth, (state) => state.user?.email ?? '');
  const deletesAt = useSelected(accountState, (state) => state.account?.deletesAt ?? null);
  const [isConfirming, setIsConfirming] = useState(false);
  const [obstacle, setObstacle] = useState<string | null>(null);

  async function requestDeletion(): Promise<void> {
    setObstacle(null);
    try {
      await withFreshSignIn(() => trackLoading(call('DELETE /account')));
    } catch (error) {
      // Keeps the message visible because the user must resolve the problem first.
      if (error instanceof ApiError && error.code === 'LAST_OWNER') {
        setIsConfirming(false);
        const teams = formatList((error.problem.teams ?? []).map(({ name }) => name));
        setObstacle(t`Transfer ownership of these teams or delete them first: ${teams}.`);
      } else showRefusal(error);
      return;
    }
    await endSessionEverywhere().catch(() => location.replace('/'));
  }

  if (deletesAt !== null) return <DeletionAhead deletesAt={deletesAt} />;
  return (
    <SettingsGroup isDanger>
      <SettingRow
        label={t`Delete your account`}
        hint={
          obstacle === null ? (
            <Plural
              value={ACCOUNT_KEPT_DAYS}
              one="You’ll be signed out everywhere. Sign in within # day to keep your account; after that it’s gone for good."
              other="You’ll be signed out everywhere. Sign in within # days to keep your account; after that it’s gone for good."
            />
          ) : (
            <strong role="alert">{obstacle}</strong>
          )
        }
      >
        <Button variant="danger" onClick={() => setIsConfirming(true)}>
          <Trans>Delete account</Trans>
        </Button>
      </SettingRow>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t`Delete your account?`}
        action={t`Delete account`}
        typeToConfirm={email}
        onConfirm={requestDeletion}
        onClose={() => setIsConfirming(false)}
      >
        <Trans>
          This deletes your name, email, picture, preferences, sessions and any team where you’re the only
          member. Your work in other teams stays, credited to a former member.
        </Trans>
      </ConfirmDialog>
    </SettingsGroup>
  );
}

function DeletionAhead({ deletesAt }: { deletesAt: string }) {
  const { t } = useLingui();
  const when = formatMoment(deletesAt);
  return (
    <SettingsGroup isDanger>
      <SettingRow
        label={t`Your account is scheduled for deletion`}
        hint={<Trans>It will be deleted on {when}.</Trans>}
      >
        <KeepAccountButton />
      </SettingRow>
    </SettingsGroup>
  );
}

export function KeepAccountButton() {
  const { t } = useLingui();
  const [isBusy, setIsBusy] = useState(false);

  async function keep(): Promise<void> {
    setIsBusy(true);
    try {
      const { account } = await trackLoading(call('POST /account/keep'));
      await acceptAccount(account);
      showToast(t`Your account won’t be deleted`);
    } catch (error) {
      showError(explainError(error));
      setIsBusy(false);
    }
  }

  return (
    <Button isBusy={isBusy} onClick={() => void keep()} data-autofocus>
      <Trans>Keep my account</Trans>
    </Button>
  );
}
