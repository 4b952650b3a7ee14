import { workScope, type Command } from '#platform/commands/index.ts';
import { findProject } from './projects.queries.ts';
import { endSample, lockSamples } from './samples.queries.ts';

/**
 * Turns the samples among these projects into regular projects. Their content then counts towards the limits. Must be called before content
 * is added.
 * @returns the ids of the samples among these projects. Trashed ones are included, but remain samples
 */
export async function adoptSamples(
  command: Command,
  projectIds: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const samples = await lockSamples(command.tx, projectIds);
  for (const id of samples) {
    const before = await findProject(command.tx, id);
    if (before === null) continue;
    command.count('tasks', await endSample(command.tx, id, command.now));
    command.count('projects', 1);
    const project = { ...before, isSample: false, updatedAt: command.now.toISOString() };
    command.put('project', id, before, project, workScope(id));
  }
  return samples;
}
