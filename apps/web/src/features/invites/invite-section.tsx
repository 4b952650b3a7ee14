import { Button } from '@mantine/core';
import { OUTBOX_PATH } from '@hearth/contracts/mail-values';
import type { Invite } from '@hearth/contracts/invites';
import type { TeamRole } from '@hearth/contracts/permissions';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { apiOrigin, call } from '#platform/api-client.ts';
import { showError, showToast, trackLoading } from '#platform/core.ts';
import { explainError, useErrorWords } from '#platform/error-words.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/use-request.ts';
import { Dialog } from '#ui/dialog.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { InviteForm } from './invite-form.tsx';
import { InviteRow } from './invite-row.tsx';
import { useInvitedRoles } from './invite-roles.ts';
import styles from './invites.module.css';

/** Invites that are open, and the way to make more. Shown only to whoever may invite somebody. */
export function InviteSection() {
  const store = useTeamStore();
  const roles = useInvitedRoles();
  if (roles.length === 0) return null;
  return <Invites key={store.teamId} teamId={store.teamId} roles={roles} />;
}

function Invites({ teamId, roles }: { teamId: string; roles: readonly TeamRole[] }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const list = useRequest(teamId, (signal) =>
    call('GET /teams/{teamId}/invites', { params: { teamId }, query: { limit: 200 }, signal }),
  );
  const listTrouble = useErrorWords(list.error);
  const { invites = [], delivery = 'none', turnedAway = 0 } = list.data ?? {};

  async function revoke(invite: Invite): Promise<void> {
    try {
      await trackLoading(
        call('DELETE /teams/{teamId}/invites/{inviteId}', { params: { teamId, inviteId: invite.id } }),
      );
      showToast(t`The invite no longer works`);
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
      showToast(t`The mail goes out again`);
      list.reload();
    } catch (error) {
      showError(explainError(error));
    }
  }

  return (
    <section className={styles.section} aria-label={t`Invites`}>
      <div className={styles.head}>
        <h2 className={styles.heading}>
          <Trans>Invites</Trans>
        </h2>
        <Button
          leftSection={<IconUserPlus size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => setIsOpen(true)}
        >
          <Trans>Invite people</Trans>
        </Button>
      </div>
      {turnedAway > 0 && (
        <Notice
          kind="warning"
          action={
            <LinkButton to="/dashboard/upgrade" variant="default" size="xs">
              <Trans>See plans</Trans>
            </LinkButton>
          }
        >
          {plural(turnedAway, {
            one: '# person could not join because all seats are taken.',
            other: '# people could not join because all seats are taken.',
          })}
        </Notice>
      )}
      {listTrouble !== null && <p className={styles.note}>{listTrouble}</p>}
      {list.data !== undefined && invites.length === 0 && (
        <p className={styles.note}>
          <Trans>No invite is open. Invite people by mail, or share a link.</Trans>
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
            Mails stay on this machine while it is for trying out:{' '}
            <a href={apiOrigin + OUTBOX_PATH} target="_blank" rel="noreferrer">
              read them in the outbox
            </a>
            .
          </Trans>
        </p>
      )}
      <Dialog title={t`Invite people`} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <InviteForm
          teamId={teamId}
          roles={roles}
          delivery={delivery}
          onMade={list.reload}
          onClose={() => setIsOpen(false)}
        />
      </Dialog>
    </section>
  );
}
