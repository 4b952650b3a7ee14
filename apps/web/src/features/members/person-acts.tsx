import type { MemberActivity } from '@hearth/contracts/members/members';
import type { SyncRows } from '@hearth/contracts/sync';
import {
  canChangeRole,
  canRemoveMember,
  hasRole,
  isCollaborator,
  TEAM_ROLES,
  type TeamRole,
} from '@hearth/contracts/permissions/permissions';
import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { call } from '#platform/api/api-client.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useActor, useMay } from '#platform/permissions/rights.ts';
import { showRefusal, withFreshSignIn } from '#platform/session/sign-in-again.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { changeRole, removeMember } from './members.data.ts';
import { useSeats } from './seats.tsx';

type Member = SyncRows['member'];

export interface PersonActs {
  /** Roles that the viewer may assign to this member, highest first, without the current role. */
  rolesFor: (person: Member) => readonly TeamRole[];
  /** Whether the role would require a seat while none is free. */
  lacksSeat: (person: Member, next: TeamRole) => boolean;
  mayRemove: (person: Member) => boolean;
  mayTransferOwnership: (person: Member) => boolean;
  give: (person: Member, role: TeamRole) => void;
  remove: (person: Member) => void;
  transferOwnership: (person: Member) => void;
  /** Confirmation dialogs of the actions. */
  dialogs: ReactNode;
}

/** The viewer's actions on members, with their confirmations. */
export function usePersonActs(
  onLeft: () => void,
  activity: ReadonlyMap<string, MemberActivity> | null,
): PersonActs {
  const { t } = useLingui();
  const store = useTeamStore();
  const actor = useActor();
  const may = useMay();
  const { role } = actor;
  const isFull = useSeats()?.isFull === true;
  const teamName = useRow('team', store.teamId)?.name ?? '';
  const [dialog, setDialog] = useState<{ act: 'remove' | 'transfer'; person: Member } | null>(null);
  const { teamId, userId } = store;
  const person = dialog?.person;
  const name = person?.name ?? '';
  const isSelf = person?.userId === userId;
  const close = () => setDialog(null);

  function give(member: Member, next: TeamRole): void {
    // The server may require reauthentication for changes that affect ownership of the team.
    const isOwnership = next === 'owner' || member.teamRole === 'owner';
    if (!isOwnership) return void store.mutate(changeRole(store, member.userId, next));
    void send(() =>
      call('PATCH /teams/{teamId}/members/{userId}', {
        params: { teamId, userId: member.userId },
        body: { teamRole: next },
      }),
    );
  }

  function remove(): void {
    close();
    if (person === undefined) return;
    store.mutate(removeMember(store, person.userId));
    if (isSelf) onLeft();
  }

  async function transferOwnership(): Promise<void> {
    if (person === undefined) return;
    const isDone = await send(() =>
      call('POST /teams/{teamId}/ownership', { params: { teamId }, body: { userId: person.userId } }),
    );
    if (!isDone) return;
    close();
    showToast(t`${name} is now an owner`);
  }

  return {
    rolesFor: (member) =>
      TEAM_ROLES.toReversed().filter(
        (next) =>
          may('members.update') && next !== member.teamRole && canChangeRole(role, member.teamRole, next),
      ),
    lacksSeat: (member, next) =>
      isFull &&
      isCollaborator(next, []) &&
      activity?.get(member.userId)?.hasSeat === false &&
      // Without a seat, members stay view-only in any role except owner. Owners always have a seat.
      (!member.isViewOnly || next === 'owner'),
    mayRemove: (member) => canRemoveMember(actor, { userId: member.userId, role: member.teamRole }),
    mayTransferOwnership: (member) => hasRole(role, 'owner') && member.userId !== userId,
    give,
    remove: (member) => setDialog({ act: 'remove', person: member }),
    transferOwnership: (member) => setDialog({ act: 'transfer', person: member }),
    dialogs: (
      <>
        <ConfirmDialog
          isOpen={dialog?.act === 'remove'}
          title={isSelf ? t`Leave this team?` : t`Remove ${name}?`}
          action={isSelf ? t`Leave team` : t`Remove member`}
          onConfirm={remove}
          onClose={close}
        >
          {isSelf
            ? t`You’ll lose access to its projects and tasks, and need a new invite to come back.`
            : t`They’ll lose access to its projects and tasks. Their work stays.`}
        </ConfirmDialog>
        <ConfirmDialog
          isOpen={dialog?.act === 'transfer'}
          title={t`Transfer ownership to ${name}?`}
          action={t`Transfer`}
          typeToConfirm={teamName}
          onConfirm={transferOwnership}
          onClose={close}
        >
          {t`${name} becomes an owner and you become an admin. Only an owner can make you an owner again.`}
        </ConfirmDialog>
      </>
    ),
  };
}

/**
 * Sends a request that may require reauthentication and shows errors.
 * @returns whether the request succeeded
 */
async function send(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await withFreshSignIn(() => trackLoading(act()));
    return true;
  } catch (error) {
    showRefusal(error);
    return false;
  }
}
