import { z } from 'zod';
import { day, dayOrMoment as when, timeOfDay } from '@hearth/contracts/core/fields';
import { PRIORITIES } from '@hearth/contracts/model/task-values';
import { REMINDER_BASES } from '@hearth/contracts/reminders/reminder-values';
import type { FilterGroup, SortKey } from '@hearth/contracts/views/view-values';

/* Input schemas of the tools. The routes that the tools call validate the resulting requests again. */
export const word = z.string().trim().min(1).max(200);
export const ref = z.string().max(60);
export const filter = z
  .record(z.string(), z.unknown())
  .describe(
    'As saved views have it: {match, items: [{field, op, values}]}',
  ) as unknown as z.ZodType<FilterGroup>;
export const sort = z
  .array(z.strictObject({ field: z.string().max(60), isDescending: z.boolean() }))
  .max(4) as unknown as z.ZodType<SortKey[]>;
export const limit = z.int().min(1).max(100).default(25);
export const scope = { projectId: ref.optional(), personId: ref.optional() };
const remind = z.strictObject({
  on: z.enum(REMINDER_BASES),
  day: day.nullable().default(null).describe('Only with on: day'),
  days: z.int().default(0),
  time: timeOfDay.default('09:00'),
  minutes: z.int().optional(),
});
const repeat = z.strictObject({ mode: z.enum(['schedule', 'completion']), rule: z.string().max(300) });

export const target = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('keys'), keys: z.array(ref).min(1).max(50) }),
    z.strictObject({ kind: z.literal('these'), ids: z.array(ref).max(200) }),
    z.strictObject({ kind: z.literal('filter'), filter, words: z.string().max(4000).optional() }),
    z.strictObject({ kind: z.literal('title'), title: word }),
  ])
  .describe('Which tasks: best by their keys');
export type Target = z.output<typeof target>;

export const draft = z.strictObject({
  title: z.string().trim().min(1).max(500),
  projectId: ref.optional().describe('Id, key or name'),
  assigneeIds: z.array(z.string().max(200)).max(20).optional().describe('Ids or names'),
  startDate: when.optional(),
  dueDate: when.optional().describe('2026-11-30'),
  priority: z.enum(PRIORITIES).optional(),
  estimate: z.number().min(0).max(999).optional(),
  labelIds: z.array(z.string().max(80)).max(20).optional(),
  newLabels: z.array(z.string().max(80)).max(20).optional(),
  repeat: repeat.optional(),
  remind: remind.optional(),
  parentKey: ref.optional(),
  description: z.string().max(20_000).optional(),
});
export type Draft = z.output<typeof draft>;

const ids = z.array(z.string().max(200)).max(20);
export const change = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('assign'), assigneeIds: ids, isReplacing: z.boolean().default(false) }),
  z.strictObject({ act: z.literal('unassign'), assigneeIds: ids.nullable() }),
  z.strictObject({ act: z.literal('status'), statusId: z.string().max(80), category: z.string().optional() }),
  z.strictObject({ act: z.literal('due'), dueDate: when.nullable() }),
  z.strictObject({ act: z.literal('shift'), days: z.int().min(-3650).max(3650) }),
  z.strictObject({ act: z.literal('start'), startDate: when.nullable() }),
  z.strictObject({ act: z.literal('priority'), priority: z.enum(PRIORITIES) }),
  z.strictObject({ act: z.literal('estimate'), estimate: z.number().min(0).max(999).nullable() }),
  z.strictObject({ act: z.literal('rename'), title: z.string().trim().min(1).max(500) }),
  z.strictObject({ act: z.literal('project'), projectId: ref.nullable() }),
  z.strictObject({ act: z.literal('snooze'), until: day }),
  z.strictObject({
    act: z.literal('labels'),
    add: ids.default([]),
    newLabels: ids.default([]),
    remove: ids.default([]),
  }),
  z.strictObject({ act: z.literal('repeat'), repeat: repeat.nullable() }),
  z.strictObject({ act: z.literal('remind'), remind: remind.describe('Reminds the person of the task') }),
]);
export type Change = z.output<typeof change>;
