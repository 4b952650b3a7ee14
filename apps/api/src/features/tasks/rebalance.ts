import { sql } from 'kysely';
import type { Task } from '@hearth/contracts/tasks';
import { runCommand, type CommandResult } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';
import { LONGEST_CALM_KEY, SHORT_KEY, planRebalance } from '#platform/order-keys.ts';
import { holdLongKeys, writePositions } from './rebalance.queries.ts';
import { putRows } from './task-trash.queries.ts';
import type { Place } from './task-writes.queries.ts';

/** Rows that one rebalancing rewrites at most. */
const MOST_AT_ONCE = 2_000;

export interface Rebalancer {
  /** Looks at tasks that were just written; their columns are rebalanced in the background where a key grew long. */
  look(teamId: string, userId: string, result: { isRepeated: boolean; tasks: readonly Task[] }): void;
  /** Resolves when nothing is being rebalanced. */
  settle(): Promise<void>;
}

/**
 * Keeps order keys short: clients put a task between two others, and a gap that is used again and again makes ever
 * longer keys. One column is rebalanced by one command at a time, whose rows go through the log like any other's.
 */
export function createRebalancer(app: App): Rebalancer {
  const running = new Map<string, Promise<void>>();

  async function run(teamId: string, userId: string, place: Place): Promise<void> {
    try {
      await rebalanceColumn(app, { teamId, userId }, place);
    } catch (error) {
      // The next write with a long key tries again.
      app.log.warn({ err: error, teamId }, 'a column could not be rebalanced');
    }
  }

  return {
    look(teamId, userId, { tasks, isRepeated }) {
      if (isRepeated) return;
      for (const { position, projectId, statusId } of tasks) {
        const name = `${teamId} ${projectId} ${statusId}`;
        if (position.length <= LONGEST_CALM_KEY || running.has(name)) continue;
        running.set(
          name,
          run(teamId, userId, { projectId, statusId }).finally(() => running.delete(name)),
        );
      }
    },
    async settle() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}

/** Renews the long keys of a column; the order stays. */
export async function rebalanceColumn(
  app: App,
  on: { teamId: string; userId: string },
  place: Place,
): Promise<CommandResult<number>> {
  return await runCommand(app, on, async (command) => {
    const held = await holdLongKeys(command.tx, on.teamId, place, { length: SHORT_KEY, limit: MOST_AT_ONCE });
    const plan = planRebalance(held);
    if (plan.length === 0) return 0;
    await writePositions(command.tx, on.teamId, plan, command.now);
    command.logMany(putRows(on.teamId, sql`t.id = any (${plan.map((one) => one.id)}::uuid[])`));
    return plan.length;
  });
}
