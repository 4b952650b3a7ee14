import { toSet } from '#core/same.ts';
import { z } from 'zod';
import { id, lineOf, nextCursor, pageQuery, storedId, instant, textOf, timeZone } from '#core/fields.ts';
import { LIMITS } from '#core/limits.ts';
import { isCalendarDay } from '#core/days.ts';
import { LONGEST_RULE, REPEAT_MODES, formatRule, parseRule } from './recurrence-values.ts';
import { inJsonbOrder, SERIES_STATES, type Repeat } from './repeat-values.ts';
import { richText, storedRichText } from '#rich-text/rich-text.ts';
import { optionalScalars } from '#model/scalar-fields.ts';

const later = z.strictObject(
  inJsonbOrder({
    title: lineOf(LIMITS.taskTitle),
    ...optionalScalars,
    labelIds: z.array(id).max(LIMITS.labelsPerTask).transform(toSet),
    assigneeIds: z.array(id).max(LIMITS.assignees).transform(toSet),
    description: textOf(LIMITS.taskDescription),
    descriptionDoc: richText.nullable().optional(),
  }),
);

export const repeat = z
  .strictObject({
    mode: z.enum(REPEAT_MODES),
    rule: z
      .string()
      .max(LONGEST_RULE, { error: `must be ${LONGEST_RULE} characters or fewer` })
      .refine((text) => text.length > LONGEST_RULE || parseRule(text) !== null, {
        error: 'must be a rule such as FREQ=WEEKLY;BYDAY=MO, without a time',
      })
      .transform(normalizeSpelling),
    later: later.nullable().default(null),
    timeZone,
  })
  .refine(({ mode, rule }) => mode === 'schedule' || !/BY(DAY|MONTH)/.test(rule), {
    error: 'can’t name days when it’s counted from completion',
    path: ['rule'],
  });

/** A recurrence as stored in a task. */
export const storedRepeat: z.ZodType<Repeat> = z.strictObject({
  mode: z.enum(REPEAT_MODES),
  rule: z.string(),
  later: z
    .strictObject({
      title: z.string(),
      ...optionalScalars,
      labelIds: z.array(storedId),
      assigneeIds: z.array(storedId),
      description: z.string(),
      descriptionDoc: storedRichText.nullable().optional(),
    })
    .nullable(),
  timeZone: z.string(),
});

/** A day or a local time (`Planned`). */
const plannedLocal = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(?:T(?:[01]\d|2[0-3]):[0-5]\d)?$/)
  .refine((local) => isCalendarDay(local.slice(0, 10)), { error: 'must be on a day of the calendar' });
export const planned = z.strictObject({
  dueDate: plannedLocal.nullable(),
  startDate: plannedLocal.nullable(),
});

export const inSeries = z.strictObject({
  id: storedId,
  run: z.number(),
  state: z.enum(SERIES_STATES),
  planned: planned.optional(),
});

function normalizeSpelling(text: string): string {
  const rule = parseRule(text);
  return rule === null ? text : formatRule(rule);
}

/** A skipped occurrence of a series. */
export const skip = z.strictObject({
  id: storedId,
  /** The skipped day and its replacement. */
  day: z.string(),
  toDay: z.string(),
  reason: z.string(),
  skippedBy: storedId.nullable(),
  skippedAt: instant,
});
export type Skip = z.infer<typeof skip>;

/** An occurrence of a series, limited to data that the reader may see. */
const run = z.strictObject({
  run: z.number(),
  taskId: storedId,
  key: z.string(),
  title: z.string(),
  dueDate: z.string().nullable(),
  /** Null while the occurrence is open. */
  closedAt: instant.nullable(),
  isDone: z.boolean(),
  /** Whether it was done on or before its day. Null if it is not done or has no day. */
  isOnTime: z.boolean().nullable(),
  skips: z.array(skip),
});
export type Run = z.infer<typeof run>;

const seriesSummary = z.strictObject({
  done: z.number(),
  onTime: z.number(),
  skipped: z.number(),
  /** Number of latest occurrences in a row that were done on time. */
  streak: z.number(),
});
export type SeriesSummary = z.infer<typeof seriesSummary>;

export const skipReason = z.union([z.literal(''), lineOf(LIMITS.skipReason)]);
export const runsReply = z.strictObject({ summary: seriesSummary, runs: z.array(run), nextCursor });
export const runsQuery = z.strictObject(pageQuery);
