import { z } from 'zod';
import { CYCLE_ENTRANCES, CYCLE_LIMITS, CYCLE_OUTCOMES } from './cycle-values.ts';
import { id, instant, lineOf, nextCursor, pageQuery, storedId, timeZone } from '#core/fields.ts';
import { LIMITS } from '#core/limits.ts';
import { defineRoute } from '#core/route.ts';

const count = z.strictObject({ tasks: z.number(), points: z.number() });

/** A cycle (sprint): a period for which a project plans tasks. The server creates, starts and closes cycles. */
const cycle = z.strictObject({
  id: storedId,
  projectId: storedId,
  /** Number within the project, 1-based. */
  number: z.number(),
  /** Empty if the cycle is named by its number. */
  name: z.string(),
  startsOn: z.string(),
  /** The last day, inclusive. */
  endsOn: z.string(),
  /** Null if the cycle has not started. */
  startedAt: instant.nullable(),
  closedAt: instant.nullable(),
  /** Scope at the start. */
  scope: count.nullable(),
  /** Result at closing, which never changes afterwards. */
  figures: z
    .strictObject({
      start: count,
      added: count,
      removed: count,
      done: count,
      cancelled: count,
      carried: count,
    })
    .nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type Cycle = z.infer<typeof cycle>;

/** The outcome of a task in a closed cycle. */
const cycleEntry = z.strictObject({
  taskId: storedId,
  /** Estimate at closing. */
  estimate: z.number().nullable(),
  entered: z.enum(CYCLE_ENTRANCES),
  outcome: z.enum(CYCLE_OUTCOMES),
  /** Current data of the task. Null if it was deleted or is invisible to the caller. */
  task: z.strictObject({ key: z.string(), title: z.string() }).nullable(),
});
export type CycleEntry = z.infer<typeof cycleEntry>;

function wholeFrom(least: number, most: number) {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.number({ error }).int({ error }).min(least, { error }).max(most, { error });
}

/** Settings by which the server plans the cycles of a project. See `CyclePlan`. */
export const cyclePlan = z.strictObject({
  weeks: wholeFrom(1, CYCLE_LIMITS.weeks),
  startWeekday: wholeFrom(1, 7),
  cooldownWeeks: wholeFrom(0, CYCLE_LIMITS.cooldownWeeks),
  ahead: wholeFrom(1, CYCLE_LIMITS.ahead),
  timeZone,
});

const projectParams = z.strictObject({ teamId: id, projectId: id });
const params = projectParams.extend({ cycleId: id });
const projectIds = { teamId: 'team', projectId: 'project' } as const;
const ids = { ...projectIds, cycleId: 'cycle' } as const;

export const cyclesRoutes = [
  defineRoute({
    id: 'cycles.list',
    method: 'GET',
    path: '/teams/{teamId}/projects/{projectId}/cycles',
    summary: 'The cycles of a project, the latest first',
    rule: { kind: 'team', action: 'project.read', object: 'project' },
    params: projectParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ cycles: z.array(cycle), nextCursor }) },
    ids: projectIds,
  }),
  defineRoute({
    id: 'cycles.update',
    method: 'PATCH',
    path: '/teams/{teamId}/projects/{projectId}/cycles/{cycleId}',
    summary: 'Name a cycle; an empty name leaves it its number',
    rule: { kind: 'team', action: 'project.update', object: 'project' },
    params,
    body: z.strictObject({ name: z.union([z.literal(''), lineOf(LIMITS.cycleName)]) }),
    replies: { 200: z.strictObject({ cycle }) },
    ids,
  }),
  defineRoute({
    id: 'cycles.record',
    method: 'GET',
    path: '/teams/{teamId}/projects/{projectId}/cycles/{cycleId}/record',
    summary: 'What became of each task of a closed cycle; of one that is not closed, nothing yet',
    rule: { kind: 'team', action: 'project.read', object: 'project' },
    params,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ entries: z.array(cycleEntry), nextCursor }) },
    ids,
  }),
] as const;
