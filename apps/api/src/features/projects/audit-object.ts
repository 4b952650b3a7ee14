import type { Project } from '@hearth/contracts/projects/projects';
import type { Audit } from '#platform/audit/index.ts';

/** Describes a project for the audit log. Omits the name of a private project, which not all readers of the log may see. */
export function asAuditObject({
  id,
  name,
  isPrivate,
}: Project): Pick<Audit, 'object' | 'objectId' | 'objectName'> {
  return { object: 'project', objectId: id, ...(isPrivate ? {} : { objectName: name }) };
}
