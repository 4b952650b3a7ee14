import { Button } from '@mantine/core';
import { canInvite, type TeamRole } from '@hearth/contracts/permissions';
import type { Invite } from '@hearth/contracts/invites';
import { IconCopy, IconLink, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { call, explainError } from '#platform/api-client.ts';
import { showError, showToast, trackLoading } from '#platform/core.ts';
import { useTeamRole } from '#platform/rights.ts';
import { withFreshSignIn } from '#platform/sign-in-again.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/use-request.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import styles from './invites.module.css';

const PLURALS: Record<TeamRole, string> = {
  owner: 'owners',
  admin: 'admins',
  member: 'members',
  guest: 'guests',
};

/** The role that is wanted most stands first: the focus lands there, and an owner is not made by a hasty Enter. */
const INVITED_FIRST: readonly TeamRole[] = ['member', 'guest', 'admin', 'owner'];

/** Invite links: make one, copy it, revoke it. Shown only to whoever may invite somebody. */
export function InviteSection() {
  const store = useTeamStore();
  const role = useTeamRole();
  const membersMayInvite = useRow('team', store.teamId)?.membersMayInvite ?? false;
  const roles = INVITED_FIRST.filter((invited) => canInvite(role, invited, membersMayInvite));
  if (roles.length === 0) return null;
  return <InviteLinks teamId={store.teamId} roles={roles} />;
}

function InviteLinks({ teamId, roles }: { teamId: string; roles: readonly TeamRole[] }) {
  const [isBusy, setIsBusy] = useState(false);
  const list = useRequest(teamId, (signal) =>
    call('GET /teams/{teamId}/invites', { params: { teamId }, query: { limit: 200 }, signal }),
  );
  const invites = list.data?.invites ?? [];
  const setInvites = (changed: Invite[]) => list.setData({ invites: changed, nextCursor: null });

  async function make(teamRole: TeamRole): Promise<void> {
    setIsBusy(true);
    try {
      const { invite } = await withFreshSignIn(() =>
        trackLoading(call('POST /teams/{teamId}/invites', { params: { teamId }, body: { teamRole } })),
      );
      setInvites([invite, ...invites]);
      if (invite.url !== null) await copy(invite.url);
    } catch (error) {
      showError(explainError(error));
    } finally {
      setIsBusy(false);
    }
  }

  async function revoke(invite: Invite): Promise<void> {
    try {
      await trackLoading(
        call('DELETE /teams/{teamId}/invites/{inviteId}', { params: { teamId, inviteId: invite.id } }),
      );
      setInvites(invites.filter((other) => other.id !== invite.id));
      showToast('The link no longer works');
    } catch (error) {
      showError(explainError(error));
    }
  }

  return (
    <section className={styles.section} aria-label="Invite links">
      <div className={styles.head}>
        <h2 className={styles.heading}>Invite by link</h2>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button loading={isBusy} leftSection={<IconLink size={16} stroke={1.8} aria-hidden="true" />}>
              Create invite link
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>Whoever joins becomes</Menu.Label>
            {roles.map((role) => (
              <Menu.Item key={role} onClick={() => void make(role)}>
                {`One of the ${PLURALS[role]}`}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      {list.error !== undefined && <p className={styles.note}>{explainError(list.error)}</p>}
      {list.data !== undefined && invites.length === 0 && (
        <p className={styles.note}>
          No link is open. A link works for 7 days and can be revoked at any time.
        </p>
      )}
      <ul>
        {invites.map((invite) => (
          <li key={invite.id} className={styles.invite}>
            <span className={styles.url}>{invite.url ?? 'Made by somebody with more rights'}</span>
            <span className={styles.faint}>
              For {PLURALS[invite.teamRole]}, until {new Date(invite.expiresAt).toLocaleDateString('en-GB')},
              used {invite.uses === 1 ? 'once' : `${invite.uses} times`}
            </span>
            <span className={styles.buttons}>
              {invite.url !== null && (
                <IconButton label="Copy link" onClick={() => void copy(invite.url ?? '')}>
                  <IconCopy size={16} stroke={1.7} />
                </IconButton>
              )}
              <IconButton label="Revoke link" onClick={() => void revoke(invite)}>
                <IconX size={16} stroke={1.7} />
              </IconButton>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToast('Link copied');
  } catch {
    showToast('The link is ready: copy it from the list');
  }
}
