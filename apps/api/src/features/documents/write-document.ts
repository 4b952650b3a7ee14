import type { Document } from '@hearth/contracts/documents/documents';
import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import type { App } from '#platform/feature.ts';
import { initialContent, draftFrom } from '#features/documents/templates/new-document.ts';
import { createDocument } from '#features/documents/tree/documents.service.ts';
import type { TeamActor } from '#features/documents/tree/own-fields.ts';

interface Written {
  /** The id must be unused; otherwise the command fails with CONFLICT. */
  id?: string | undefined;
  title: string;
  icon: string;
  parentId?: string | undefined;
  projectId: string | null;
  /** Trusted Markdown from the product itself. Untrusted Markdown must be parsed by `MarkdownReader`. */
  markdown: string;
}

/**
 * Creates a document on behalf of a user outside of a request.
 * @throws AppError NOT_FOUND, FORBIDDEN, INVALID_STATE, CONFLICT or PLAN_LIMIT_REACHED, as in requests
 */
export async function writeDocument(
  app: App,
  on: TeamActor,
  { markdown, ...body }: Written,
): Promise<Document> {
  const begin = initialContent(app, on.actor, parseMarkdown(markdown), undefined);
  const { value } = await createDocument(app, on, body, null, draftFrom(on.actor, body), begin);
  return value.document;
}
