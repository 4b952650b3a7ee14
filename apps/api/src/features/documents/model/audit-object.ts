import type { Document } from '@hearth/contracts/documents/documents';
import { findProject } from '#features/projects/index.ts';
import type { Audit } from '#platform/audit/index.ts';
import type { Command } from '#platform/commands/index.ts';

/** Describes a document for the audit log. Omits the title if the document is restricted or in a private project. */
export async function describeForAudit(
  { tx }: Command,
  { id, title, projectId, isRestricted }: Pick<Document, 'id' | 'title' | 'projectId' | 'isRestricted'>,
): Promise<Pick<Audit, 'object' | 'objectId' | 'objectName'>> {
  const named = { object: 'document', objectId: id } as const;
  if (isRestricted) return named;
  const project = projectId === null ? null : await findProject(tx, projectId);
  const isOpen = projectId === null || project?.isPrivate === false;
  return isOpen ? { ...named, objectName: title } : named;
}
