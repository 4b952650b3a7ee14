import { keysOf } from '#features/files/index.ts';
import { addTeamFiles } from '#features/teams/index.ts';
import type { App, Feature } from '#platform/feature.ts';
import { bindDropFiles } from './attachment-files.ts';
import { listTables } from './attachment-kind.ts';
import { listTeamFiles } from './storage.queries.ts';

export { dropFilesLater, nameFiles, readNature, type FileNature } from './attachment-files.ts';
export { addAttachmentKind, type AttachmentKind } from './attachment-kind.ts';
export {
  attachmentJson,
  deleteAttachmentsOf,
  findAttachment,
  isAttachment,
  purgeAttachments,
} from './attachments.queries.ts';
export { bindAttachments } from './attachments.routes.ts';
export { assertAttachmentLimits } from './attachments.service.ts';
export { writeDisposition } from './disposition.ts';
export { addStoredBytes, assertStorageRoom, refuseStorage } from './storage-room.ts';

/** Files attached to objects. Features that depend on this one register their kinds of object. */
export async function attachments(app: App): Promise<Feature> {
  addTeamFiles(app, async (tx) => (await listTeamFiles(tx, listTables(app))).flatMap(keysOf));
  return { name: 'attachments', bindings: [], jobs: [bindDropFiles(app)] };
}
