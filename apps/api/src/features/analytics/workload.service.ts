import type { TeamWorkload } from '@hearth/contracts/analytics/analytics';
import { addDays } from '@hearth/contracts/core/days';
import { isWorkingDay } from './burn.service.ts';
import type { AnalyticsContext } from './scope.service.ts';
import {
  listActiveMembers,
  listCapacities,
  listLoads,
  type Capacity,
  type LoadRow,
} from './workload.queries.ts';

const WEEK = 7;

/**
 * Spreads the estimates of open tasks over the working days from start to due date, summed by weeks that start on the weekday of `from`.
 * Nothing is planned for days before today: tasks whose start date has passed are spread from today on, overdue tasks are planned for
 * today.
 * @param seesCapacity whether the caller may see capacities. If not, only assignees are listed, with a capacity of null.
 */
export async function readWorkload(
  context: AnalyticsContext,
  { from, to }: { from: string; to: string },
  seesCapacity: boolean,
): Promise<TeamWorkload> {
  const { tx, scope } = context;
  const loads = await listLoads(tx, scope);
  const capacities = seesCapacity ? await listCapacities(tx) : [];
  const members = seesCapacity ? await listActiveMembers(tx) : [];
  const weeks: string[] = [];
  for (let day = from; day <= to; day = addDays(day, WEEK)) weeks.push(day);
  const last = addDays(weeks.at(-1) ?? from, WEEK - 1);
  const working = listWorkingDays(context, context.today < from ? context.today : from, last);
  const ofTeam = capacities.find(({ userId }) => userId === null);
  const loaded = loads.map(({ userId }) => userId);
  const people = [...new Set([...members, ...loaded])].map((userId) => {
    const own = loads.filter((one) => one.userId === userId);
    const times = capacities.find((one) => one.userId === userId);
    return {
      userId,
      weeks: weeks.map((week) => ({
        planned: own.reduce((sum, one) => sum + plannedIn(context, one, week), 0),
        capacity: capacityIn(context, working, week, { own: times, team: ofTeam }),
      })),
    };
  });
  return { weeks, people };
}

/** Returns the ids of the tasks planned for this user in the seven days from `week`. */
export async function listPlannedIds(
  context: AnalyticsContext,
  userId: string,
  week: string,
): Promise<string[]> {
  const loads = await listLoads(context.tx, context.scope);
  return loads
    .filter((one) => one.userId === userId && plannedIn(context, one, week) > 0)
    .map(({ taskId }) => taskId);
}

function listWorkingDays(context: AnalyticsContext, from: string, to: string): ReadonlySet<string> {
  const days = new Set<string>();
  for (let day = from; day <= to; day = addDays(day, 1)) if (isWorkingDay(context, day)) days.add(day);
  return days;
}

/** Maximum number of days considered per task: a longer range is not a realistic plan. */
const MAX_SPREAD = 1000;

function plannedIn(context: AnalyticsContext, { points, startsOn, endsOn }: LoadRow, week: string): number {
  const { today } = context;
  const end = endsOn ?? startsOn ?? today;
  const to = end < today ? today : end;
  const begin = startsOn ?? end;
  const from = begin < today ? today : begin > to ? to : begin;
  const weekEnd = addDays(week, WEEK - 1);
  if (to < week || from > weekEnd) return 0;
  let [all, within] = [0, 0];
  for (let day = from, count = 0; day <= to && count < MAX_SPREAD; day = addDays(day, 1), count += 1) {
    if (!isWorkingDay(context, day)) continue;
    all += 1;
    if (week <= day && day <= weekEnd) within += 1;
  }
  if (all === 0) return week <= to && to <= weekEnd ? points : 0;
  return (points * within) / all;
}

function capacityIn(
  { workingDays, today }: AnalyticsContext,
  working: ReadonlySet<string>,
  week: string,
  { own, team }: { own: Capacity | undefined; team: Capacity | undefined },
): number | null {
  const aWeek = own?.capacity ?? team?.capacity ?? null;
  if (aWeek === null) return null;
  const absences = Object.values(own?.absences ?? {});
  let present = 0;
  for (let day = week; day <= addDays(week, WEEK - 1); day = addDays(day, 1)) {
    const isAway = absences.some(({ from, to }) => from <= day && day <= to);
    if (day >= today && working.has(day) && !isAway) present += 1;
  }
  return (aWeek / workingDays.length) * present;
}
