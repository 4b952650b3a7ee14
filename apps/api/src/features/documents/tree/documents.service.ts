import { isSame } from '@hearth/contracts/core/same';
import type { Document } from '@hearth/contracts/documents/documents';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { can } from '@hearth/contracts/permissions/permissions';
import { lockMemberships } from '#features/members/index.ts';
import { adoptSamples } from '#features/projects/index.ts';
import { runCommand, type Command, type CommandResult, type RequestKey } from '#platform/commands/index.ts';
import { AppError, notFound, refusalOf } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { assertPosition, makeKeyAfter } from '#platform/order-keys.ts';
import {
  asObject,
  findLastPosition,
  insertDocument,
  lockDocument,
  updateDocument,
} from '#features/documents/model/documents.queries.ts';
import { scopeOf } from '#features/documents/model/pass-rights-on.ts';
import {
  accessFrom,
  assertFits,
  assertMayPutInto,
  lockLocation,
} from '#features/documents/model/lock-location.ts';
import { getDocumentRoom } from '#features/documents/store/document-room.ts';
import { mergeIntoLog } from '#features/documents/store/documents-store.ts';
import { getCheckpoints, publishDocumentUpdate } from '#features/documents/store/growth.ts';
import { appendOwnUpdate, lockHead } from '#features/documents/store/log.queries.ts';
import type { TextVersion } from '#features/documents/store/text-versions.ts';
import { getTexts, type PreparedText, type RequestedText } from '#features/documents/store/texts.ts';
import { grantOwnManage } from '#features/documents/sharing/grants.service.ts';
import { assertCover } from './covers.ts';
import { findMove, moveDocument } from './move.ts';
import { ownFields, type TeamActor, type DocumentTarget } from './own-fields.ts';

type Reply = { document: Document };

/** The initial fields of a document, without its location. */
export type Draft = Pick<
  Document,
  'id' | 'title' | 'icon' | 'cover' | 'isPrivate' | 'isTemplate' | 'isFullWidth'
>;

/** Inserts the initial content of a new document. @returns whether the state of the document is behind its log */
export type Beginning = (command: Command, documentId: string) => Promise<boolean>;

/** Creates a document at the requested location. @param draw returns the initial fields of the document */
export async function createDocument(
  app: App,
  { teamId, actor }: TeamActor,
  body: BodyOf<'documents.create'>,
  requestKey: RequestKey | null,
  draw: (command: Command) => Promise<Draft>,
  begin: Beginning,
): Promise<CommandResult<Reply>> {
  assertPosition(body.position);
  let isBehind = false;
  const result = await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const { tx } = command;
    const parentId = body.parentId ?? null;
    if (body.isPrivate === true) await lockMemberships(tx, [actor.userId]);
    // Documents at the top level inherit no access, so the tree lock is not needed.
    const mode = parentId === null ? 'none' : 'shared';
    const location = await lockLocation(command, actor, { parentId, projectId: body.projectId }, { mode });
    assertMayPutInto(actor, location);
    const draft = await draw(command);
    assertFits(location, { ids: [draft.id], levels: 0 });
    // A cover from the template needs no check because it is copied with the template's files.
    if (body.cover !== undefined) await assertCover(command, null, draft);
    const { projectId } = location;
    const { ids, isRestricted } = draft.isPrivate
      ? { ids: [draft.id], isRestricted: true }
      : accessFrom(location);
    const where = { parentId, projectId, isTemplate: draft.isTemplate };
    const position = body.position ?? makeKeyAfter(await findLastPosition(tx, where));
    const document = makeRow(command, draft, {
      parentId,
      projectId,
      position,
      access: [...ids],
      isRestricted,
    });
    await insertDocument(tx, document, location.parent?.rootId ?? document.id);
    isBehind = await begin(command, document.id);
    command.count('documents', 1);
    await adoptSamples(command, [projectId]);
    command.put('document', document.id, null, document, scopeOf(document));
    if (document.isPrivate) await grantOwnManage(command, document);
    return { document };
  });
  if (isBehind) getCheckpoints(app).note({ teamId, documentId: result.value.document.id }, 1);
  return result;
}

/** Builds the row of a new document. */
export function makeRow(
  { now, userId }: Command,
  draft: Draft,
  fields: Pick<Document, 'parentId' | 'projectId' | 'position' | 'access' | 'isRestricted'>,
): Document {
  const at = now.toISOString();
  return {
    ...draft,
    ...fields,
    archivedAt: null,
    archivedBy: null,
    createdBy: userId,
    createdAt: at,
    updatedAt: at,
    updatedBy: userId,
  };
}

/** The source of new content for a document. */
export type NewText =
  | { kind: 'text'; request: RequestedText }
  /** The content of a template at the time of the change. */
  | { kind: 'template'; read: (command: Command) => Promise<RichText> };

/** Maximum number of attempts to write content while the document changes concurrently. */
const MAX_PREPARED = 5;

/** Thrown if the document changed after the update was prepared. */
class LogHasGrown extends Error {}

/**
 * Changes a document, and moves it with its descendants if its location changes.
 * @returns also the version of the content, or null if no Markdown was sent or the response is replayed
 */
export async function changeDocument(
  app: App,
  on: DocumentTarget,
  body: BodyOf<'documents.update'>,
  requestKey: RequestKey,
  text: NewText | null,
): Promise<CommandResult<Reply> & { version: TextVersion | null }> {
  assertPosition(body.position);
  if (text?.kind !== 'text') return { ...(await changeOnce(app, on, body, requestKey, text)), version: null };
  const { documentId, actor } = on;
  for (let attempt = 1; ; attempt += 1) {
    const prepared = await getTexts(app).prepare(on, text.request, actor.userId);
    if (prepared.update !== null) await getDocumentRoom(app).assert(on.teamId, prepared.update.length);
    try {
      const result = await changeOnce(app, on, body, requestKey, { kind: 'prepared', prepared });
      // A response replayed for an idempotency key has no new head, so its version must not be recorded.
      const isWritten = result.head !== null || prepared.update === null;
      const seq = result.head ?? prepared.seq;
      return { ...result, version: isWritten ? getTexts(app).keepVersion(documentId, seq, prepared) : null };
    } catch (error) {
      if (!(error instanceof LogHasGrown)) throw error;
      if (attempt === MAX_PREPARED)
        throw new AppError('UNAVAILABLE', 'Others are editing this document. Try again.', {
          cause: error,
        });
    }
  }
}

type Writing = Exclude<NewText, { kind: 'text' }> | { kind: 'prepared'; prepared: PreparedText };

async function changeOnce(
  app: App,
  on: DocumentTarget,
  body: BodyOf<'documents.update'>,
  requestKey: RequestKey,
  text: Writing | null,
): Promise<CommandResult<Reply> & { head: number | null }> {
  const { teamId, actor, documentId } = on;
  let head: number | null = null;
  const write = async (command: Command): Promise<boolean> => {
    head = text === null ? null : await writeText(command, documentId, text);
    return head !== null;
  };
  const result = await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const move = await findMove(command, documentId, body);
    if (move !== null) {
      const document = await moveDocument(command, on, body, move);
      await write(command);
      return { document };
    }
    const before = await lockDocument(command.tx, documentId);
    if (before === null) throw notFound('This document');
    const object = asObject(before);
    if (!can(actor, 'document.update', object)) throw refusalOf(actor, 'document.update', object);
    const changed: Document = { ...before, ...ownFields(body) };
    await assertCover(command, before, changed);
    const isWritten = await write(command);
    if (isSame(changed, before) && !isWritten) return { document: before };
    const document = { ...changed, updatedAt: command.now.toISOString(), updatedBy: actor.userId };
    await updateDocument(command.tx, document);
    command.put('document', document.id, before, document, scopeOf(document));
    return { document };
  });
  if (head !== null) publishDocumentUpdate(app, { teamId, documentId }, { seq: head, updates: 1 });
  return { ...result, head };
}

/**
 * Appends the new content to the log.
 * @returns the new head of the log, or null if the content does not change
 * @throws LogHasGrown if the log has changed since the content was prepared
 */
async function writeText(command: Command, documentId: string, text: Writing): Promise<number | null> {
  const { tx, now, userId } = command;
  if (text.kind === 'template')
    return await mergeIntoLog(tx, documentId, await text.read(command), { userId, now });
  const { seq, update } = text.prepared;
  if ((await lockHead(tx, documentId)) !== seq) throw new LogHasGrown();
  return update === null ? null : await appendOwnUpdate(tx, documentId, { userId, update }, now);
}
