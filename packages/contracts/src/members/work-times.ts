import { z } from 'zod';
import { day, id, lineOf, nextCursor, pageQuery, storedId } from '#core/fields.ts';
import { defineRoute } from '#core/route.ts';
import { WORK_TIME_LIMITS, type WorkTime } from './work-time-values.ts';

const storedAbsence = z.strictObject({ from: z.string(), to: z.string(), word: z.string() });
export const workTime = z.strictObject({
  id: storedId,
  capacity: z.number().nullable(),
  absences: z.record(storedId, storedAbsence),
}) satisfies z.ZodType<WorkTime>;

export const capacity = z
  .int({ error: 'must be a whole number, or null' })
  .min(0, { error: 'must be 0 or more' })
  .max(WORK_TIME_LIMITS.capacity, { error: `must be ${WORK_TIME_LIMITS.capacity} or less` });
const absence = z
  .strictObject({ from: day, to: day, word: z.union([z.literal(''), lineOf(WORK_TIME_LIMITS.word)]) })
  .refine(({ from, to }) => from <= to, { error: 'can’t be before the first day', path: ['to'] });
const isNotTooMuch = (absences: object): boolean => Object.keys(absences).length <= WORK_TIME_LIMITS.absences;
const tooMuch = { error: `can have up to ${WORK_TIME_LIMITS.absences} absences` };
export const absences = z.record(id, absence).refine(isNotTooMuch, tooMuch);

const teamParams = z.strictObject({ teamId: id });
const reply = z.strictObject({ workTime });

export const workTimesRoutes = [
  defineRoute({
    id: 'workTimes.list',
    method: 'GET',
    path: '/teams/{teamId}/work-times',
    summary:
      'How much work each member takes on in a week, and when they are away; those who have said neither are not there',
    rule: { kind: 'team', action: 'workTimes.read' },
    params: teamParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ workTimes: z.array(workTime), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'workTimes.updateTeam',
    method: 'PATCH',
    path: '/teams/{teamId}/work-time',
    summary: 'Say how much work everybody takes on in a week who has said nothing else',
    rule: { kind: 'team', action: 'workTimes.changeTeam' },
    params: teamParams,
    body: z.strictObject({ capacity: capacity.nullable().optional() }),
    replies: { 200: reply },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'workTimes.update',
    method: 'PATCH',
    path: '/teams/{teamId}/members/{userId}/work-time',
    summary:
      'Say how much work a member takes on in a week, and when they are away: oneself, or as an admin anybody',
    rule: { kind: 'team', action: 'workTimes.change' },
    params: z.strictObject({ teamId: id, userId: id }),
    body: z.strictObject({
      capacity: capacity.nullable().optional(),
      /** Null removes an absence, omitted absences are unchanged. */
      absences: z.record(id, absence.nullable()).refine(isNotTooMuch, tooMuch).optional(),
    }),
    replies: { 200: reply },
    ids: { teamId: 'team', userId: 'user' },
  }),
] as const;
