/** The fixed values of sync; free of the schema library, so that the browser loads only these. */
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

/** Fields that guests get of their own row alone; of everybody else's they are null. */
export const STAFF_FIELDS: Partial<Record<SyncEntity, readonly string[]>> = { member: ['email'] };

export const FEED_CLOSE = {
  goingAway: 1001,
  sessionOver: 4401,
  notMember: 4403,
  tooSlow: 4408,
  tooMany: 4429,
} as const;

/** Open at the same time, on one node; feeds and documents together. */
export const MOST_SOCKETS = { ofSession: 20, ofPerson: 200 } as const;

/** Goes along with reads while somebody sees the team as another member does; sockets have it as the query `viewAs`. */
export const VIEW_AS_HEADER = 'hearth-view-as';

/** How far the sender of a change knew the log, so that lost updates can be told. */
export const BASE_HEADER = 'hearth-base';

/** Names the log position of a change in answers to commands, so that a client knows when its feed has caught up. */
export const SEQ_HEADER = 'hearth-seq';
