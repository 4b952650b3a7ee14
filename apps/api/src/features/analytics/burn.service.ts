import type { Burn } from '@hearth/contracts/analytics/analytics';
import { ANALYTICS_LIMITS, type BurnMetric } from '@hearth/contracts/analytics/analytics-values';
import { burnDays, idealLine } from '@hearth/contracts/analytics/burn-values';
import { addDays, countDays, weekdayOf } from '@hearth/contracts/core/days';
import { invalidField, notFound } from '#platform/errors.ts';
import { listBurnTasks, readBurnRange, type BurnRange, type BurnRow } from './burn.queries.ts';
import { assertPeriod, type AnalyticsContext } from './scope.service.ts';

interface BurnQuestion {
  cycleId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  unit?: 'tasks' | 'points' | undefined;
}

export async function readBurn(context: AnalyticsContext, question: BurnQuestion): Promise<Burn> {
  const { tx, scope, today } = context;
  const { projectId } = scope;
  if (projectId === null) throw invalidField('projectId', 'is missing: name a project or a cycle');
  const cycleId = question.cycleId ?? null;
  const range = await readBurnRange(tx, scope, projectId, cycleId);
  if (range === null) throw notFound('This project');
  const { from, to } = daysOf(range, question, today);
  assertPeriod(from, to);
  const unit = question.unit ?? 'tasks';
  const container = containerOf(projectId, cycleId);
  const rows = await listBurnTasks(tx, scope, container, from);
  const count = countDays(from, to) + 1;
  const tasks = rows.map((row) => ({
    weight: unit === 'tasks' ? 1 : (row.points ?? 0),
    spans: row.spans,
    stays: staysOf(row, container.id),
  }));
  const burnt = burnDays(tasks, count);
  const startScope = burnt[0]?.scope ?? 0;
  const days = burnt.map((row, at) => ({ day: addDays(from, at), ...row }));
  const ideal = idealLine(
    startScope,
    days.map(({ day }) => isWorkingDay(context, day)),
  );
  return { unit, from, to, startScope, days: days.map((row, at) => ({ ...row, ideal: ideal[at] ?? 0 })) };
}

function containerOf(
  projectId: string,
  cycleId: string | null,
): { field: 'projectId' | 'cycleId'; id: string } {
  return cycleId === null ? { field: 'projectId', id: projectId } : { field: 'cycleId', id: cycleId };
}

/** Returns the ids of the tasks that a burndown metric counts on this day. */
export async function listBurnIds(
  { tx, scope }: AnalyticsContext,
  metric: BurnMetric,
  { cycleId, day }: { cycleId: string | null; day: string },
): Promise<string[]> {
  if (scope.projectId === null) throw invalidField('projectId', 'is missing: name a project or a cycle');
  const container = containerOf(scope.projectId, cycleId);
  // Includes the previous day, to distinguish added tasks from existing ones.
  const rows = await listBurnTasks(tx, scope, container, addDays(day, -1));
  return rows
    .filter((row) => {
      const [, end] = burnDays([{ weight: 1, spans: row.spans, stays: staysOf(row, container.id) }], 2);
      if (end === undefined) return false;
      const { scope: inScope, done, added, removed } = end;
      const counted: Record<BurnMetric, number> = {
        scope: inScope,
        scopeDone: done,
        scopeLeft: inScope - done,
        scopeAdded: added,
        scopeRemoved: removed,
      };
      return counted[metric] > 0;
    })
    .map(({ id }) => id);
}

function daysOf(range: BurnRange, { from, to }: BurnQuestion, today: string): { from: string; to: string } {
  const last =
    to ?? range.endsOn ?? (range.projectEnd !== null && range.projectEnd > today ? range.projectEnd : today);
  const earliest = addDays(last, 1 - ANALYTICS_LIMITS.days);
  const first = from ?? range.startsOn ?? range.projectStart;
  if (from !== undefined) return { from, to: last };
  return { from: first < earliest ? earliest : first > last ? last : first, to: last };
}

export function isWorkingDay(
  { workingDays, holidays }: Pick<AnalyticsContext, 'workingDays' | 'holidays'>,
  day: string,
): boolean {
  return workingDays.includes(weekdayOf(day)) && !holidays.includes(day);
}

/**
 * Returns the periods in which a task was in this project or cycle according to its history, as days from the first (inclusive) to the last
 * (exclusive). A task without recorded moves counts as having always been there.
 */
function staysOf({ moves, isThere }: BurnRow, id: string): [number, number | null][] {
  if (moves === null || moves.length === 0) return [[-Infinity, null]];
  const stays: [number, number | null][] = [];
  let since: number | null = moves[0]?.[1] === id ? -Infinity : null;
  for (const [day, , to] of moves) {
    if (since !== null && to !== id) {
      stays.push([since, day]);
      since = null;
    } else if (since === null && to === id) since = day;
  }
  // None of the recorded moves involves this project or cycle, so a task that is in it now has always been there.
  if (since === null && isThere && stays.length === 0) return [[-Infinity, null]];
  if (since !== null) stays.push([since, null]);
  return stays;
}
