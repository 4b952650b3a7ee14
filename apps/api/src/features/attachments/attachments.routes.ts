import type { z } from 'zod';
import type { PreviewSize } from '@hearth/contracts/attachments/attachment-values';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { readPreview } from '#features/files/index.ts';
import { bindCommandRoute, requestKeyOf, setSeqHeader } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import { bindRoute, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeTimeCursor, toPage } from '#platform/http/paging.ts';
import { withScratch } from '#platform/scratch.ts';
import type { AttachmentKind } from './attachment-kind.ts';
import { listAttachments } from './attachments.queries.ts';
import {
  attachFile,
  changeAttachment,
  deleteAttachment,
  findFile,
  receiveAttachment,
  restoreAttachment,
} from './attachments.service.ts';
import { writeDisposition } from './disposition.ts';

/** Files are untrusted uploads. Scripts in them must never run, wherever they are opened. */
const STILL = { 'content-security-policy': "sandbox; default-src 'none'" } as const;

type Upload = { types: readonly string[]; maxBytes: number; isStreamed: true };
type OfFile = { params: z.ZodType<{ attachmentId: string }> };

/** Routes for the files of one kind of object. Each path contains the object's id. */
interface AttachmentRoutes {
  list: RouteSpec & { query: z.ZodType<{ cursor?: string | undefined; limit: number }> };
  create: RouteSpec & { query: z.ZodType<{ id?: string | undefined; name: string }>; upload: Upload };
  update: RouteSpec & OfFile & { body: z.ZodType<{ name: string }> };
  remove: RouteSpec & OfFile;
  restore: RouteSpec & OfFile;
  file: RouteSpec & OfFile;
  preview: RouteSpec & OfFile & { query: z.ZodType<{ size: PreviewSize }> };
}

/** Binds routes for the files of one kind of object. */
export function bindAttachments(app: App, kind: AttachmentKind, routes: AttachmentRoutes): Binding[] {
  const onSubject = ({ teamId, actor, object }: Caller) => ({ teamId, actor, subjectId: object.id });

  return [
    bindRoute(routes.list, async ({ caller, query }) => {
      const after = decodeTimeCursor(query.cursor);
      const { teamId, actor } = caller;
      const rows = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
        listAttachments(tx, kind, onSubject(caller).subjectId, { after, limit: query.limit }),
      );
      const page = toPage(rows, query.limit, (row) => [row.createdAt, row.id]);
      return { attachments: page.rows, nextCursor: page.nextCursor };
    }),
    bindRoute(routes.create, async ({ caller, query, body, request, reply }) => {
      const on = onSubject(caller);
      const length = Number(request.headers['content-length'] ?? NaN);
      const declaredBytes = Number.isNaN(length) ? null : length;
      return await withScratch(app, async (folder) => {
        const file = await receiveAttachment(app, on, body, { folder, declaredBytes });
        const requestKey = requestKeyOf(request, { ...query, sha256: file.sha256 }, 201);
        const result = await attachFile(app, kind, on, file, query, requestKey);
        setSeqHeader(reply, result);
        return result.value;
      });
    }),
    bindCommandRoute(routes.update, async ({ caller, params, body, key }) => {
      const on = { ...onSubject(caller), attachmentId: params.attachmentId };
      return await changeAttachment(app, kind, on, body, key);
    }),
    bindCommandRoute(routes.remove, async ({ caller, params, key }) => {
      const on = { ...onSubject(caller), attachmentId: params.attachmentId };
      return await deleteAttachment(app, kind, on, key);
    }),
    bindCommandRoute(routes.restore, async ({ caller, params, key }) => {
      const on = { ...onSubject(caller), attachmentId: params.attachmentId };
      return await restoreAttachment(app, kind, on, key);
    }),
    bindRoute(routes.file, async ({ caller, params, reply }) => {
      const { attachment, storageKey } = await findFile(app, kind, {
        ...onSubject(caller),
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
    bindRoute(routes.preview, async ({ caller, params, query, reply }) => {
      const { attachment, storageKey } = await findFile(app, kind, {
        ...onSubject(caller),
        attachmentId: params.attachmentId,
      });
      const picture = attachment.width === null ? null : await readPreview(app, storageKey, query.size);
      if (picture === null) throw notFound('A picture of this file');
      await reply.headers({ ...STILL, 'content-type': 'image/webp' }).send(picture);
    }),
  ];
}
