import { z } from 'zod';
import { id, moment, nextCursor } from './core/fields.ts';
import type { Comment } from './comments/comments.ts';
import type { CustomField } from './custom-fields/custom-fields.ts';
import type { Document } from './documents/documents.ts';
import type { Label } from './labels/labels.ts';
import type { Member } from './members/members.ts';
import type { PersonHere } from './presence/presence-values.ts';
import type { GrantLevel } from './permissions/permissions.ts';
import type { Project } from './projects/projects.ts';
import { defineRoute } from './core/route.ts';
import type { Attachment } from './attachments/attachments.ts';
import type { ChecklistItem } from './checklists/checklist.ts';
import type { Cycle } from './cycles/cycles.ts';
import type { Favourite } from './favourites/favourites.ts';
import type { Milestone } from './milestones/milestones.ts';
import type { SavedView } from './views/saved-views.ts';
import type { PersonalTask } from './reminders/personal-tasks.ts';
import type { Relation } from './relations/relations.ts';
import type { TaskType } from './task-types/task-types.ts';
import type { PackedRows } from './packed-rows-values.ts';
import { SYNC_ENTITIES, type SyncEntity } from './sync-values.ts';
import type { Status, Task } from './tasks/tasks.ts';
import type { Team } from './teams/teams.ts';
import type { TimeEntry } from './time-tracking/time-values.ts';
import type { Template } from './templates/template-values.ts';
import type { WorkTime } from './members/work-time-values.ts';

/** A right that the receiver was given on a project or a document; comes with every snapshot. A change that changes what they see brings a new one. */
type OwnGrant = {
  /** That of the project or the document. */
  id: string;
  level: GrantLevel;
};

/** What the feed carries. A member's id is their user id; a team's id is its `_id`. */
export interface SyncRows {
  team: Team;
  member: Member;
  status: Status;
  label: Label;
  project: Project;
  grant: OwnGrant;
  task: Task;
  comment: Comment;
  relation: Relation;
  checklistItem: ChecklistItem;
  attachment: Attachment;
  view: SavedView;
  milestone: Milestone;
  cycle: Cycle;
  /** The receiver's own; its id is the task's. */
  ownTask: PersonalTask;
  field: CustomField;
  /** A member's, or the team's own. */
  workTime: WorkTime;
  /** The receiver's own; its id is that of the project or the view. */
  favourite: Favourite;
  timeEntry: TimeEntry;
  template: Template;
  taskType: TaskType;
  /** Without what is written in it. */
  document: Document;
}

const change = z.strictObject({
  seq: z.number().int(),
  entity: z.enum(SYNC_ENTITIES),
  id: z.string(),
  op: z.enum(['put', 'delete']),
  data: z.record(z.string(), z.unknown()).optional(),
  /** The mutation (its Idempotency-Key) that made this change. */
  mutationId: z.string().optional(),
});

/** One row of the team's log as a receiver gets it: the whole row after the change, or only its id. */
export type Change = {
  [E in SyncEntity]:
    | { seq: number; entity: E; id: string; op: 'put'; data: SyncRows[E]; mutationId?: string }
    | { seq: number; entity: E; id: string; op: 'delete'; data?: undefined; mutationId?: string };
}[SyncEntity];

export interface SyncPage {
  /** The cursor of the next page, with `since` and `epoch`. */
  seq: number;
  /** Names one unbroken history of the team's log: another one after a restore from a backup. */
  epoch: string;
  /** The cursor is too old, or rights changed: start from a new snapshot. */
  reset: boolean;
  changes: Change[];
  /** Rows of a snapshot, where they were asked for as columns: puts at `seq`. */
  packed?: PackedRows[];
  nextCursor: string | null;
}

export const syncPage = z.strictObject({
  seq: z.number(),
  epoch: z.string(),
  reset: z.boolean(),
  changes: z.array(change),
  packed: z
    .array(
      z.strictObject({
        entity: z.enum(SYNC_ENTITIES),
        columns: z.record(z.string(), z.array(z.unknown()).nullable()),
      }),
    )
    .optional(),
  nextCursor,
});

/** Frames of `/teams/{teamId}/feed`. */
export type FeedFrame =
  | { type: 'changes'; changes: Change[] }
  /**
   * Who is where, the receiver's own person too: whoever may see the same is sent the same bytes. Without `isWhole` only
   * those whose places changed; no places = they have left.
   */
  | { type: 'presence'; isWhole: boolean; people: PersonHere[] }
  | { type: 'reset' }
  | { type: 'ping'; seq: number };

export const syncRoutes = [
  defineRoute({
    id: 'sync.read',
    method: 'GET',
    path: '/teams/{teamId}/sync',
    summary:
      'A snapshot of the working set, what changed since a sequence number, or the work as it was at a moment',
    rule: { kind: 'team', action: 'sync.read' },
    params: z.strictObject({ teamId: id }),
    query: z.strictObject({
      since: z.coerce.number().int().min(0).optional(),
      /** The epoch under which `since` was read: where it is another by now, the answer is a reset. */
      epoch: z.string().max(100).optional(),
      /** The work as it was then, for reading; goes with `cursor`, not with `since`. */
      at: moment.optional(),
      cursor: z.string().max(500).optional(),
      /** `columns`: tasks of a snapshot come as `packed`, which is half of it. */
      form: z.enum(['columns']).optional(),
      limit: z.coerce.number().int().min(1).max(5000).default(1000),
    }),
    replies: { 200: syncPage },
    ids: { teamId: 'team' },
  }),
] as const;

/**
 * The live feed's address, as a WebSocket: not in the list of HTTP routes, but under the same rule and checks.
 * Refusals at the handshake are plain HTTP answers.
 */
export const feedRoute = defineRoute({
  id: 'sync.feed',
  method: 'GET',
  path: '/teams/{teamId}/feed',
  summary: 'The live feed, as a WebSocket',
  rule: { kind: 'team', action: 'sync.read' },
  params: z.strictObject({ teamId: id }),
  query: z.strictObject({
    /** Without it, only what happens from now on. */
    since: z.coerce.number().int().min(0).optional(),
    epoch: z.string().max(100).optional(),
    /** Browsers cannot send headers with a handshake. */
    viewAs: z.string().max(500).optional(),
  }),
  replies: { 101: null },
  ids: { teamId: 'team' },
});
