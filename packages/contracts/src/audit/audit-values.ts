/**
 * Everything that a team's audit log tells of. A new act needs its sentence in apps/web/src/features/audit/audit-words.tsx
 * and its line in docs/security/audit.md. Signing in is not among them: it belongs to a person, who sees
 * their sessions. That somebody else tried to be that person is.
 */
export const AUDIT_ACTS = [
  'team.created',
  'team.changed',
  'team.imageChanged',
  'team.deleted',
  'team.restored',
  'team.exportAsked',
  'team.exportFetched',
  'team.imported',
  'plan.changed',
  'member.joined',
  'member.roleChanged',
  'member.removed',
  'member.left',
  'member.accountDeleted',
  'member.viewedAs',
  'member.signInRefused',
  'ownership.transferred',
  'ownership.recovered',
  'invite.made',
  'invite.resent',
  'invite.revoked',
  'invite.refused',
  'project.granted',
  'project.grantRevoked',
  'project.grantedMyself',
  'project.managementPassedOn',
  'project.madePrivate',
  'project.opened',
  'project.archived',
  'project.unarchived',
  'project.trashed',
  'project.restored',
  'project.purged',
  'publicLink.made',
  'publicLink.changed',
  'publicLink.replaced',
  'publicLink.turnedOff',
  'task.trashed',
  'task.restored',
  'task.purged',
  'document.granted',
  'document.grantRevoked',
  'document.managementPassedOn',
  'document.madePrivate',
  'document.opened',
  'document.archived',
  'document.unarchived',
  'document.trashed',
  'document.restored',
  'comment.deleted',
  'status.deleted',
  'label.deleted',
  'taskType.deleted',
  'taskType.restored',
  'field.deleted',
  'field.restored',
  'token.made',
  'token.revoked',
  'audit.exported',
] as const;
export type AuditAct = (typeof AUDIT_ACTS)[number];

export const AUDIT_OBJECTS = [
  'team',
  'member',
  'invite',
  'project',
  'task',
  'document',
  'status',
  'label',
  'taskType',
  'field',
  'token',
] as const;
export type AuditObject = (typeof AUDIT_OBJECTS)[number];

/** Retention in days, by the plan when an entry was written. */
export const AUDIT_KEPT_DAYS = { free: 30, pro: 365 } as const;

/** Entries that one exported file holds at the most, the newest first. */
export const AUDIT_EXPORT_MOST = 50_000;
