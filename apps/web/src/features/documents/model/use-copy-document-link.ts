import { useRouter } from '@tanstack/react-router';
import { copyLink } from '#platform/actions/copy-text.ts';

/** Returns a function that copies the document's URL to the clipboard. */
export function useCopyDocumentLink(documentId: string): () => void {
  const router = useRouter();
  return () => {
    const to = '/dashboard/documents/$documentId';
    const { href } = router.buildLocation({ to, params: { documentId }, search: {} });
    copyLink(new URL(href, window.location.origin).href);
  };
}
