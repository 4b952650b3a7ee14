import { EMPTY_SCALARS } from '@hearth/contracts/model/scalar-field-values';
import type { Subscription } from '@hearth/contracts/billing/billing';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import type { SyncRows } from '@hearth/contracts/sync';

// Complete rows of a team. Fields that a test does not set have the values of a new team.

const NOW = '2026-11-01T08:00:00.000Z';

export function makeTeamRow(fields: Partial<SyncRows['team']> = {}): SyncRows['team'] {
  return {
    _id: 'north',
    name: 'North',
    key: 'NO',
    image: null,
    membersMayInvite: true,
    membersMayUseTokens: true,
    defaultRole: 'member',
    estimateUnit: 'points',
    hasPublicLinks: true,
    timeZone: 'UTC',
    workingDays: [1, 2, 3, 4, 5],
    holidays: [],
    createdAt: NOW,
    deletedAt: null,
    ...fields,
  };
}

/** Returns a member. The first word of the name in lower case becomes the id and the local part of the email address. */
export function makeMember(
  name: string,
  teamRole: TeamRole = 'member',
  fields: Partial<SyncRows['member']> = {},
): SyncRows['member'] {
  const userId = name.split(' ')[0]?.toLowerCase() ?? name;
  return {
    userId,
    name,
    email: `${userId}@example.com`,
    image: null,
    teamRole,
    joinedAt: NOW,
    isViewOnly: false,
    ...fields,
  };
}

export const STATUSES: readonly SyncRows['status'][] = [
  { id: 'backlog', name: 'Backlog', category: 'backlog', color: 'gray', position: 'a0' },
  { id: 'todo', name: 'To do', category: 'unstarted', color: 'gray', position: 'a1' },
  { id: 'doing', name: 'In progress', category: 'started', color: 'amber', position: 'a2' },
  { id: 'review', name: 'In review', category: 'started', color: 'sky', position: 'a3' },
  { id: 'done', name: 'Done', category: 'completed', color: 'green', position: 'a4' },
  { id: 'cancelled', name: 'Cancelled', category: 'cancelled', color: 'gray', position: 'a5' },
];

export function makeProjectRow(id: string, fields: Partial<SyncRows['project']> = {}): SyncRows['project'] {
  return {
    id,
    name: id,
    key: id.slice(0, 3).toUpperCase(),
    description: '',
    color: 'sky',
    position: 'a0',
    isPrivate: false,
    leadId: null,
    startDate: null,
    targetDate: null,
    health: null,
    cycles: null,
    limits: {},
    hasTriage: false,
    isSample: false,
    archivedAt: null,
    archivedBy: null,
    createdBy: null,
    createdAt: NOW,
    updatedAt: NOW,
    ...fields,
  };
}

let numbers = 0;

export function makeTaskRow(id: string, fields: Partial<SyncRows['task']> = {}): SyncRows['task'] {
  numbers += 1;
  return {
    id,
    number: numbers,
    key: `WEB-${numbers}`,
    title: id,
    description: '',
    descriptionDoc: null,
    descriptionVersion: null,
    projectId: 'website',
    statusId: 'todo',
    ...EMPTY_SCALARS,
    assigneeIds: [],
    watcherIds: [],
    labelIds: [],
    startDate: null,
    dueDate: null,
    trackedSeconds: 0,
    repeat: null,
    series: null,
    parentId: null,
    siblingPosition: null,
    position: `a${numbers.toString().padStart(4, '0')}`,
    reporterId: 'ada',
    typeId: null,
    milestoneId: null,
    custom: {},
    cycleId: null,
    coverId: null,
    triage: null,
    createdBy: 'ada',
    createdAt: NOW,
    updatedAt: NOW,
    closedAt: null,
    ...fields,
  };
}

export function makeDocumentRow(
  id: string,
  fields: Partial<SyncRows['document']> = {},
): SyncRows['document'] {
  return {
    id,
    parentId: null,
    projectId: null,
    title: id,
    icon: null,
    cover: null,
    position: 'a0',
    access: [],
    isRestricted: false,
    isPrivate: false,
    isTemplate: false,
    isFullWidth: false,
    archivedAt: null,
    archivedBy: null,
    createdBy: 'ada',
    createdAt: NOW,
    updatedAt: NOW,
    updatedBy: 'ada',
    ...fields,
  };
}

/** A plan without limits. */
export const PRO: Subscription = {
  plan: 'pro',
  status: 'active',
  limits: { collaborators: null, projects: null, documents: null, tasks: null },
  usage: { collaborators: 1, projects: 1, documents: 0, tasks: 1 },
  renewsAt: null,
  paidUntil: null,
  cancelAtPeriodEnd: false,
  graceUntil: null,
  needsAuthorisation: false,
  chooseWritersBy: null,
};
