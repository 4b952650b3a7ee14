import type { Project } from '@hearth/contracts/projects/projects';
import { workScope, type Command } from '#platform/commands/index.ts';
import { notFoundAt } from '#platform/errors.ts';
import { listLedWithoutSight, lockProject, updateProject } from './projects.queries.ts';
import { listWhoMaySee } from './sight.queries.ts';

/** Somebody leads a project only if they are in the team and may see it. */
export async function assertMayLead(command: Command, projectId: string, leadId: string): Promise<void> {
  const [may] = await listWhoMaySee(command.tx, projectId, [leadId]);
  if (may === undefined) throw notFoundAt('leadId', 'a member who can see this project');
}

/** The same of a project that is about to be made: a private one is seen by whoever makes it, and nobody else yet. */
export async function assertMayLeadNew(command: Command, project: Project, leadId: string): Promise<void> {
  if (project.isPrivate && leadId !== command.userId)
    throw notFoundAt('leadId', 'a member who can see this project');
  await assertMayLead(command, project.id, leadId);
}

/** Projects whose lead may not see them any more have none, in the trash too. */
export async function dropLeadsWhoLostSight(command: Command, userIds: readonly string[]): Promise<void> {
  const { tx } = command;
  for (const { id, isTrashed } of await listLedWithoutSight(tx, userIds)) {
    const locked = await lockProject(tx, id, { isTrashed });
    if (locked === null) continue;
    const project = { ...locked.project, leadId: null, updatedAt: command.now.toISOString() };
    await updateProject(tx, project);
    if (!isTrashed) command.put('project', id, locked.project, project, workScope(id));
  }
}
