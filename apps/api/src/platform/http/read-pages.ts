import { LIMITS } from '@hearth/contracts/core/limits';

interface Page {
  nextCursor: string | null;
}
type PageRequest = { limit: string; cursor?: string };

/** Reads all pages of a list, in order. */
export async function readPages<P extends Page>(read: (page: PageRequest) => Promise<P>): Promise<P[]> {
  const pages: P[] = [];
  let cursor: string | null = null;
  do {
    const page: P = await read({ limit: String(LIMITS.pageMax), ...(cursor === null ? {} : { cursor }) });
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}
