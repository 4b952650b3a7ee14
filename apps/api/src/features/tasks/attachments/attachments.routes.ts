import { attachmentRoutes } from '@hearth/contracts/attachments/attachments';
import { readPreview } from '#features/files/index.ts';
import { requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { withTeam } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import { withScratch } from '#platform/scratch.ts';
import { writeDisposition } from './disposition.ts';
import { listAttachments } from './attachments.queries.ts';
import {
  attachFile,
  changeAttachment,
  deleteAttachment,
  findFile,
  receiveAttachment,
  restoreAttachment,
} from './attachments.service.ts';

/** Of whatever somebody handed in: nothing in it may run, wherever it is opened. */
const STILL = { 'content-security-policy': "sandbox; default-src 'none'" } as const;

export function bindAttachments(app: App): Binding[] {
  const onTask = ({ teamId, actor, object }: Caller) => ({ teamId, actor, taskId: object.id });

  return [
    bind('attachments.list', attachmentRoutes, async ({ caller, query }) => {
      const after = decodeTimeCursor(query.cursor);
      const { teamId, actor, object } = caller;
      const rows = await withTeam(
        app.db,
        { teamId, userId: actor.userId },
        (tx) => listAttachments(tx, teamId, object.id, { after, limit: query.limit }),
        { isReadOnly: true },
      );
      const page = toPage(rows, query.limit, (row) => [row.createdAt, row.id]);
      return { attachments: page.rows, nextCursor: page.nextCursor };
    }),
    bind('attachments.create', attachmentRoutes, async ({ caller, query, body, request, reply }) => {
      const on = onTask(caller);
      const length = Number(request.headers['content-length'] ?? NaN);
      const told = Number.isNaN(length) ? null : length;
      return await withScratch(app, async (folder) => {
        const file = await receiveAttachment(app, on, body, { folder, told });
        const asked = requestKeyOf(request, { ...query, sha256: file.sha256 }, 201);
        const result = await attachFile(app, on, file, query, asked);
        setSeqHeader(reply, result);
        return result.value;
      });
    }),
    bind('attachments.update', attachmentRoutes, async ({ caller, params, body, request, reply }) => {
      const on = { ...onTask(caller), attachmentId: params.attachmentId };
      const result = await changeAttachment(app, on, body, requestKeyOf(request, body, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('attachments.delete', attachmentRoutes, async ({ caller, params, request, reply }) => {
      const on = { ...onTask(caller), attachmentId: params.attachmentId };
      setSeqHeader(reply, await deleteAttachment(app, on, requestKeyOf(request, null, 204)));
    }),
    bind('attachments.restore', attachmentRoutes, async ({ caller, params, request, reply }) => {
      const on = { ...onTask(caller), attachmentId: params.attachmentId };
      const result = await restoreAttachment(app, on, requestKeyOf(request, null, 200));
      setSeqHeader(reply, result);
      return result.value;
    }),
    bind('attachments.file', attachmentRoutes, async ({ caller, params, reply }) => {
      const { attachment, storageKey } = await findFile(app, {
        ...onTask(caller),
        attachmentId: params.attachmentId,
      });
      const file = await app.storage.open(storageKey);
      if (file === null) throw notFound('This file');
      await reply
        .headers({
          ...STILL,
          'content-type': 'application/octet-stream',
          'content-length': String(file.bytes),
          'content-disposition': writeDisposition(attachment.name),
        })
        .send(file.stream);
    }),
    bind('attachments.preview', attachmentRoutes, async ({ caller, params, query, reply }) => {
      const { attachment, storageKey } = await findFile(app, {
        ...onTask(caller),
        attachmentId: params.attachmentId,
      });
      const picture = attachment.width === null ? null : await readPreview(app, storageKey, query.size);
      if (picture === null) throw notFound('A picture of this file');
      await reply.headers({ ...STILL, 'content-type': 'image/webp' }).send(picture);
    }),
  ];
}
