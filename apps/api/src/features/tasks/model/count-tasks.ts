import { sql } from 'kysely';
import { adoptSamples, lockSamples } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';

/**
 * Counts locked tasks that are trashed (-1) or restored (1), except tasks of sample projects. Call it while the tasks still
 * belong to their projects.
 */
export async function countTasks(command: Command, ids: readonly string[], sign: 1 | -1): Promise<void> {
  const { rows } = await sql<{ id: string; count: number }>`
    select p.id, count(*)::int as count from tasks t
    join projects p on p.team_id = t.team_id and p.id = t.project_id and p.is_sample
    where t.team_id = ${command.teamId} and t.id = any (${ids}::uuid[]) group by p.id`.execute(command.tx);
  const samples = await lockSamples(
    command.tx,
    rows.map(({ id }) => id),
  );
  const free = rows.reduce((sum, { id, count }) => sum + (samples.has(id) ? count : 0), 0);
  command.count('tasks', sign * (ids.length - free));
}

/**
 * Updates the counter for moves between projects. A task that leaves a sample project starts to count. A sample project that
 * receives a task becomes a regular project. Call it before the tasks are written.
 */
export async function countMoves(
  command: Command,
  moves: readonly { from: string | null; to: string | null }[],
): Promise<void> {
  await adoptSamples(
    command,
    moves.map(({ to }) => to),
  );
  const samples = await lockSamples(
    command.tx,
    moves.map(({ from }) => from),
  );
  command.count('tasks', moves.filter(({ from }) => from !== null && samples.has(from)).length);
}
