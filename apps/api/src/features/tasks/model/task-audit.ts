import type { Task } from '@hearth/contracts/tasks/tasks';
import { findProject } from '#features/projects/index.ts';
import type { Audit } from '#platform/audit/index.ts';
import type { Command } from '#platform/commands/index.ts';

/** Describes a task for the audit log. Omits the title of tasks in private projects, which not every admin may read. */
export async function describeForAudit(
  { tx }: Command,
  { id, title, projectId }: Pick<Task, 'id' | 'title' | 'projectId'>,
): Promise<Pick<Audit, 'object' | 'objectId' | 'objectName'>> {
  const named = { object: 'task', objectId: id } as const;
  const project = projectId === null ? null : await findProject(tx, projectId);
  const isOpen = projectId === null || project?.isPrivate === false;
  return isOpen ? { ...named, objectName: title } : named;
}
