import { nextCycle, type CyclePlan } from '@hearth/contracts/cycles/cycle-values';
import { sql } from 'kysely';
import { runCommand, workScope, type Command } from '#platform/commands/index.ts';
import { dayAt } from '#platform/day-in-zone.ts';
import type { App } from '#platform/feature.ts';
import {
  closeCycle,
  deleteCycle,
  lockCyclesOfProject,
  insertCycle,
  putCycleRows,
  redateCycle,
  startCycle,
  type LockedCycles,
  type OpenCycle,
} from './cycles.queries.ts';

/**
 * Iteration limit. Each iteration closes, starts or plans cycles. More iterations in a single run indicate a plan that never
 * converges.
 */
const MAX_TURNS = 20;

/**
 * Brings the cycles of a project up to date: closes cycles that are over, starts cycles that are due, and plans future cycles. Idempotent,
 * even when two nodes run it concurrently.
 */
export async function rollOverCycles(app: App, on: { teamId: string; projectId: string }): Promise<void> {
  await runCommand(app, { teamId: on.teamId, userId: null, requestKey: null }, async (command) => {
    const locked = await lockCyclesOfProject(command.tx, on.projectId);
    if (locked === null) return;
    const touched = new Set<string>();
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const planned = await planAhead(command, on.projectId, locked, touched);
      const turned = await turnOnce(command, locked, touched);
      if (!planned && !turned) break;
    }
    // A no-op must not consume a `seq`.
    if (touched.size > 0) command.logMany(putCycleRows(on.teamId, sql`c.id = any (${[...touched]}::uuid[])`));
  });
}

/** Returns whether a roll-over is due, based on cycles that were read without a lock. */
export function isDue(now: Date, plan: CyclePlan | null, open: readonly OpenCycle[]): boolean {
  const ahead = open.filter(({ isStarted }) => !isStarted).length;
  if (plan !== null && ahead < plan.ahead) return true;
  return open.some(({ isStarted, startsOn, endsOn, timeZone }) => {
    const today = dayAt(now, timeZone);
    return isStarted ? endsOn < today : startsOn <= today;
  });
}

/**
 * Updates the dates of upcoming cycles, adds missing cycles and removes surplus empty ones.
 * @returns whether any cycle changed
 */
async function planAhead(
  command: Command,
  projectId: string,
  locked: LockedCycles,
  touched: Set<string>,
): Promise<boolean> {
  const { plan, open } = locked;
  const ahead = open.filter(({ isStarted }) => !isStarted);
  let isChanged = false;
  for (const [at, cycle] of [...ahead.entries()].toReversed()) {
    if (at < (plan?.ahead ?? 0) || cycle.hasTasks) break;
    await deleteCycle(command, cycle.id);
    command.remove('cycle', cycle.id, workScope(projectId));
    touched.delete(cycle.id);
    open.splice(open.indexOf(cycle), 1);
    locked.lastNumber = Math.max(0, cycle.number - 1);
    isChanged = true;
  }
  if (plan === null) return isChanged;
  const { timeZone } = plan;
  const today = dayAt(command.now, timeZone);
  let end = open.find(({ isStarted }) => isStarted)?.endsOn ?? locked.lastEnd;
  for (const cycle of open.filter(({ isStarted }) => !isStarted)) {
    const dates = nextCycle(plan, end, today);
    end = dates.endsOn;
    if (cycle.startsOn === dates.startsOn && cycle.endsOn === end && cycle.timeZone === timeZone) continue;
    Object.assign(cycle, dates, { timeZone });
    await redateCycle(command, cycle);
    touched.add(cycle.id);
    isChanged = true;
  }
  for (let count = open.filter(({ isStarted }) => !isStarted).length; count < plan.ahead; count += 1) {
    const dates = nextCycle(plan, end, today);
    const number = locked.lastNumber + 1;
    const cycle = { id: command.newId(), number, ...dates, timeZone, isStarted: false, hasTasks: false };
    await insertCycle(command, projectId, cycle);
    open.push(cycle);
    locked.lastNumber = number;
    end = dates.endsOn;
    touched.add(cycle.id);
    isChanged = true;
  }
  return isChanged;
}

/**
 * Closes the current cycle if it has ended, or starts the next one if it is due.
 * @returns whether it did either
 */
async function turnOnce(command: Command, locked: LockedCycles, touched: Set<string>): Promise<boolean> {
  const current = locked.open.find(({ isStarted }) => isStarted);
  const next = locked.open.find(({ isStarted }) => !isStarted);
  if (current !== undefined) {
    if (current.endsOn >= dayAt(command.now, current.timeZone)) return false;
    await closeCycle(command, current.id, next?.id ?? null);
    if (next !== undefined) next.hasTasks = true;
    locked.open.splice(locked.open.indexOf(current), 1);
    locked.lastEnd = current.endsOn;
    touched.add(current.id);
    return true;
  }
  if (next === undefined || next.startsOn > dayAt(command.now, next.timeZone)) return false;
  await startCycle(command, next.id);
  next.isStarted = true;
  touched.add(next.id);
  return true;
}
