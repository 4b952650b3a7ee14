import { OUTBOX_PATH } from '@hearth/contracts/notifications/mail-values';
import type { Invite } from '@hearth/contracts/invites/invites';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { apiOrigin, call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { explainError, useErrorMessages } from '#platform/texts/error-messages.ts';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { InviteRow } from './invite-row.tsx';
import type { Invites } from './use-invites.ts';
import styles from './invites.module.css';

/** Open invites with their actions, shown only to users who may invite. */
export function OpenInvites({ invites: { teamId, roles, list } }: { invites: Invites }) {
  const { t } = useLingui();
  const listError = useErrorMessages(list.error);
  const { invites = [], delivery = 'none', turnedAway = 0 } = list.data ?? {};
  if (roles.length === 0) return null;

  async function revoke(invite: Invite): Promise<void> {
    try {
      await trackLoading(
        call('DELETE /teams/{teamId}/invites/{inviteId}', { params: { teamId, inviteId: invite.id } }),
      );
      showToast(t`Invite revoked`);
      list.reload();
    } catch (error) {
      showError(explainError(error));
    }
  }

  async function resend(invite: Invite): Promise<void> {
    try {
      await trackLoading(
        call('POST /teams/{teamId}/invites/{inviteId}/resend', { params: { teamId, inviteId: invite.id } }),
      );
      showToast(t`Invite resent`);
      list.reload();
    } catch (error) {
      showError(explainError(error));
    }
  }

  return (
    <section className={styles.section} aria-label={t`Invites`}>
      <h2 className={styles.heading}>
        <Trans>Invites</Trans>
      </h2>
      {turnedAway > 0 && (
        <Notice
          kind="warning"
          action={
            <LinkButton to="/dashboard/upgrade" variant="default" size="small">
              <Trans>See plans</Trans>
            </LinkButton>
          }
        >
          {plural(turnedAway, {
            one: '# person couldn’t join because all seats are taken.',
            other: '# people couldn’t join because all seats are taken.',
          })}
        </Notice>
      )}
      {listError !== null && <p className={styles.note}>{listError}</p>}
      {list.data !== undefined && invites.length === 0 && (
        <p className={styles.note}>
          <Trans>No open invites. Invite people by email or share a link.</Trans>
        </p>
      )}
      {invites.length > 0 && (
        <ul className={styles.list}>
          {invites.map((invite) => (
            <InviteRow
              key={invite.id}
              invite={invite}
              mayMail={delivery !== 'none'}
              onResend={() => void resend(invite)}
              onRevoke={() => void revoke(invite)}
            />
          ))}
        </ul>
      )}
      {delivery === 'outbox' && invites.some((invite) => invite.mail !== null) && (
        <p className={styles.note}>
          <Trans>
            Emails stay on this machine in demo mode.{' '}
            <a href={apiOrigin + OUTBOX_PATH} target="_blank" rel="noreferrer">
              Open the outbox
            </a>
            .
          </Trans>
        </p>
      )}
    </section>
  );
}
