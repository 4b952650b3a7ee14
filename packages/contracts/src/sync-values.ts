/** Constants for sync, kept out of the schema files to keep the schema library out of the browser. */
export const SYNC_ENTITIES = [
  'team',
  'member',
  'status',
  'label',
  'project',
  'grant',
  'task',
  'comment',
  'relation',
  'checklistItem',
  'attachment',
  'view',
  'milestone',
  'cycle',
  'ownTask',
  'field',
  'workTime',
  'favourite',
  'timeEntry',
  'template',
  'taskType',
  'document',
] as const;
export type SyncEntity = (typeof SYNC_ENTITIES)[number];

/** Fields that guests receive only in their own row. Null in all other rows. */
export const STAFF_FIELDS: Partial<Record<SyncEntity, readonly string[]>> = { member: ['email'] };

export const FEED_CLOSE = {
  goingAway: 1001,
  sessionOver: 4401,
  notMember: 4403,
  tooSlow: 4408,
  tooMany: 4429,
} as const;

/** Maximum open connections per node, feeds and documents together. */
export const MAX_SOCKETS = { ofSession: 20, ofPerson: 200 } as const;

/** Header of reads while viewing the team as another member. Sockets use the query parameter `viewAs` instead. */
export const VIEW_AS_HEADER = 'hearth-view-as';

/** The log position that the sender of a change had seen. Used to detect lost updates. */
export const BASE_HEADER = 'hearth-base';

/** The log position of a change, in responses to commands. Used to detect that the client's feed has caught up. */
export const SEQ_HEADER = 'hearth-seq';
