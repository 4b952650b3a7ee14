import {
  floorOf,
  hasRole,
  isKeptByArchive,
  levelOf,
  type Action,
  type GrantLevel,
  type TeamRole,
} from '@hearth/contracts/permissions';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#ui/formats.ts';
import { Notice } from '#ui/notice.tsx';
import { useActor } from './rights.ts';
import { useSelected } from './state.ts';
import { viewState } from './view-as.ts';
import { useRow, useTeamStore } from './sync/index.ts';
import type { WhyNotProps } from './why-not.tsx';

/** Names of people to ask, at the most. */
const MOST_NAMES = 3;

const RULES: Partial<Record<Action, MessageDescriptor>> = {
  'team.update': msg`Only owners and admins can change the team.`,
  'team.delete': msg`Only owners can delete the team.`,
  'ownership.transfer': msg`Only owners can hand the team over.`,
  'subscription.change': msg`Only owners can change the plan.`,
  'team.export': msg`Only owners and admins can take the whole team along, or bring one in.`,
  'members.update': msg`Owners give any role; admins move people between member and guest.`,
  'invites.create': msg`Owners and admins invite people; members do so where the team allows it.`,
  'audit.read': msg`Only owners and admins can read the audit log.`,
  'statuses.change': msg`Only owners and admins can change the statuses.`,
  'taskTypes.change': msg`Only owners and admins can change the types of work.`,
  'labels.change': msg`Guests cannot make labels.`,
  'labels.delete': msg`Only owners and admins can delete labels.`,
  'templates.read': msg`Guests do not see templates.`,
  'projects.create': msg`Guests cannot make projects.`,
  'project.update': msg`Changing this project takes the right to edit it.`,
  'project.delete': msg`This project can be deleted by whoever made it and by people who manage it.`,
  'project.archive': msg`This project can be archived and brought back by whoever made it and by people who manage it.`,
  'project.grant': msg`People who manage this project decide who can open it.`,
  'project.restrict': msg`Whoever made this project and people who manage it decide whether it is private.`,
  'project.triage': msg`Whoever made this project and people who manage it decide whether tasks wait in triage.`,
  'task.create': msg`Adding tasks here takes the right to edit this project.`,
  'task.update': msg`Changing this task takes the right to edit its project.`,
  'task.comment': msg`Commenting takes the right to comment in this project.`,
  'task.delete': msg`This task can be deleted by whoever made it and by people who manage its project.`,
  'trash.restore': msg`It can be brought back by whoever made it and by people who manage its project.`,
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

/** The rule, where this person stands, and whom to ask. */
export function WhyWords({ isNotice = false, ...why }: WhyNotProps) {
  const isView = useSelected(viewState, (state) => state.view !== null);
  const isPast = useTeamStore().at !== null;
  const words = isPast ? (
    <Trans>This is how it was: nothing can be changed here.</Trans>
  ) : isView ? (
    <Trans>You’re viewing as someone else, so nothing can be changed.</Trans>
  ) : (
    <Rule {...why} />
  );
  return isNotice ? <Notice>{words}</Notice> : words;
}

function Rule({ act, projectId }: WhyNotProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  const actor = useActor();
  const isPrivate = useRow('project', projectId ?? '')?.isPrivate === true;
  if (projectId && isKeptByArchive(actor, act, { projectId, createdBy: store.userId }))
    return (
      <Trans>This project is archived: what is in it can be read, and not changed until it is back.</Trans>
    );
  const rule = RULES[act];
  const level = projectId === undefined ? null : levelOf(actor, { projectId });
  const own = level === null ? actor.role && OWN_ROLE[actor.role] : OWN_LEVEL[level];
  // What an admin may not do either, only an owner can.
  const isForOwners = floorOf(act) === 'owner' || hasRole(actor.role, 'admin');
  const asked: readonly TeamRole[] = isForOwners ? ['owner'] : ['owner', 'admin'];
  const people = store
    .all('member')
    .filter((member) => asked.includes(member.teamRole) && member.userId !== store.userId)
    .slice(0, MOST_NAMES);
  const names = formats.list(people.map((person) => person.name));
  return (
    <>
      {rule === undefined ? t`Your rights do not reach that far.` : t(rule)} {own && t(own)}{' '}
      {isPrivate && <Trans>Ask somebody who manages this project.</Trans>}
      {!isPrivate && people.length > 0 && <Trans>Ask {names}.</Trans>}
    </>
  );
}
