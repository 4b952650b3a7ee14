import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { ATTACHMENT } from '@hearth/contracts/attachments/attachment-values';
import type { Attachment } from '@hearth/contracts/attachments/attachments';
import { asOwner } from '#platform/db/index.ts';
import type { ApiResponse, Client } from './make.ts';
import type { TestApp } from './start-app.ts';

export type Content = string | Uint8Array<ArrayBuffer>;

/** Creates a file as uploaded by the browser. */
function toFile(content: Content): Blob {
  return new Blob([content], { type: ATTACHMENT.upload });
}

export async function drawPng(width = 40, height = 30): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#c05020' } });
  return new Uint8Array(await picture.png().toBuffer());
}

/** Attaches a file to a task. @param list URL of the attachment list */
export async function attach<T = { attachment: Attachment }>(
  by: Client,
  list: string,
  file: { name?: string; content?: Content; id?: string; headers?: Record<string, string> } = {},
): Promise<ApiResponse<T>> {
  const { name = 'notes.txt', content = 'Notes', id = randomUUID(), headers = {} } = file;
  const query = new URLSearchParams({ id, name }).toString();
  return await by.send<T>('POST', `${list}?${query}`, { upload: toFile(content), headers });
}

/** Inserts an image attachment on a task or document directly into the database, regardless of the state of its parent. */
export async function insertAttachment(
  { app }: TestApp,
  on: { teamId: string; by: string; isDeleted: boolean } & ({ taskId: string } | { documentId: string }),
): Promise<string> {
  const id = randomUUID();
  const png = await drawPng();
  const storageKey = `attachments/${app.ids.newToken(24)}`;
  await app.storage.put(storageKey, png);
  const now = new Date();
  const file = {
    team_id: on.teamId,
    id,
    name: 'picture.png',
    type: 'image/png',
    bytes: png.length,
    width: 40,
    height: 30,
    storage_key: storageKey,
    created_by: on.by,
    created_at: now,
    deleted_at: on.isDeleted ? now : null,
    deleted_by: on.isDeleted ? on.by : null,
  };
  await asOwner(app.db, (tx) =>
    'taskId' in on
      ? tx
          .insertInto('attachments')
          .values({ ...file, task_id: on.taskId })
          .execute()
      : tx
          .insertInto('document_attachments')
          .values({ ...file, document_id: on.documentId })
          .execute(),
  );
  return id;
}
