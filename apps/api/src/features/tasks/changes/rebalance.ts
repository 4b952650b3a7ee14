import { sql } from 'kysely';
import { HIDDEN_TASK } from '@hearth/contracts/model/task-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { runCommand, type CommandResult } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';
import { LONGEST_CALM_KEY, SHORT_KEY, planRebalance } from '#platform/order-keys.ts';
import { lockLongKeys, writePositions, type TaskLine } from './rebalance.queries.ts';
import { putRows } from '#features/tasks/model/task-log.queries.ts';

/** Batch size of one rebalancing run. */
const MAX_AT_ONCE = 2_000;

type TaskPosition = Pick<Task, 'projectId' | 'statusId' | 'position' | 'parentId' | 'siblingPosition'>;

export interface Rebalancer {
  /**
   * Checks the order keys of tasks that were just written, and rebalances columns and sibling lists with long keys in the
   * background.
   */
  check(
    teamId: string,
    userId: string,
    result: { isRepeated: boolean; tasks: readonly TaskPosition[] },
  ): void;
  /** Resolves when no rebalancing is running. */
  settle(): Promise<void>;
}

/**
 * Keeps order keys short. Repeated inserts between the same two tasks make keys ever longer. Within a process, only one command at a time
 * rebalances a column or sibling list. It writes to the change log like any other command.
 */
export function createRebalancer(app: App): Rebalancer {
  const running = new Map<string, Promise<void>>();

  async function run(teamId: string, userId: string, line: TaskLine): Promise<void> {
    try {
      await rebalance(app, { teamId, userId }, line);
    } catch (error) {
      // The next write with a long key triggers another attempt.
      app.log.warn({ err: error, teamId }, 'failed to rebalance order keys');
    }
  }

  return {
    check(teamId, userId, { tasks, isRepeated }) {
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

/** Finds the column and sibling list in which this task has a long key. */
function findLongLines({
  projectId,
  statusId,
  position,
  parentId,
  siblingPosition,
}: TaskPosition): TaskLine[] {
  const lines: TaskLine[] = [];
  if (position.length > LONGEST_CALM_KEY) lines.push({ projectId, statusId });
  // A caller who can't see the parent can't have reordered its sub-tasks either.
  const isKnown = parentId !== null && parentId !== HIDDEN_TASK;
  if (isKnown && (siblingPosition?.length ?? 0) > LONGEST_CALM_KEY) lines.push({ parentId });
  return lines;
}

/** Replaces long order keys with short ones without changing the order. Returns the number of changed tasks. */
async function rebalance(
  app: App,
  on: { teamId: string; userId: string },
  line: TaskLine,
): Promise<CommandResult<number>> {
  return await runCommand(app, { ...on, requestKey: null }, async (command) => {
    const locked = await lockLongKeys(command.tx, line, {
      length: SHORT_KEY,
      limit: MAX_AT_ONCE,
    });
    const plan = planRebalance(locked);
    if (plan.length === 0) return 0;
    await writePositions(command.tx, line, plan, command.now);
    command.logMany(putRows(on.teamId, sql`t.id = any (${plan.map((one) => one.id)}::uuid[])`));
    return plan.length;
  });
}
