import { sql } from 'kysely';
import { HIDDEN_TASK } from '@hearth/contracts/model/task-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { runCommand, type CommandResult } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';
import { LONGEST_CALM_KEY, SHORT_KEY, planRebalance } from '#platform/order-keys.ts';
import { lockLongKeys, writePositions, type TaskLine } from './rebalance.queries.ts';
import { putRows } from '#features/tasks/model/task-log.queries.ts';

/** Batch size of one rebalancing. */
const MOST_AT_ONCE = 2_000;

type Standing = Pick<Task, 'projectId' | 'statusId' | 'position' | 'parentId' | 'siblingPosition'>;

export interface Rebalancer {
  /** Checks tasks that were just written, and rebalances lines with a long key in the background. */
  look(teamId: string, userId: string, result: { isRepeated: boolean; tasks: readonly Standing[] }): void;
  /** Resolves when no rebalancing is running. */
  settle(): Promise<void>;
}

/**
 * Keeps order keys short: clients insert a task between two others, and repeated inserts into one gap make keys ever
 * longer. One command at a time rebalances a line; its rows go through the log like any other command's.
 */
export function createRebalancer(app: App): Rebalancer {
  const running = new Map<string, Promise<void>>();

  async function run(teamId: string, userId: string, line: TaskLine): Promise<void> {
    try {
      await rebalance(app, { teamId, userId }, line);
    } catch (error) {
      // The next write with a long key retries.
      app.log.warn({ err: error, teamId }, 'an order could not be rebalanced');
    }
  }

  return {
    look(teamId, userId, { tasks, isRepeated }) {
      if (isRepeated) return;
      for (const line of tasks.flatMap(findLongLines)) {
        const name = `${teamId} ${Object.values(line).join(' ')}`;
        if (running.has(name)) continue;
        running.set(
          name,
          run(teamId, userId, line).finally(() => running.delete(name)),
        );
      }
    },
    async settle() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

/** The lines in which this task has a long key. */
function findLongLines({ projectId, statusId, position, parentId, siblingPosition }: Standing): TaskLine[] {
  const lines: TaskLine[] = [];
  if (position.length > LONGEST_CALM_KEY) lines.push({ projectId, statusId });
  // A caller who can't see the parent can't have reordered the sub-task either.
  const isKnown = parentId !== null && parentId !== HIDDEN_TASK;
  if (isKnown && (siblingPosition?.length ?? 0) > LONGEST_CALM_KEY) lines.push({ parentId });
  return lines;
}

/** Replaces the long keys of a line without changing its order. */
async function rebalance(
  app: App,
  on: { teamId: string; userId: string },
  line: TaskLine,
): Promise<CommandResult<number>> {
  return await runCommand(app, on, async (command) => {
    const locked = await lockLongKeys(command.tx, line, {
      length: SHORT_KEY,
      limit: MOST_AT_ONCE,
    });
    const plan = planRebalance(locked);
    if (plan.length === 0) return 0;
    await writePositions(command.tx, line, plan, command.now);
    command.logMany(putRows(on.teamId, sql`t.id = any (${plan.map((one) => one.id)}::uuid[])`));
    return plan.length;
  });
}
