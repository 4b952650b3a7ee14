import type { Problem } from '@hearth/contracts/core/errors';
import type { SyncRows } from '@hearth/contracts/sync';
import { ApiError, apiOrigin, call, NoResponseError } from '#platform/api/api-client.ts';
import {
  defineRecipe,
  updateCommand,
  type Command,
  type Effect,
  type OlderPage,
  type TeamStore,
  type View,
} from '#platform/sync/index.ts';

export type Attachment = SyncRows['attachment'];
/** The fields of an attachment that its URL is built from. */
type FileName = Pick<Attachment, 'id' | 'taskId'>;

/** Download timeout, long enough for a large file over a slow connection. */
const TIME_LIMIT_MS = 10 * 60_000;
/** The maximum page size. It exceeds the number of files a task may have. */
const PAGE = 200;

/** Attachments by task, oldest first. */
export function attachmentsByTask(store: TeamStore): View<'attachment'> {
  return store.sharedView('attachments', {
    entity: 'attachment',
    group: ({ taskId }) => taskId,
    compare: (a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)),
  });
}

export function renameAttachment(store: TeamStore, attachment: Attachment, name: string): Command {
  return updateCommand(store, {
    entity: 'attachment',
    id: attachment.id,
    route: 'PATCH /teams/{teamId}/tasks/{taskId}/attachments/{attachmentId}',
    params: paramsOf(store, attachment),
    fields: { name },
  });
}

/** Removes a file from its task. The file can be restored. */
export function removeAttachment(store: TeamStore, attachment: Attachment): Command {
  const isCover = store.row('task', attachment.taskId)?.coverId === attachment.id;
  return {
    route: 'DELETE /teams/{teamId}/tasks/{taskId}/attachments/{attachmentId}',
    params: paramsOf(store, attachment),
    effects: [
      { entity: 'attachment', id: attachment.id, op: 'delete' },
      ...(isCover ? [patchCover(attachment, null)] : []),
    ],
    inverse: { kind: 'whole', by: restoreRecipe({ attachment, isCover }) },
  };
}

/**
 * A removed file and whether it was the cover. Restoring it also restores the cover, unless another cover has been
 * set.
 */
interface DeletedFile {
  attachment: Attachment;
  isCover: boolean;
}

export function restoreAttachment(store: TeamStore, { attachment, isCover }: DeletedFile): Command {
  const isCoverAgain = isCover && store.row('task', attachment.taskId)?.coverId === null;
  return {
    route: 'POST /teams/{teamId}/tasks/{taskId}/attachments/{attachmentId}/restore',
    params: paramsOf(store, attachment),
    effects: [
      { entity: 'attachment', id: attachment.id, op: 'put', fields: { ...attachment } },
      ...(isCoverAgain ? [patchCover(attachment, attachment.id)] : []),
    ],
    inverse: { kind: 'whole', by: deleteUpload(attachment.id) },
  };
}

function patchCover({ taskId }: Attachment, coverId: string | null): Effect {
  return { entity: 'task', id: taskId, op: 'patch', fields: { coverId } };
}

const restoreRecipe = defineRecipe('restore attachment', restoreAttachment);
/** Removes a file again, to undo its upload or its restoration. */
export const deleteUpload = defineRecipe('delete attachment', (store, id: string) => {
  const now = store.row('attachment', id);
  return now === undefined ? null : removeAttachment(store, now);
});

/** Loads the attachments of an opened task that is outside the working set. */
export async function loadAttachments(store: TeamStore, taskId: string): Promise<void> {
  const { teamId } = store;
  await store.loadRows('attachment', async (): Promise<OlderPage<'attachment'>> => {
    const { attachments } = await call('GET /teams/{teamId}/tasks/{taskId}/attachments', {
      params: { teamId, taskId },
      query: { limit: PAGE },
    });
    return { rows: attachments, nextCursor: null };
  });
}

/** URL of the preview image of a file. */
export function previewAddress(store: TeamStore, attachment: FileName, size: 'small' | 'large'): string {
  return `${addressOf(store, attachment)}/preview?size=${size}`;
}

/**
 * Downloads the content of a file.
 * @throws ApiError if the server rejects the request
 * @throws NoResponseError if there is no response
 * @throws the signal's reason if it is aborted
 */
export async function fetchAttachment(
  store: TeamStore,
  attachment: Attachment,
  signal?: AbortSignal,
): Promise<Blob> {
  const limit = AbortSignal.timeout(TIME_LIMIT_MS);
  let answer: Response;
  let content: Blob;
  try {
    answer = await fetch(`${addressOf(store, attachment)}/file`, {
      credentials: 'include',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    content = await answer.blob();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NoResponseError('Failed to download the file.', { cause: error });
  }
  if (answer.ok) return content;
  throw new ApiError(JSON.parse(await content.text()) as Problem);
}

function addressOf({ teamId }: TeamStore, { id, taskId }: FileName): string {
  return `${apiOrigin}/teams/${teamId}/tasks/${taskId}/attachments/${id}`;
}

function paramsOf(store: TeamStore, { id, taskId }: Attachment): Record<string, string> {
  return { teamId: store.teamId, taskId, attachmentId: id };
}
