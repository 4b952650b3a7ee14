import type { FastifyReply } from 'fastify';
import { NONE } from '@hearth/contracts/documents/document-values';
import { documentsRoutes, type OpenDocument } from '@hearth/contracts/documents/documents';
import { writeMarkdown } from '@hearth/contracts/rich-text/markdown/write-markdown';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { writeDisposition } from '#features/attachments/index.ts';
import { bindCommand } from '#platform/commands/index.ts';
import { readTeam, type TeamTx } from '#platform/db/index.ts';
import { AppError, invalidField, notFound } from '#platform/errors.ts';
import { bind, type App, type Binding, type Caller } from '#platform/feature.ts';
import { decodeIdCursor, decodePlaceCursor, toPage } from '#platform/http/paging.ts';
import { PersonTurns } from '#features/documents/content/person-turns.ts';
import { MarkdownTooIntricate, type MarkdownReader } from '#features/documents/content/markdown-reader.ts';
import { findDocument, listDocuments } from '#features/documents/model/documents.queries.ts';
import { formatTag, readTag, type TextVersion } from '#features/documents/store/text-versions.ts';
import { getTexts } from '#features/documents/store/texts.ts';
import { bindGrants } from '#features/documents/sharing/grants.routes.ts';
import { archiveDocument } from '#features/documents/tree/archive.service.ts';
import { copyDocument } from '#features/documents/tree/copy.service.ts';
import { changeDocument, createDocument, type NewText } from '#features/documents/tree/documents.service.ts';
import { deleteDocument } from '#features/documents/trash/document-trash.service.ts';
import { initialContent, draftFrom } from '#features/documents/templates/new-document.ts';
import { readTemplateContent } from '#features/documents/templates/template-content.ts';
import { findNames } from './names.queries.ts';

/** Limits per user for reading whole documents: each response takes many times the document's size in memory until it is sent. */
const READS = { atOnce: 4, waiting: 100, waitMs: 20_000 };

export function bindDocuments(app: App, markdown: MarkdownReader): Binding[] {
  /** @throws AppError INVALID_REQUEST if the Markdown takes too long to parse, RATE_LIMITED if too many inputs of the caller are waiting */
  async function readMarkdown({ actor }: Caller, text: string | undefined): Promise<RichText | null> {
    if (text === undefined) return null;
    try {
      return await markdown.read(text, actor.userId);
    } catch (error) {
      if (error instanceof MarkdownTooIntricate) throw invalidField('markdown', 'is too complex to parse');
      throw error;
    }
  }
  async function read<T>({ teamId, actor }: Caller, query: (tx: TeamTx) => Promise<T>): Promise<T> {
    return await readTeam(app.db, { teamId, userId: actor.userId }, query);
  }
  const reads = new PersonTurns(READS);
  async function takeTurn(reply: FastifyReply, userId: string): Promise<void> {
    // Calls by the assistant have no response stream, and may run in a transaction that must not wait.
    const response = reply.raw as FastifyReply['raw'] | undefined;
    if (response === undefined) return;
    const end = await reads.take(userId);
    // The client may have disconnected while the request waited.
    if (response.destroyed) end();
    response.once('close', end);
  }
  async function readWhole(
    caller: Caller,
    reply: FastifyReply,
  ): Promise<{ document: OpenDocument; version: TextVersion }> {
    const { teamId, actor, object } = caller;
    await takeTurn(reply, actor.userId);
    const written = await getTexts(app).read({ teamId, documentId: object.id }, actor.userId);
    const document = await read(caller, (tx) => findDocument(tx, object.id));
    if (document === null || written === null) throw notFound('This document');
    const { content, text, version } = written;
    return { document: { ...document, content, text }, version };
  }
  const onTeam = ({ teamId, actor }: Caller) => ({ teamId, actor });
  const onDocument = (caller: Caller) => ({ ...onTeam(caller), documentId: caller.object.id });

  return [
    bind('documents.list', documentsRoutes, async ({ caller, query }) => {
      const { parentId, projectId, limit, cursor, isTemplate = false } = query;
      const positionAfter = parentId === undefined ? null : decodePlaceCursor(cursor);
      const after = parentId === undefined ? decodeUnplacedCursor(cursor) : positionAfter;
      const of = { parentId: orNull(parentId), projectId: orNull(projectId), isTemplate };
      const rows = await read(caller, (tx) => listDocuments(tx, caller.actor, of, { after, limit }));
      const page = toPage(rows, limit, (row) => (parentId === undefined ? [row.id] : [row.position, row.id]));
      return { documents: page.rows, nextCursor: page.nextCursor };
    }),
    bindCommand('documents.create', documentsRoutes, async ({ caller, body, key }) => {
      const draw = draftFrom(caller.actor, body);
      const begin = initialContent(
        app,
        caller.actor,
        await readMarkdown(caller, body.markdown),
        body.templateId,
      );
      return await createDocument(app, onTeam(caller), body, key, draw, begin);
    }),
    bind('documents.get', documentsRoutes, async ({ caller, reply }) => {
      const { version, document } = await readWhole(caller, reply);
      reply.header('etag', formatTag(version));
      return { document };
    }),
    bind('documents.markdown', documentsRoutes, async ({ caller, reply }) => {
      const { version, document } = await readWhole(caller, reply);
      const { title, content } = document;
      const names = await read(caller, (tx) => findNames(tx, caller.actor, content));
      await reply
        .header('etag', formatTag(version))
        .header('content-disposition', writeDisposition(`${title === '' ? 'Untitled' : title}.md`))
        .type('text/markdown; charset=utf-8')
        .send(writeMarkdown(content, names));
    }),
    bindCommand('documents.update', documentsRoutes, async ({ caller, body, request, reply, key }) => {
      const sent = await readMarkdown(caller, body.markdown);
      const { templateId } = body;
      const from = readTag(request.headers['if-match']);
      if (from === null && sent !== null)
        throw new AppError('CONFLICT', 'If-Match doesn’t name a version of this document: read it again.');
      const text: NewText | null =
        sent !== null
          ? { kind: 'text', request: { content: sent, from: from ?? null } }
          : templateId === undefined
            ? null
            : {
                kind: 'template',
                read: (command) => readTemplateContent(command, caller.actor, templateId, caller.object.id),
              };
      const result = await changeDocument(app, onDocument(caller), body, key, text);
      if (result.version !== null) reply.header('etag', formatTag(result.version));
      return result;
    }),
    bindCommand('documents.delete', documentsRoutes, ({ caller, key }) =>
      deleteDocument(app, onDocument(caller), key),
    ),
    bindCommand('documents.copy', documentsRoutes, ({ caller, body, key }) =>
      copyDocument(app, onDocument(caller), body, key),
    ),
    bindCommand('documents.archive', documentsRoutes, ({ caller, key }) =>
      archiveDocument(app, onDocument(caller), true, key),
    ),
    bindCommand('documents.unarchive', documentsRoutes, ({ caller, key }) =>
      archiveDocument(app, onDocument(caller), false, key),
    ),
    ...bindGrants(app),
  ];
}

/** Maps `NONE` to null, for filters that can select objects without a value. Undefined means no filter. */
function orNull(value: string | undefined): string | null | undefined {
  return value === NONE ? null : value;
}

function decodeUnplacedCursor(cursor: string | undefined): { position: null; id: string } | null {
  const id = decodeIdCursor(cursor);
  return id === null ? null : { position: null, id };
}
