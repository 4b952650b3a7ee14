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

/** The receiver's grant on a project or a document. Included in every snapshot. Visibility changes trigger a new snapshot. */
type OwnGrant = {
  /** Id of the project or document. */
  id: string;
  level: GrantLevel;
};

/** Rows in the feed. A member's id is their user id. A team's id is its `_id`. */
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
  /** The receiver's own row, keyed by the task's id. */
  ownTask: PersonalTask;
  field: CustomField;
  /** The row of a member or of the team itself. */
  workTime: WorkTime;
  /** The receiver's own row, keyed by the id of the project, view or document. */
  favourite: Favourite;
  timeEntry: TimeEntry;
  template: Template;
  taskType: TaskType;
  /** The document without its content. */
  document: Document;
}

const change = z.strictObject({
  seq: z.number().int(),
  entity: z.enum(SYNC_ENTITIES),
  id: z.string(),
  op: z.enum(['put', 'delete']),
  data: z.record(z.string(), z.unknown()).optional(),
  /** The mutation (its Idempotency-Key) that caused this change. */
  mutationId: z.string().optional(),
});

/** One row of the team's log as sent to a receiver: the whole row after the change or, if deleted, only its id. */
export type Change = {
  [E in SyncEntity]:
    | { seq: number; entity: E; id: string; op: 'put'; data: SyncRows[E]; mutationId?: string }
    | { seq: number; entity: E; id: string; op: 'delete'; data?: undefined; mutationId?: string };
}[SyncEntity];

export interface SyncPage {
  /** The cursor of the next page. It is sent as `since`, together with `epoch`. */
  seq: number;
  /** Identifies one unbroken history of the team's log. A restore from a backup changes it. */
  epoch: string;
  /** True if the cursor is too old or the receiver's permissions changed. The client must then request a new snapshot. */
  reset: boolean;
  changes: Change[];
  /** Rows of a snapshot, if requested as columns. Each row is a put at `seq`. */
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

/** Frames sent by `/teams/{teamId}/feed`. */
export type FeedFrame =
  | { type: 'changes'; changes: Change[] }
  /**
   * Presence of everyone. It includes the receiver because receivers with the same permissions get the same bytes. Without `isWhole`, it
   * contains only users whose locations changed. An empty list of locations means that the user left.
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
      /** The epoch in which `since` was read. If the epoch has changed, the response is a reset. */
      epoch: z.string().max(100).optional(),
      /** Returns a historical, read-only snapshot as of that time. Combines with `cursor`, but not with `since`. */
      at: moment.optional(),
      cursor: z.string().max(500).optional(),
      /** With `columns`, tasks of a snapshot are sent as `packed`, which halves their size. */
      form: z.enum(['columns']).optional(),
      limit: z.coerce.number().int().min(1).max(5000).default(1000),
    }),
    replies: { 200: syncPage },
    ids: { teamId: 'team' },
  }),
] as const;

/**
 * WebSocket address of the live feed. It is not an HTTP route, but is authorized and validated in the same way. Failed handshakes get plain
 * HTTP responses.
 */
export const feedRoute = defineRoute({
  id: 'sync.feed',
  method: 'GET',
  path: '/teams/{teamId}/feed',
  summary: 'The live feed, as a WebSocket',
  rule: { kind: 'team', action: 'sync.read' },
  params: z.strictObject({ teamId: id }),
  query: z.strictObject({
    /** Log position from which to resume. If omitted, only new changes are sent. */
    since: z.coerce.number().int().min(0).optional(),
    epoch: z.string().max(100).optional(),
    /** Query parameter, because browsers cannot send headers with a handshake. */
    viewAs: z.string().max(500).optional(),
  }),
  replies: { 101: null },
  ids: { teamId: 'team' },
});
