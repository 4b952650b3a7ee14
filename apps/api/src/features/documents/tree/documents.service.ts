import { isSame } from '@hearth/contracts/core/same';
import type { Document } from '@hearth/contracts/documents/documents';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { can } from '@hearth/contracts/permissions/permissions';
import { lockMemberships } from '#features/members/index.ts';
import { adoptSamples } from '#features/projects/index.ts';
import { runCommand, type Command, type CommandResult, type RequestKey } from '#platform/commands/index.ts';
import { notFound, refusalOf } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { assertPosition, makeKeyAfter } from '#platform/order-keys.ts';
import {
  asObject,
  findLastPosition,
  insertDocument,
  lockDocument,
  updateDocument,
} from '#features/documents/model/documents.queries.ts';
import { scopeOf } from '#features/documents/model/pass-rights-on.ts';
import { accessFrom, assertFits, assertMayPutInto, lockPlace } from '#features/documents/model/place.ts';
import { mergeIntoLog } from '#features/documents/store/documents-store.ts';
import { getCheckpoints, tellGrowth } from '#features/documents/store/growth.ts';
import { keepManager } from '#features/documents/sharing/grants.service.ts';
import { assertCover } from './covers.ts';
import { findMove, moveDocument } from './move.ts';
import { ownFields, type Body, type On, type OnDocument } from './own-fields.ts';

type Reply = { document: Document };

/** What a document begins with, beside its place. */
export type Draft = Pick<
  Document,
  'id' | 'title' | 'icon' | 'cover' | 'isPrivate' | 'isTemplate' | 'isFullWidth'
>;

/** Begins what is written in a new document. @returns whether its state lacks something of its log */
export type Beginning = (command: Command, documentId: string) => Promise<boolean>;

/** Makes a document where it is asked for. @param draw what it begins with, whatever it is made of */
export async function createDocument(
  app: App,
  { teamId, actor }: On,
  body: Body<'documents.create'>,
  asked: RequestKey | undefined,
  draw: (command: Command) => Promise<Draft>,
  begin: Beginning,
): Promise<CommandResult<Reply>> {
  assertPosition(body.position);
  let isBehind = false;
  const result = await runCommand(app, { teamId, userId: actor.userId, asked }, async (command) => {
    const { tx } = command;
    const parentId = body.parentId ?? null;
    if (body.isPrivate === true) await lockMemberships(tx, [actor.userId]);
    // At the top nothing comes from above: nobody who changes trees has to be waited for.
    const mode = parentId === null ? 'none' : 'shared';
    const place = await lockPlace(command, actor, { parentId, projectId: body.projectId }, { mode });
    assertMayPutInto(actor, place);
    const draft = await draw(command);
    assertFits(place, { ids: [draft.id], levels: 0 });
    await assertCover(command, null, draft);
    const { projectId } = place;
    const { ids, isRestricted } = draft.isPrivate
      ? { ids: [draft.id], isRestricted: true }
      : accessFrom(place);
    const where = { parentId, projectId, isTemplate: draft.isTemplate };
    const position = body.position ?? makeKeyAfter(await findLastPosition(tx, where));
    const document = makeRow(command, draft, {
      parentId,
      projectId,
      position,
      access: [...ids],
      isRestricted,
    });
    await insertDocument(tx, document, place.parent?.rootId ?? document.id);
    isBehind = await begin(command, document.id);
    command.count('documents', 1);
    await adoptSamples(command, [projectId]);
    command.put('document', document.id, null, document, scopeOf(document));
    if (document.isPrivate) await keepManager(command, document);
    return { document };
  });
  if (isBehind) getCheckpoints(app).note({ teamId, documentId: result.value.document.id }, 1);
  return result;
}

/** A row that is new. */
export function makeRow(
  { now, userId }: Command,
  draft: Draft,
  place: Pick<Document, 'parentId' | 'projectId' | 'position' | 'access' | 'isRestricted'>,
): Document {
  const at = now.toISOString();
  return {
    ...draft,
    ...place,
    archivedAt: null,
    archivedBy: null,
    createdBy: userId,
    createdAt: at,
    updatedAt: at,
    updatedBy: userId,
  };
}

/** What is to be written in a document; null = it stays as it is. */
export type ContentReader = (command: Command) => Promise<RichText | null>;

/** Changes a document, and moves it with all that lies in it. */
export async function changeDocument(
  app: App,
  on: OnDocument,
  body: Body<'documents.update'>,
  asked: RequestKey,
  readContent: ContentReader,
): Promise<CommandResult<Reply>> {
  const { teamId, actor, documentId } = on;
  assertPosition(body.position);
  let seq: number | null = null;
  const write = async (command: Command): Promise<boolean> => {
    const { tx, now } = command;
    const content = await readContent(command);
    seq =
      content === null ? null : await mergeIntoLog(tx, documentId, content, { userId: actor.userId, now });
    return seq !== null;
  };
  const result = await runCommand(app, { teamId, userId: actor.userId, asked }, async (command) => {
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
  if (seq !== null) tellGrowth(app, { teamId, documentId }, { seq, updates: 1 });
  return result;
}
