import { addDays, countDays } from '@hearth/contracts/core/days';
import { ANALYTICS_LIMITS } from '@hearth/contracts/analytics/analytics-values';
import { PLANS } from '@hearth/contracts/billing/plans';
import type { FilterGroup } from '@hearth/contracts/views/view-values';
import { findPlanInForce } from '#features/billing/index.ts';
import { listSampleIds, visibleTo, type VisibleProjects } from '#features/projects/index.ts';
import { pickTasks } from '#features/tasks/index.ts';
import { dayAt, nameForDatabase, startOfDay } from '#platform/day-in-zone.ts';
import { withTeam, type TeamTx } from '#platform/db/index.ts';
import { AppError, invalidField, notFound } from '#platform/errors.ts';
import type { App, Caller } from '#platform/feature.ts';
import {
  findProjectOfCycle,
  idsOfCycle,
  inBoth,
  isProjectVisible,
  readTeamFacts,
  type Period,
  type Scope,
} from './scope.queries.ts';

export interface AnalyticsContext {
  tx: TeamTx;
  scope: Scope;
  now: Date;
  /** Name as stored by the team. The database may use another name for the same zone. */
  timeZone: string;
  today: string;
  workingDays: readonly number[];
  holidays: readonly string[];
  periodOf: (from: string, to: string) => Period;
}

interface AnalyticsRequest {
  projectId?: string | undefined;
  cycleId?: string | undefined;
  filter?: FilterGroup | undefined;
}

/**
 * Runs analytics queries within the caller's scope, in one transaction.
 * @param plan 'any' if the free plan is sufficient
 * @throws AppError NOT_FOUND for a deleted team or a project or cycle that the caller may not read; PLAN_REQUIRED
 */
export async function queryAnalytics<T>(
  app: App,
  { teamId, actor }: Pick<Caller, 'teamId' | 'actor'>,
  question: AnalyticsRequest,
  read: (context: AnalyticsContext) => Promise<T>,
  plan: 'pro' | 'any' = 'pro',
): Promise<T> {
  return await withTeam(
    app.db,
    { teamId, userId: actor.userId },
    async (tx) => {
      const facts = await readTeamFacts(tx);
      if (facts === null) throw notFound('This team');
      const { timeZone } = facts;
      const now = app.clock.now();
      const visible = visibleTo(actor);
      const projectId = await findProject(tx, question, visible);
      // Sample content counts only if its project is requested explicitly.
      const counted = projectId === null ? without(visible, await listSampleIds(tx)) : visible;
      if (plan === 'pro') await assertPro(tx);
      const today = dayAt(now, timeZone);
      const zone = nameForDatabase(timeZone);
      const startOf = (day: string) => startOfDay(day, timeZone);
      const context = { me: actor.userId, today, now: now.toISOString(), timeZone: zone, startOf };
      const ofCycle = question.cycleId === undefined ? null : idsOfCycle(teamId, question.cycleId);
      const passing =
        question.filter === undefined ? null : await pickTasks(tx, actor, question.filter, context);
      const picked = ofCycle !== null && passing !== null ? inBoth(ofCycle, passing) : (ofCycle ?? passing);
      return await read({
        tx,
        scope: {
          teamId,
          visible: counted,
          seesAll: 'allBut' in visible && visible.allBut.length === 0,
          projectId,
          picked,
          timeZone: zone,
          hasRollUps: facts.hasRollUps,
        },
        now,
        timeZone,
        today,
        workingDays: facts.workingDays,
        holidays: facts.holidays,
        periodOf: (from, to) => ({ from, to, since: startOf(from), before: startOf(addDays(to, 1)) }),
      });
    },
    // Generic plans assume a short period and a filter that matches few tasks. For a period of two years, they cost up to twice as much.
    { isReadOnly: true, usesCustomPlans: true },
  );
}

function without(visible: VisibleProjects, ids: readonly string[]): VisibleProjects {
  return 'only' in visible
    ? { only: visible.only.filter((id) => !ids.includes(id)) }
    : { allBut: [...visible.allBut, ...ids] };
}

async function findProject(
  tx: TeamTx,
  { projectId, cycleId }: AnalyticsRequest,
  visible: Scope['visible'],
): Promise<string | null> {
  if (projectId !== undefined && !(await isProjectVisible(tx, projectId, visible)))
    throw notFound('This project');
  if (cycleId === undefined) return projectId ?? null;
  const ofCycle = await findProjectOfCycle(tx, cycleId, visible);
  if (ofCycle === null) throw notFound('This cycle');
  // A task that leaves a project also leaves its cycle, so a cycle of another project has no tasks here.
  return projectId ?? ofCycle;
}

/** @throws AppError PLAN_REQUIRED on the free plan */
export async function assertPro(tx: TeamTx): Promise<void> {
  const plan = await findPlanInForce(tx);
  if (PLANS[plan].hasAnalytics) return;
  throw new AppError('PLAN_REQUIRED', `Analytics comes with the ${PLANS.pro.shownAs} plan.`, {
    feature: 'analytics',
    plan,
  });
}

/** @throws AppError INVALID_REQUEST for a period that ends before it begins, or is too long */
export function assertPeriod(from: string, to: string): void {
  if (to < from) throw invalidField('to', 'can’t be before from');
  if (countDays(from, to) >= ANALYTICS_LIMITS.days)
    throw invalidField('to', `must be within ${ANALYTICS_LIMITS.days} days of from`);
}
