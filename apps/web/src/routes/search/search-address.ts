import { SEARCH_KINDS, SEARCH_LENGTH } from '@hearth/contracts/search/search-values';
import type { SearchQuestion } from '#features/search/index.ts';

export type SearchAddress = Partial<SearchQuestion>;

const ID = /^[\da-f-]{36}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the search request from the URL. Invalid filters are ignored. */
export function readSearchAddress(search: Readonly<Record<string, unknown>>): SearchAddress {
  const { q, kind, author, project, from, to } = search;
  const pick = (value: unknown, pattern: RegExp): string | undefined =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;
  return {
    q: readQuery(q),
    kind: SEARCH_KINDS.find((one) => one === kind),
    author: pick(author, ID),
    project: pick(project, ID),
    from: pick(from, DAY),
    to: pick(to, DAY),
  };
}

/** The router parses a numeric query as a number. */
function readQuery(q: unknown): string | undefined {
  const text = typeof q === 'string' || typeof q === 'number' ? String(q).trim() : '';
  return text === '' ? undefined : text.slice(0, SEARCH_LENGTH);
}
