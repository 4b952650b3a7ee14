import type { AuditEntry } from '@hearth/contracts/audit/audit';
import type { AuditAct, AuditObject } from '@hearth/contracts/audit/audit-values';
import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { formatList } from '#ui/format/formats.ts';

/** Resolves the name of a user id. */
export type NameOf = (userId: string) => string;

interface SentenceValues {
  who: string;
  /** Name of the affected object or user. */
  what: string;
  details: Record<string, unknown>;
  nameOf: NameOf;
}

const ROLES: Record<string, MessageDescriptor> = {
  owner: msg`Owner`,
  admin: msg`Admin`,
  member: msg`Member`,
  guest: msg`Guest`,
};
const LEVELS: Record<string, MessageDescriptor> = {
  view: msg`Can view`,
  comment: msg`Can comment`,
  edit: msg`Can edit`,
  manage: msg`Can manage`,
};
const SETTINGS: Record<string, MessageDescriptor> = {
  membersMayInvite: msg`Members can invite guests`,
  membersMayUseTokens: msg`Members can use API tokens`,
  defaultRole: msg`Default role`,
  estimateUnit: msg`Estimate unit`,
  hasPublicLinks: msg`Public project links`,
  timeZone: msg`Time zone`,
  workingDays: msg`Working days`,
  holidays: msg`Holidays`,
};

export const OBJECT_LABELS: Record<AuditObject, MessageDescriptor> = {
  member: msg`People and roles`,
  invite: msg`Invites`,
  project: msg`Projects`,
  task: msg`Tasks`,
  document: msg`Documents`,
  status: msg`Statuses`,
  label: msg`Labels`,
  taskType: msg`Task types`,
  field: msg`Fields`,
  token: msg`API tokens`,
  team: msg`Team and plan`,
};

function wordOf(labels: Record<string, MessageDescriptor>, value: unknown): string {
  const word = labels[String(value)];
  return word === undefined ? String(value) : t(word);
}

/** One full sentence per action, in plain language. */
const SENTENCES: Partial<Record<AuditAct, (values: SentenceValues) => string>> = {
  'team.created': ({ who, what }) => t`${who} created the team “${what}”`,
  'team.changed': describeTeamChange,
  'team.imageChanged': ({ who }) => t`${who} changed the team picture`,
  'team.deleted': ({ who, what }) => t`${who} deleted the team “${what}”`,
  'team.restored': ({ who, what }) => t`${who} restored the team “${what}”`,
  'team.exportAsked': ({ who }) => t`${who} requested a team export`,
  'team.exportFetched': ({ who }) => t`${who} downloaded a team export`,
  'team.imported': ({ who }) => t`${who} imported data into the team`,
  'plan.changed': ({ details }) =>
    details['to'] === 'pro' ? t`Plan changed to Pro` : t`Plan changed to Trial`,
  'subscription.started': ({ who }) => t`${who} started a Pro subscription`,
  'subscription.cancelled': ({ who }) => t`${who} cancelled Pro at the end of the paid period`,
  'subscription.resumed': ({ who }) => t`${who} kept Pro after all`,
  'subscription.refunded': ({ who }) => t`${who} asked for a refund; Pro has ended`,
  'subscription.ended': () => t`The Pro subscription ended`,
  'payment.captured': () => t`Payment received`,
  'payment.failed': () => t`Payment failed`,
  'payment.refused': () => t`A payment message was refused: it doesn’t match this team’s subscription`,
  'billing.changed': ({ who }) => t`${who} changed the billing details`,
  'seats.chosen': ({ who }) => t`${who} chose who keeps editing on the smaller plan`,
  'seats.limited': () => t`Members beyond the plan’s seats became view-only`,
  'seats.freed': () => t`View-only members can edit again`,
  'member.joined': ({ what, details }) => t`${what} joined as: ${wordOf(ROLES, details['role'])}`,
  'member.roleChanged': ({ who, what, details }) =>
    t`${who} changed ${what}’s role from ${wordOf(ROLES, details['from'])} to ${wordOf(ROLES, details['to'])}`,
  'member.removed': ({ who, what }) => t`${who} removed ${what}`,
  'member.left': ({ who }) => t`${who} left the team`,
  'member.accountDeleted': ({ what }) => t`${what} left the team (account deleted)`,
  'member.viewedAs': ({ who, what }) => t`${who} viewed the team as ${what}`,
  'member.signInRefused': ({ what }) =>
    t`Sign-in refused: someone tried to sign in as ${what} from another Google account with the same address`,
  'ownership.transferred': ({ who, what }) => t`${who} transferred ownership to ${what}`,
  'ownership.recovered': ({ what }) => t`The server administrator made ${what} an owner`,
  'invite.made': ({ who, details }) =>
    t`${who} created an invite for the role ${wordOf(ROLES, details['role'])}`,
  'invite.resent': ({ who }) => t`${who} resent an invite`,
  'invite.revoked': ({ who }) => t`${who} revoked an invite`,
  'invite.refused': ({ who }) => t`${who} couldn’t join: all seats are taken`,
  'project.granted': ({ who, what, details, nameOf }) =>
    t`${who} gave ${nameOf(String(details['userId']))} access to “${what}”: ${wordOf(LEVELS, details['level'])}`,
  'project.grantRevoked': ({ who, what, details, nameOf }) =>
    t`${who} removed ${nameOf(String(details['userId']))}’s access to “${what}”`,
  // The log contains no names of private projects.
  'project.grantedMyself': ({ who }) => t`${who} gave themselves access to a private project`,
  'project.managementPassedOn': ({ what, details, nameOf }) =>
    t`${nameOf(String(details['userId']))} now manages the private project “${what}”: ${nameOf(String(details['from']))}, its last manager, left the team`,
  'project.madePrivate': ({ who, what }) => t`${who} made the project “${what}” private`,
  'project.opened': ({ who, what }) => t`${who} opened the project “${what}” to the team`,
  'project.archived': ({ who, what }) => t`${who} archived the project “${what}”`,
  'project.unarchived': ({ who, what }) => t`${who} unarchived the project “${what}”`,
  'project.trashed': ({ who, what }) => t`${who} moved the project “${what}” to the trash`,
  'project.restored': ({ who, what }) => t`${who} restored the project “${what}”`,
  'project.purged': ({ who, what }) => t`${who} permanently deleted the project “${what}”`,
  'publicLink.made': ({ who, what }) => t`${who} created a public link for “${what}”`,
  'publicLink.changed': ({ who, what }) => t`${who} changed the public link settings of “${what}”`,
  'publicLink.replaced': ({ who, what }) => t`${who} replaced the public link of “${what}”`,
  'publicLink.turnedOff': ({ who, what }) => t`${who} turned off the public link of the project “${what}”`,
  'task.trashed': ({ who, what }) => t`${who} moved the task “${what}” to the trash`,
  'task.restored': ({ who, what }) => t`${who} restored the task “${what}”`,
  'task.purged': ({ who, what }) => t`${who} permanently deleted the task “${what}”`,
  'document.granted': ({ who, what, details, nameOf }) =>
    t`${who} gave ${nameOf(String(details['userId']))} access to “${what}”: ${wordOf(LEVELS, details['level'])}`,
  'document.grantRevoked': ({ who, what, details, nameOf }) =>
    t`${who} removed ${nameOf(String(details['userId']))}’s access to “${what}”`,
  // The log contains no names of private documents.
  'document.managementPassedOn': ({ details, nameOf }) =>
    t`${nameOf(String(details['userId']))} now manages a private document: ${nameOf(String(details['from']))}, its last manager, left the team`,
  'document.madePrivate': ({ who }) => t`${who} made a document private`,
  'document.opened': ({ who, what }) => t`${who} opened the document “${what}” to the team`,
  'document.archived': ({ who, what }) => t`${who} archived the document “${what}”`,
  'document.unarchived': ({ who, what }) => t`${who} unarchived the document “${what}”`,
  'document.trashed': ({ who, what }) => t`${who} moved the document “${what}” to the trash`,
  'document.restored': ({ who, what }) => t`${who} restored the document “${what}”`,
  'document.purged': ({ who, what }) => t`${who} permanently deleted the document “${what}”`,
  'trash.emptied': ({ who, details }) =>
    t`${who} emptied the trash: ${plural(Number(details['count']), { one: '# item', other: '# items' })}`,
  'comment.deleted': ({ who, what }) => t`${who} deleted someone else’s comment on “${what}”`,
  'status.deleted': ({ who, what }) => t`${who} deleted the status “${what}”`,
  'label.deleted': ({ who, what }) => t`${who} deleted the label “${what}”`,
  'taskType.deleted': ({ who, what }) => t`${who} deleted the type “${what}”`,
  'taskType.restored': ({ who, what }) => t`${who} restored the type “${what}”`,
  'field.deleted': ({ who, what }) => t`${who} deleted the field “${what}”`,
  'field.restored': ({ who, what }) => t`${who} restored the field “${what}”`,
  'token.made': ({ who, what }) => t`${who} created the API token “${what}”`,
  'token.revoked': ({ who, what }) => t`${who} revoked the API token “${what}”`,
  'audit.exported': ({ who }) => t`${who} exported the audit log`,
};

function describeTeamChange({ who, details }: SentenceValues): string {
  const name = details['name'];
  if (typeof name === 'object' && name !== null) {
    const { from, to } = name as { from: string; to: string };
    return t`${who} renamed the team from “${from}” to “${to}”`;
  }
  const settings = formatList(Object.keys(details).map((field) => wordOf(SETTINGS, field)));
  return t`${who} changed team settings: ${settings}`;
}

/** Returns the sentence of an entry. For actions from other versions, falls back to the action's name. */
export function describeEntry(entry: AuditEntry, nameOf: NameOf): string {
  const who = entry.actorId === null ? t`Hearth` : nameOf(entry.actorId);
  const what =
    entry.object.name ??
    (entry.object.kind === 'member' ? nameOf(entry.object.id ?? '') : t`hidden: private project`);
  const format = SENTENCES[entry.act as AuditAct];
  return format === undefined
    ? `${who}: ${entry.act}`
    : format({ who, what, details: entry.details, nameOf });
}
