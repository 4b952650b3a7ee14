import { workScope, type Command } from '#platform/commands/index.ts';
import { invalidField } from '#platform/errors.ts';
import { listLedWithoutSight, lockProject, updateProject } from './projects.queries.ts';
import { listWhoMaySee } from './sight.queries.ts';

/** Somebody leads a project only if they are in the team and may see it. */
export async function assertMayLead(command: Command, projectId: string, leadId: string): Promise<void> {
  const [may] = await listWhoMaySee(command.tx, command.teamId, projectId, [leadId]);
  if (may === undefined)
    throw invalidField('leadId', 'must be a member of the team who may see this project');
}

/** Projects whose lead may not see them any more have none, in the trash too. */
export async function dropLeadsWhoLostSight(command: Command, userIds: readonly string[]): Promise<void> {
  const { tx, teamId } = command;
  for (const { id, isTrashed } of await listLedWithoutSight(tx, teamId, userIds)) {
    const locked = await lockProject(tx, teamId, id, { isTrashed });
    if (locked === null) continue;
    const project = { ...locked.project, leadId: null, updatedAt: command.now.toISOString() };
    await updateProject(tx, teamId, project);
    if (!isTrashed) command.put('project', id, locked.project, project, workScope(id));
  }
}
