import { useRouter } from '@tanstack/react-router';
import { copyLink } from '#platform/actions/copy-text.ts';

/** @returns puts the document's address on the clipboard */
export function useCopyDocumentLink(documentId: string): () => void {
  const router = useRouter();
  return () => {
    const to = '/dashboard/documents/$documentId';
    const { href } = router.buildLocation({ to, params: { documentId }, search: {} });
    copyLink(new URL(href, window.location.origin).href);
  };
}
