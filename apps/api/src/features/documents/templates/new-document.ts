import { LOCALES, isLocale } from '@hearth/contracts/core/locales';
import { isBuiltInTemplate } from '@hearth/contracts/documents/document-values';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { canSee, type Actor } from '@hearth/contracts/permissions/permissions';
import type { Command } from '#platform/commands/index.ts';
import { notFoundAt } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { assertStorageRoom } from '#features/attachments/index.ts';
import { asObject, findDocument } from '#features/documents/model/documents.queries.ts';
import { copyFiles } from '#features/documents/model/document-files.queries.ts';
import { assertTextRoom } from '#features/documents/store/document-room.ts';
import { insertFirstState } from '#features/documents/store/documents-store.ts';
import { copyLogs } from '#features/documents/store/states.queries.ts';
import type { Beginning, Draft } from '#features/documents/tree/documents.service.ts';
import { BUILT_IN_ICONS, BUILT_IN_TITLES } from './built-in-titles.ts';
import { readTemplateContent } from './template-content.ts';
import { findLanguage } from './templates.queries.ts';

type TemplateFields = Pick<Draft, 'title' | 'icon' | 'cover' | 'isFullWidth'>;

const EMPTY: TemplateFields = { title: '', icon: null, cover: null, isFullWidth: false };

/** Determines the initial fields of a new document: values from the request take precedence over its template. */
export function draftFrom(
  actor: Actor,
  body: BodyOf<'documents.create'>,
): (command: Command) => Promise<Draft> {
  return async (command) => {
    const begun = await readTemplate(command, actor, body.templateId);
    return {
      ...begun,
      id: body.id ?? command.newId(),
      title: body.title === '' ? begun.title : body.title,
      ...(body.icon === undefined ? {} : { icon: body.icon }),
      ...(body.cover === undefined ? {} : { cover: body.cover }),
      isPrivate: body.isPrivate ?? false,
      isTemplate: body.isTemplate ?? false,
    };
  };
}

/** Determines the initial content of a new document: the content of the request, else that of its template. */
export function initialContent(
  app: App,
  actor: Actor,
  sent: RichText | null,
  templateId: string | undefined,
): Beginning {
  return async (command, documentId) => {
    const { tx, now } = command;
    if (templateId !== undefined && !isBuiltInTemplate(templateId)) {
      const copies = [{ fromId: templateId, toId: documentId }];
      await copyFiles(command, copies);
      if (sent === null) {
        const behind = await copyLogs(tx, copies);
        await assertStorageRoom(app, tx, 0);
        return behind.length > 0;
      }
    }
    const isDrawn = sent === null && templateId !== undefined;
    const content = isDrawn ? await readTemplateContent(command, actor, templateId, documentId) : sent;
    await insertFirstState(tx, documentId, content, now);
    if (content !== null) await assertTextRoom(tx);
    return false;
  };
}

async function readTemplate(
  { tx, userId }: Command,
  actor: Actor,
  templateId: string | undefined,
): Promise<TemplateFields> {
  if (templateId === undefined) return EMPTY;
  if (isBuiltInTemplate(templateId)) {
    const language = await findLanguage(tx, userId);
    const title = BUILT_IN_TITLES[isLocale(language) ? language : LOCALES[0]][templateId];
    return { ...EMPTY, title, icon: BUILT_IN_ICONS[templateId] };
  }
  const template = await findDocument(tx, templateId);
  if (template?.isTemplate !== true || !canSee(actor, asObject(template)))
    throw notFoundAt('templateId', 'a template you have access to');
  const { title, icon, cover, isFullWidth } = template;
  return { title, icon, cover, isFullWidth };
}
