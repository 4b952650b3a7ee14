import { LOCALES, isLocale } from '@hearth/contracts/core/locales';
import { isBuiltInTemplate } from '@hearth/contracts/documents/document-values';
import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import { canSee, type Actor } from '@hearth/contracts/permissions/permissions';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import type { Command } from '#platform/commands/index.ts';
import { notFoundAt } from '#platform/errors.ts';
import { asObject, findDocument } from '#features/documents/model/documents.queries.ts';
import { copyFiles } from '#features/documents/model/document-files.queries.ts';
import { readDocument } from '#features/documents/store/documents-store.ts';
import { writeBuiltIn } from './built-in-texts.ts';
import { findLanguage } from './templates.queries.ts';

/**
 * Returns the content of a template, in the caller's language if it is built in, and copies its files to the document.
 * @throws AppError NOT_FOUND if the template does not exist or the user may not use it
 */
export async function readTemplateContent(
  command: Command,
  actor: Actor,
  templateId: string,
  documentId: string,
): Promise<RichText> {
  const { tx, userId } = command;
  if (isBuiltInTemplate(templateId)) {
    const language = await findLanguage(tx, userId);
    return parseMarkdown(writeBuiltIn(isLocale(language) ? language : LOCALES[0], templateId));
  }
  const template = await findDocument(tx, templateId);
  const written = template === null ? null : await readDocument(tx, templateId);
  if (template?.isTemplate !== true || written === null || !canSee(actor, asObject(template)))
    throw notFoundAt('templateId', 'a template you have access to');
  await copyFiles(command, [{ fromId: templateId, toId: documentId }]);
  return written.content;
}
