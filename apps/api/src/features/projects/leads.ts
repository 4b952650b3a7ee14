import type { Project } from '@hearth/contracts/projects/projects';
import { workScope, type Command } from '#platform/commands/index.ts';
import { notFoundAt } from '#platform/errors.ts';
import { listLedWithoutSight, lockProject, updateProject } from './projects.queries.ts';
import { listMembersWithAccess } from './sight.queries.ts';

/** Checks that a lead is a member of the team who may see the project. */
export async function assertMayLead(command: Command, projectId: string, leadId: string): Promise<void> {
  const [may] = await listMembersWithAccess(command.tx, projectId, [leadId]);
  if (may === undefined) throw notFoundAt('leadId', 'a member who can see this project');
}

/** Checks the lead of a project that is about to be created. A private project is visible only to its creator. */
export async function assertMayLeadNew(command: Command, project: Project, leadId: string): Promise<void> {
  if (project.isPrivate && leadId !== command.userId)
    throw notFoundAt('leadId', 'a member who can see this project');
  await assertMayLead(command, project.id, leadId);
}

/** Removes leads who may no longer see their projects, including trashed ones. */
export async function removeLeadsWithoutAccess(command: Command, userIds: readonly string[]): Promise<void> {
  const { tx } = command;
  for (const { id, isTrashed } of await listLedWithoutSight(tx, userIds)) {
    const locked = await lockProject(tx, id, { isTrashed });
    if (locked === null) continue;
    const project = { ...locked.project, leadId: null, updatedAt: command.now.toISOString() };
    await updateProject(tx, project);
    if (!isTrashed) command.put('project', id, locked.project, project, workScope(id));
  }
}
