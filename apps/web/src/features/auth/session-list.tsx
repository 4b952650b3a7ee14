import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { explainError, useErrorMessages } from '#platform/texts/error-messages.ts';
import { endSessionEverywhere, confirmLoss } from '#platform/session/sign-out.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { formatMoment } from '#ui/format/formats.ts';
import { SkeletonRows } from '#ui/feedback/loading.tsx';
import { SettingRow, SettingsGroup } from '#ui/layout/settings.tsx';
import { describeBrowser } from './describe-browser.ts';
import styles from './auth.module.css';

/** The user's sessions. They can be revoked one by one or all together. */
export function SessionList() {
  const { t } = useLingui();
  const list = useRequest('sessions', (signal) => call('GET /auth/sessions', { signal }));
  const sessions = list.data?.sessions;
  const errorMessage = useErrorMessages(list.error);

  async function end(sessionId: string): Promise<void> {
    try {
      await trackLoading(call('DELETE /auth/sessions/{sessionId}', { params: { sessionId } }));
      list.setData({ sessions: (sessions ?? []).filter(({ id }) => id !== sessionId), nextCursor: null });
      showToast(t`Session ended`);
    } catch (error) {
      showError(explainError(error));
    }
  }

  if (errorMessage !== null) return <p className={styles.faint}>{errorMessage}</p>;
  if (sessions === undefined) return <SkeletonRows count={2} />;
  return (
    <>
      <SettingsGroup>
        {sessions.map((session) => {
          const browser = describeBrowser(session.userAgent);
          const lastUsed = formatMoment(session.lastUsedAt);
          const began = formatMoment(session.createdAt);
          return (
            <SettingRow
              key={session.id}
              label={browser}
              hint={
                session.isCurrent ? (
                  <Trans>This device. Signed in since {began}</Trans>
                ) : (
                  <Trans>
                    Last used {lastUsed}. Signed in since {began}
                  </Trans>
                )
              }
            >
              {session.isCurrent ? (
                <span className={styles.here}>
                  <Trans>This device</Trans>
                </span>
              ) : (
                <Button
                  variant="default"
                  aria-label={t`End session of ${browser}`}
                  onClick={() => void end(session.id)}
                >
                  <Trans>End</Trans>
                </Button>
              )}
            </SettingRow>
          );
        })}
      </SettingsGroup>
      <SignOutEverywhere />
    </>
  );
}

function SignOutEverywhere() {
  const { t } = useLingui();
  const [isConfirming, setIsConfirming] = useState(false);

  async function endAll(): Promise<void> {
    setIsConfirming(false);
    try {
      if (!(await confirmLoss())) return;
      await trackLoading(call('DELETE /auth/sessions'));
      await endSessionEverywhere();
    } catch (error) {
      showError(explainError(error));
    }
  }

  return (
    <SettingsGroup>
      <SettingRow
        label={t`Sign out everywhere`}
        hint={t`Ends all your sessions, including this one. Use it if you lost a device.`}
      >
        <Button variant="default" onClick={() => setIsConfirming(true)}>
          <Trans>Sign out everywhere</Trans>
        </Button>
      </SettingRow>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t`Sign out everywhere?`}
        action={t`Sign out everywhere`}
        onConfirm={() => void endAll()}
        onClose={() => setIsConfirming(false)}
      >
        <Trans>
          You’ll need to sign in again on every device, including this one. Your API tokens will stop working.
        </Trans>
      </ConfirmDialog>
    </SettingsGroup>
  );
}
