import { z } from 'zod';
import { isEmoji } from '@hearth/contracts/rich-text/comment-values';
import { fileName } from '@hearth/contracts/attachments/attachments';
import { COLORS } from '@hearth/contracts/core/colors';
import { FIELD_TYPES, hasOptions } from '@hearth/contracts/custom-fields/custom-field-values';
import { currency, customValues, fieldOptions, formula } from '@hearth/contracts/custom-fields/custom-fields';
import { defaultedScalars, scalarInputs } from '@hearth/contracts/model/scalar-fields';
import { day, dayOrMoment, isTimeZone, lineOf, textOf } from '@hearth/contracts/core/fields';
import { FORMULA_KINDS } from '@hearth/contracts/custom-fields/formula-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import { columnLimits } from '@hearth/contracts/projects/projects';
import { DEFAULT_ROLES, GRANT_LEVELS, TEAM_ROLES } from '@hearth/contracts/permissions/permissions';
import { HEALTHS } from '@hearth/contracts/projects/project-values';
import { richText, textVersion } from '@hearth/contracts/rich-text/rich-text';
import { writeRichText } from '@hearth/contracts/rich-text/plain-text-values';
import { RELATION_KINDS } from '@hearth/contracts/relations/relation-values';
import { CYCLE_ENTRANCES, CYCLE_OUTCOMES } from '@hearth/contracts/cycles/cycle-values';
import { cyclePlan } from '@hearth/contracts/cycles/cycles';
import { LONGEST_RULE } from '@hearth/contracts/recurrence/recurrence-values';
import { SERIES_STATES } from '@hearth/contracts/recurrence/repeat-values';
import { planned, repeat, skipReason } from '@hearth/contracts/recurrence/repeats';
import { findViewFault, MAX_VIEW_TEXT } from '@hearth/contracts/views/saved-view-values';
import { TRANSFER } from '@hearth/contracts/transfer/transfer-values';
import { SYNC_ENTITIES } from '@hearth/contracts/sync-values';
import { TASK_TYPE_ICONS } from '@hearth/contracts/task-types/task-type-values';
import { ESTIMATE_STEP, ESTIMATE_UNITS, STATUS_CATEGORIES } from '@hearth/contracts/model/task-values';
import { TIME_LIMITS, TIME_MAKERS } from '@hearth/contracts/time-tracking/time-values';
import {
  findTemplateFault,
  TEMPLATE_KINDS,
  TEMPLATE_LIMITS,
} from '@hearth/contracts/templates/template-values';
import { templateContent, templateName } from '@hearth/contracts/templates/templates';
import { absences, capacity } from '@hearth/contracts/members/work-times';
import { isOrderKey } from '#platform/order-keys.ts';
import { documentAttachmentRow, documentContentRow, documentGrantRow, documentRow } from './document-rows.ts';

/*
 * Schemas of the rows in a team's export file, which has one JSON object per line and is untrusted. Add each new column of a team's table
 * here and in export-parts.ts, or to the list of exclusions in exports.api.test.ts, which otherwise fails.
 */
const id = z.uuid().transform((value) => value.toLowerCase());
const at = z.iso.datetime({ precision: 3 });
const key = z.string().regex(/^[A-Z][A-Z0-9]{1,5}$/);
const position = z.string().refine(isOrderKey);
const someone = id.nullable();
const color = z.enum(COLORS);
/** Non-negative integers, limited to a range that fits a PostgreSQL integer. */
const count = z.number().int().min(0).max(1_000_000_000);

const teamRow = z.strictObject({
  id,
  name: lineOf(LIMITS.teamName),
  key,
  hasImage: z.boolean(),
  membersMayInvite: z.boolean(),
  membersMayUseTokens: z.boolean(),
  defaultRole: z.enum(DEFAULT_ROLES),
  // Missing in older files, whose estimates are in points.
  estimateUnit: z.enum(ESTIMATE_UNITS).default('points'),
  hasPublicLinks: z.boolean().default(true),
  // The following fields are missing in older files.
  timeZone: z.string().max(60).refine(isTimeZone).default('UTC'),
  workingDays: z.array(z.int().min(1).max(7)).min(1).max(7).default([1, 2, 3, 4, 5]),
  holidays: z.array(day).max(LIMITS.teamHolidays).default([]),
  createdBy: someone,
  createdAt: at,
  lastTaskNumber: count,
});

const personRow = z.strictObject({
  id,
  name: lineOf(200),
  /** Null for former members because their address is private. */
  email: z.email().max(320).nullable(),
  teamRole: z.enum(TEAM_ROLES),
  joinedAt: at,
  removedAt: at.nullable(),
  hasImage: z.boolean(),
});

const workTimeRow = z.strictObject({
  /** Null for the default of members without their own setting. */
  userId: someone,
  capacity: capacity.nullable(),
  absences,
  createdAt: at,
  updatedAt: at,
});

const statusRow = z.strictObject({
  id,
  name: lineOf(LIMITS.statusName),
  category: z.enum(STATUS_CATEGORIES),
  color,
  position,
});

const labelRow = z.strictObject({ id, name: lineOf(LIMITS.labelName), color });

const taskTypeRow = z.strictObject({
  id,
  name: lineOf(LIMITS.taskTypeName),
  icon: z.enum(TASK_TYPE_ICONS),
  color,
  position,
});

const fieldRow = z
  .strictObject({
    id,
    name: lineOf(LIMITS.fieldName),
    type: z.enum(FIELD_TYPES),
    options: fieldOptions,
    currency: currency.nullable(),
    // Missing in older files.
    formula: formula.nullable().default(null),
    result: z.enum(FORMULA_KINDS).nullable().default(null),
    position,
    deletedAt: at.nullable(),
  })
  .refine(({ type, formula: text, result }) => (type === 'formula') === (text !== null && result !== null))
  .refine(({ type, options }) => hasOptions(type) || options.length === 0)
  .refine(({ type, currency: code }) => (type === 'money') === (code !== null));

const projectRow = z.strictObject({
  id,
  name: lineOf(LIMITS.projectName),
  key,
  description: textOf(LIMITS.taskDescription),
  color,
  position,
  isPrivate: z.boolean(),
  leadId: someone.default(null),
  startDate: z.iso.date().nullable().default(null),
  targetDate: z.iso.date().nullable().default(null),
  health: z.enum(HEALTHS).nullable().default(null),
  cycles: cyclePlan.nullable().default(null),
  limits: columnLimits.default({}),
  hasTriage: z.boolean().default(false),
  isSample: z.boolean().default(false),
  archivedAt: at.nullable().default(null),
  archivedBy: someone.default(null),
  createdBy: someone,
  createdAt: at,
  updatedAt: at,
  deletedAt: at.nullable(),
  deletedBy: someone,
});

const grantRow = z.strictObject({
  projectId: id,
  userId: id,
  level: z.enum(GRANT_LEVELS),
  grantedBy: someone,
  grantedAt: at,
});

const milestoneRow = z.strictObject({
  id,
  projectId: id,
  name: lineOf(LIMITS.milestoneName),
  description: textOf(LIMITS.milestoneDescription),
  targetDate: z.iso.date().nullable(),
  position,
  createdBy: someone,
  createdAt: at,
  updatedAt: at,
});

const MAX_IN_CYCLE = 200_000;
const cycleCount = z.strictObject({ tasks: count, points: z.number().min(0).multipleOf(ESTIMATE_STEP) });
const startTask = z.strictObject({ taskId: id, estimate: scalarInputs.estimate });
const cycleRow = z
  .strictObject({
    id,
    projectId: id,
    number: count.min(1),
    name: z.union([z.literal(''), lineOf(LIMITS.cycleName)]),
    startsOn: z.iso.date(),
    endsOn: z.iso.date(),
    timeZone: cyclePlan.shape.timeZone,
    startedAt: at.nullable(),
    closedAt: at.nullable(),
    startTasks: z.array(startTask).max(MAX_IN_CYCLE).nullable(),
    record: z
      .array(startTask.extend({ entered: z.enum(CYCLE_ENTRANCES), outcome: z.enum(CYCLE_OUTCOMES) }))
      .max(MAX_IN_CYCLE)
      .nullable(),
    figures: z
      .strictObject({
        start: cycleCount,
        added: cycleCount,
        removed: cycleCount,
        done: cycleCount,
        cancelled: cycleCount,
        carried: cycleCount,
      })
      .nullable(),
    createdAt: at,
    updatedAt: at,
  })
  .refine(
    ({ startedAt, closedAt, startTasks, record, figures }) =>
      (startedAt === null) === (startTasks === null) &&
      (closedAt === null) === (record === null) &&
      (closedAt === null) === (figures === null) &&
      (closedAt === null || startedAt !== null),
  );

const workKeyRow = z.strictObject({ key });

const taskRow = z
  .strictObject({
    id,
    number: count.min(1),
    projectId: id.nullable(),
    title: lineOf(LIMITS.taskTitle),
    description: textOf(LIMITS.taskDescription),
    // Formatting and versions are missing in older files.
    descriptionDoc: richText.nullable().default(null),
    descriptionVersion: textVersion.nullable().default(null),
    statusId: id,
    ...defaultedScalars,
    // Fields with a default value are missing in older files.
    startDate: dayOrMoment.nullable().default(null),
    dueDate: dayOrMoment.nullable(),
    repeat: repeat.nullable().default(null),
    reporterId: someone.default(null),
    typeId: id.nullable().default(null),
    milestoneId: id.nullable().default(null),
    custom: customValues.default({}),
    cycleId: id.nullable().default(null),
    coverId: id.nullable().default(null),
    triage: z.strictObject({ since: at, until: z.iso.date().nullable() }).nullable().default(null),
    seriesId: id.nullable().default(null),
    seriesRun: count.min(1).nullable().default(null),
    seriesState: z.enum(SERIES_STATES).nullable().default(null),
    seriesPlanned: planned.nullable().default(null),
    parentId: id.nullable().default(null),
    siblingPosition: position.nullable().default(null),
    position,
    createdBy: someone,
    createdAt: at,
    updatedAt: at,
    closedAt: at.nullable(),
    deletedAt: at.nullable(),
    deletedBy: someone,
    deletedWith: id.nullable(),
  })
  .refine(
    ({ repeat: repeatMode, seriesId, seriesRun, seriesState, seriesPlanned }) =>
      (seriesId === null) === (seriesRun === null) &&
      (seriesId === null) === (seriesState === null) &&
      (repeatMode === null || seriesId !== null) &&
      (seriesPlanned === null || seriesId !== null),
  )
  // Derive the plain text from the rich text instead of trusting the text in the file.
  .transform((row) =>
    row.descriptionDoc === null ? row : { ...row, description: writeRichText(row.descriptionDoc) },
  );

const taskLabelRow = z.strictObject({ taskId: id, labelId: id });

const taskLinkRow = z
  .strictObject({ taskId: id, fieldId: id, otherId: id })
  .refine(({ taskId, otherId }) => taskId !== otherId);

const relationRow = z
  .strictObject({ id, kind: z.enum(RELATION_KINDS), fromId: id, toId: id, createdBy: someone, createdAt: at })
  .refine(({ kind, fromId, toId }) => kind !== 'relates' || fromId < toId);

const checklistItemRow = z.strictObject({
  id,
  taskId: id,
  title: lineOf(LIMITS.taskTitle),
  isDone: z.boolean(),
  position,
});

const attachmentRow = z.strictObject({
  id,
  taskId: id,
  name: fileName,
  // Type, size and dimensions are ignored on import: they are determined from the file itself.
  type: z.string().max(100),
  bytes: count,
  width: count.nullable(),
  height: count.nullable(),
  createdBy: someone,
  createdAt: at,
});

const timeRow = z
  .strictObject({
    id,
    taskId: id,
    userId: id,
    day: z.iso.date(),
    startedAt: at,
    endedAt: at,
    note: textOf(TIME_LIMITS.note),
    madeBy: z.enum(TIME_MAKERS),
    createdAt: at,
  })
  .refine(
    ({ startedAt, endedAt }) => {
      const ms = Date.parse(endedAt) - Date.parse(startedAt);
      return ms >= 0 && ms <= TIME_LIMITS.longest * 1000;
    },
    { error: 'must last a day or less, and can’t end before it starts' },
  );

const skipRow = z.strictObject({
  id,
  taskId: id,
  day: z.iso.date(),
  toDay: z.iso.date(),
  rule: z.string().max(LONGEST_RULE),
  toRule: z.string().max(LONGEST_RULE),
  planned: planned.nullable().default(null),
  reason: skipReason,
  skippedBy: someone,
  skippedAt: at,
});

const viewRow = z.strictObject({
  id,
  projectId: id.nullable(),
  name: lineOf(LIMITS.viewName),
  color,
  text: z
    .string()
    .max(MAX_VIEW_TEXT)
    .refine((text) => findViewFault(text) === null),
  isPrivate: z.literal(false),
  isLocked: z.boolean(),
  position,
  createdBy: someone,
  createdAt: at,
  updatedAt: at,
});

const templateRow = z
  .strictObject({
    id,
    name: templateName,
    kind: z.enum(TEMPLATE_KINDS),
    content: templateContent,
    createdBy: someone,
    createdAt: at,
    updatedAt: at,
  })
  .refine(({ kind, content }) => findTemplateFault(kind, content) === null)
  .refine(({ content }) => JSON.stringify(content).length <= TEMPLATE_LIMITS.bytes);

const assigneeRow = z.strictObject({ taskId: id, userId: id, assignedAt: at });

const watcherRow = z.strictObject({ taskId: id, userId: id, watchedAt: at, stoppedAt: at.nullable() });

const commentRow = z.strictObject({
  id,
  taskId: id,
  body: textOf(LIMITS.commentBody),
  createdBy: someone,
  createdAt: at,
  // Replies and edited or deleted comments are missing in older files.
  parentId: id.nullable().default(null),
  editedAt: at.nullable().default(null),
  deletedAt: at.nullable().default(null),
  deletedBy: someone.default(null),
});

const reactionRow = z.strictObject({
  commentId: id,
  userId: id,
  emoji: z.string().max(40).refine(isEmoji),
  createdAt: at,
});

const spanRow = z.strictObject({
  taskId: id,
  ordinal: count.min(1),
  enteredAt: at,
  leftAt: at.nullable(),
  statusId: id,
  category: z.enum(STATUS_CATEGORIES),
  enteredBy: someone,
});

/** Name of a field in a history entry: a plain field, a custom field of a task, a column limit, or an absence. */
const FIELD_NAME = /^(?:[a-zA-Z]{1,60}|(?:custom|limits|absences)\.[0-9a-f-]{36})$/;

const historyRow = z.strictObject({
  seq: z.number().int(),
  ordinal: count,
  entity: z.enum(SYNC_ENTITIES),
  entityId: id,
  field: z.string().refine((name) => FIELD_NAME.test(name)),
  old: z.json(),
  new: z.json(),
  actor: someone,
  at,
});

interface Part {
  row: z.ZodType;
  /** Maximum number of rows. Their size is bounded by the size of the file. */
  most: number;
  /** The table into which the rows are inserted. Its columns are the field names in snake case. */
  table?: string;
  /** Whether older files lack the part. */
  isLater?: boolean;
}

/** Parts that are imported, in the order of the file: each part follows the parts that its foreign keys reference. */
const parts = {
  team: { row: teamRow, most: 1 },
  people: { row: personRow, most: 5_000 },
  workTimes: { row: workTimeRow, most: 5_001, table: 'work_times', isLater: true },
  statuses: { row: statusRow, most: LIMITS.statusesPerTeam, table: 'statuses' },
  labels: { row: labelRow, most: LIMITS.labelsPerTeam, table: 'labels', isLater: true },
  taskTypes: { row: taskTypeRow, most: LIMITS.taskTypesPerTeam, table: 'task_types', isLater: true },
  // Includes deleted fields, which can be restored.
  fields: { row: fieldRow, most: 1_000, table: 'fields', isLater: true },
  workKeys: { row: workKeyRow, most: 20_000, table: 'work_keys' },
  projects: { row: projectRow, most: 5_000, table: 'projects' },
  grants: { row: grantRow, most: 50_000, table: 'project_grants' },
  milestones: { row: milestoneRow, most: 100_000, table: 'milestones', isLater: true },
  cycles: { row: cycleRow, most: 200_000, table: 'cycles', isLater: true },
  tasks: { row: taskRow, most: 200_000, table: 'tasks' },
  assignees: { row: assigneeRow, most: 1_000_000, table: 'task_assignees' },
  watchers: { row: watcherRow, most: 2_000_000, table: 'task_watchers', isLater: true },
  taskLabels: { row: taskLabelRow, most: 1_000_000, table: 'task_labels', isLater: true },
  taskLinks: { row: taskLinkRow, most: 1_000_000, table: 'task_links', isLater: true },
  relations: { row: relationRow, most: 500_000, table: 'task_relations', isLater: true },
  checklistItems: { row: checklistItemRow, most: 1_000_000, table: 'checklist_items', isLater: true },
  attachments: { row: attachmentRow, most: TRANSFER.maxEntries, table: 'attachments', isLater: true },
  timeEntries: { row: timeRow, most: 1_000_000, table: 'time_entries', isLater: true },
  skips: { row: skipRow, most: 500_000, table: 'task_skips', isLater: true },
  views: { row: viewRow, most: LIMITS.viewsPerTeam, table: 'views', isLater: true },
  templates: { row: templateRow, most: TEMPLATE_LIMITS.perTeam, table: 'templates', isLater: true },
  documents: { row: documentRow, most: 200_000, table: 'documents', isLater: true },
  documentGrants: { row: documentGrantRow, most: 500_000, table: 'document_grants', isLater: true },
  documentContents: { row: documentContentRow, most: 200_000, isLater: true },
  documentAttachments: {
    row: documentAttachmentRow,
    most: TRANSFER.maxEntries,
    table: 'document_attachments',
    isLater: true,
  },
  comments: { row: commentRow, most: 1_000_000, table: 'task_comments' },
  reactions: { row: reactionRow, most: 1_000_000, table: 'comment_reactions', isLater: true },
  spans: { row: spanRow, most: 2_000_000, table: 'task_state_spans' },
  history: { row: historyRow, most: 2_000_000, table: 'history' },
} as const satisfies Record<string, Part>;

/** Parts that a file contains only for information. Imports ignore them. */
const READ_ONLY_PARTS = ['invites', 'audit'] as const;

export type ImportedPart = keyof typeof parts;
export type PartName = ImportedPart | (typeof READ_ONLY_PARTS)[number];
export type RowOf<P extends ImportedPart> = z.output<(typeof parts)[P]['row']>;

export const IMPORTED_PARTS: Readonly<Record<ImportedPart, Part>> = parts;
export const PART_ORDER = [...Object.keys(parts), ...READ_ONLY_PARTS] as readonly PartName[];

/** Returns the name of an attachment's file entry in an export. */
export function attachedFile(id: string): string {
  return `files/${id}`;
}

export function partFile(name: PartName): string {
  return `data/${name}.jsonl`;
}
