import type { useRouter } from '@tanstack/react-router';
import { hasRoomFor, type BlockedRequest } from '#features/billing/index.ts';
import type { TeamStore } from '#platform/sync/index.ts';
import { holdTyping } from '#ui/lazy/type-ahead.ts';
import { createDocument, withoutUndo } from './documents.data.ts';
import { createAgain, findRefusedDocument } from './refused-documents.ts';

/** Documents created empty in this tab. They can be edited before the server has created them. */
const blankIds = new Set<string>();

/**
 * Creates a document and opens it. If the plan's limit is reached, a dialog is shown instead.
 * @returns whether the document was created
 */
export function openNewDocument(
  store: TeamStore,
  router: ReturnType<typeof useRouter>,
  input: Parameters<typeof createDocument>[1] & { id?: string },
): boolean {
  const blocked: BlockedRequest = { kind: 'document', name: input.title ?? '', wish: input };
  if (!hasRoomFor('documents', blocked)) return false;
  const to = { to: '/dashboard/documents/$documentId', search: {} } as const;
  const refused = input.id === undefined ? null : findRefusedDocument(store.refusals, input.id);
  if (refused !== null) {
    createAgain(store, refused);
    void router.navigate({ ...to, params: { documentId: refused.row.id } });
    return true;
  }
  const documentId = input.id ?? store.newId();
  if (input.templateId === undefined && input.markdown === undefined) blankIds.add(documentId);
  if ((input.title ?? '') === '' && blankIds.has(documentId)) holdTyping();
  // Ctrl+Z on the new page must not trash the page together with text that was written in the meantime.
  store.mutate(withoutUndo(createDocument(store, input, documentId)));
  void router.navigate({ ...to, params: { documentId } });
  return true;
}

/** Whether this tab created the document empty. Its content is then known without the server. */
export function isKnownBlank(documentId: string): boolean {
  return blankIds.has(documentId);
}
