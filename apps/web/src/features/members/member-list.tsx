import type { SyncRows } from '@hearth/contracts/sync';
import { canChangeRole, canRemoveMember, TEAM_ROLES, type TeamRole } from '@hearth/contracts/permissions';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { useTeamRole } from '#platform/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/use-rows.ts';
import { Avatar } from '#ui/avatar.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { changeRole, membersByName, removeMember } from './members.data.ts';
import styles from './members.module.css';

type Member = SyncRows['member'];

export const ROLE_WORDS: Record<TeamRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  guest: 'Guest',
};

/** Everybody in the team with their role; whoever may change something about a person finds it in their menu. */
export function MemberList({ onLeft }: { onLeft: () => void }) {
  const store = useTeamStore();
  const members = useRows(membersByName(store));
  const [leaving, setLeaving] = useState<Member | null>(null);
  const isSelf = leaving?.userId === store.userId;

  function remove(): void {
    if (leaving === null) return;
    store.mutate(removeMember(store, leaving.userId));
    setLeaving(null);
    if (isSelf) onLeft();
  }

  return (
    <>
      <ul className={styles.list} aria-label="Members">
        {members.map((member) => (
          <MemberLine key={member.userId} member={member} onRemove={() => setLeaving(member)} />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={isSelf ? 'Leave this team?' : `Remove ${leaving?.name}?`}
        action={isSelf ? 'Leave team' : 'Remove member'}
        onConfirm={remove}
        onClose={() => setLeaving(null)}
      >
        {isSelf
          ? 'You lose sight of its projects and tasks. Coming back takes a new invite.'
          : 'They lose sight of its projects and tasks. What they made stays.'}
      </ConfirmDialog>
    </>
  );
}

function MemberLine({ member, onRemove }: { member: Member; onRemove: () => void }) {
  const store = useTeamStore();
  const role = useTeamRole();
  const isSelf = member.userId === store.userId;
  const roles = TEAM_ROLES.toReversed().filter(
    (next) => next !== member.teamRole && canChangeRole(role, member.teamRole, next),
  );
  const mayRemove = canRemoveMember(
    { userId: store.userId, role, grants: {} },
    { userId: member.userId, role: member.teamRole },
  );
  return (
    <li className={styles.line}>
      <Avatar person={{ id: member.userId, name: member.name, image: member.image }} size={34} />
      <span className={styles.who}>
        <span className={styles.name}>
          {member.name}
          {isSelf && <span className={styles.you}> (you)</span>}
        </span>
        <span className={styles.mail}>{member.email}</span>
      </span>
      <span className={styles.role}>{ROLE_WORDS[member.teamRole]}</span>
      {roles.length > 0 || mayRemove ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton label={`Change ${member.name}`}>
              <IconDots size={17} stroke={1.7} />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {roles.map((next) => (
              <Menu.Item key={next} onClick={() => store.mutate(changeRole(store, member.userId, next))}>
                Make {ROLE_WORDS[next].toLocaleLowerCase()}
              </Menu.Item>
            ))}
            {roles.length > 0 && mayRemove && <Menu.Divider />}
            {mayRemove && (
              <Menu.Item data-danger onClick={onRemove}>
                {isSelf ? 'Leave team' : 'Remove from team'}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      ) : (
        <span className={styles.noMenu} />
      )}
    </li>
  );
}
