import {
  floorOf,
  hasRole,
  isDeniedByArchiveOnly,
  isDeniedBySeatOnly,
  levelOf,
  type Action,
  type GrantLevel,
  type TeamRole,
} from '@hearth/contracts/permissions/permissions';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#ui/format/formats.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { useActor } from './rights.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { viewState } from './view-as.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import type { WhyNotProps } from './why-not.tsx';

/** Maximum number of members to name. */
const MAX_NAMES = 3;

const RULES: Partial<Record<Action, MessageDescriptor>> = {
  'team.update': msg`Only owners and admins can change the team.`,
  'team.delete': msg`Only owners can delete the team.`,
  'ownership.transfer': msg`Only owners can transfer ownership.`,
  'subscription.change': msg`Only owners can change the plan.`,
  'team.export': msg`Only owners and admins can export or import the team.`,
  'members.update': msg`Owners can assign any role; admins can switch people between member and guest.`,
  'invites.create': msg`Owners and admins invite people; members do so where the team allows it.`,
  'audit.read': msg`Only owners and admins can read the audit log.`,
  'statuses.change': msg`Only owners and admins can change the statuses.`,
  'taskTypes.change': msg`Only owners and admins can change the types of work.`,
  'labels.change': msg`Guests can’t create labels.`,
  'labels.delete': msg`Only owners and admins can delete labels.`,
  'templates.read': msg`Guests can’t see templates.`,
  'projects.create': msg`Guests can’t create projects.`,
  'project.update': msg`You need edit access to change this project.`,
  'project.delete': msg`Only the project’s creator and managers can delete it.`,
  'project.archive': msg`Only the project’s creator and managers can archive or unarchive it.`,
  'project.grant': msg`Only project managers can change access.`,
  'project.restrict': msg`Only the project’s creator and managers can make it private.`,
  'project.triage': msg`Only the project’s creator and managers can turn triage on or off.`,
  'task.create': msg`You need edit access to this project to add tasks.`,
  'task.update': msg`You need edit access to this task’s project.`,
  'task.comment': msg`You need comment access to this project.`,
  'task.delete': msg`Only the task’s creator and project managers can delete it.`,
  'trash.restore': msg`Only its creator and project managers can restore it.`,
  'trash.delete': msg`You need manage access to delete it forever.`,
};

const OWN_ROLE: Record<TeamRole, MessageDescriptor> = {
  owner: msg`Your role is owner.`,
  admin: msg`Your role is admin.`,
  member: msg`Your role is member.`,
  guest: msg`Your role is guest.`,
};

const OWN_LEVEL: Record<GrantLevel, MessageDescriptor> = {
  view: msg`You can view it.`,
  comment: msg`You can view it and comment.`,
  edit: msg`You can edit it.`,
  manage: msg`You can manage it.`,
};

/** States the rule, the user's own role or level, and whom to contact. */
export function WhyText({ isNotice = false, ...why }: WhyNotProps) {
  const isView = useSelected(viewState, (state) => state.view !== null);
  const isPast = useTeamStore().at !== null;
  const content = isPast ? (
    <Trans>Viewing the past (read-only).</Trans>
  ) : isView ? (
    <Trans>You’re viewing as someone else, so nothing can be changed.</Trans>
  ) : (
    <Rule {...why} />
  );
  return isNotice ? <Notice>{content}</Notice> : content;
}

function Rule({ act, projectId }: WhyNotProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  const actor = useActor();
  const isPrivate = useRow('project', projectId ?? '')?.isPrivate === true;
  const namesOf = (roles: readonly TeamRole[]): string[] =>
    store
      .all('member')
      .filter((member) => roles.includes(member.teamRole) && member.userId !== store.userId)
      .slice(0, MAX_NAMES)
      .map((person) => person.name);
  if (isDeniedBySeatOnly(actor, act, { projectId: projectId ?? null, createdBy: store.userId })) {
    const names = formats.list(namesOf(['owner']));
    return (
      <>
        <Trans>You can only view this team: its plan has fewer seats than people.</Trans>{' '}
        {names !== '' && <Trans>Ask {names}.</Trans>}
      </>
    );
  }
  if (projectId && isDeniedByArchiveOnly(actor, act, { projectId, createdBy: store.userId }))
    return <Trans>This project is archived and read-only.</Trans>;
  const rule = RULES[act];
  const level = projectId === undefined ? null : levelOf(actor, { projectId });
  const own = level === null ? actor.role && OWN_ROLE[actor.role] : OWN_LEVEL[level];
  // If an admin may not perform the action either, it requires an owner.
  const isForOwners = floorOf(act) === 'owner' || hasRole(actor.role, 'admin');
  const approvers: readonly TeamRole[] = isForOwners ? ['owner'] : ['owner', 'admin'];
  const people = namesOf(approvers);
  const names = formats.list(people);
  return (
    <>
      {rule === undefined ? t`You don’t have permission.` : t(rule)} {own && t(own)}{' '}
      {isPrivate && <Trans>Ask a manager of this project.</Trans>}
      {!isPrivate && people.length > 0 && <Trans>Ask {names}.</Trans>}
    </>
  );
}
