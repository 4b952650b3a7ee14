import type { QueryWord } from './parse-query.ts';

/** Minimum length of stems whose last letter may differ from the text, as in happi and happy. */
const LONG_STEM = 5;
const LINKS = /[-_.'’&/\u2010\u2011]/g;

/** Returns strings such that any folded text with the word contains at least one of them, after `withoutLinks`. */
export function listRoots({ folded, also, stems, parts }: Omit<QueryWord, 'roots'>): string[] {
  const roots = [folded, ...also, ...stems.map(shorten)].map(withoutLinks);
  const shortest = roots.reduce((least, root) => (root.length < least.length ? root : least));
  // The query may spell an umlaut as two letters while the text uses a single letter.
  const umlauts = folded.replaceAll(/([aou])e|aa/g, (letters) => letters[0] ?? '');
  const all = [shortest, ...also.map(withoutLinks), umlauts, ...parts.flatMap((part) => part.roots)];
  return [...new Set(all)].filter((root) => root !== '');
}

export function withoutLinks(folded: string): string {
  return folded.replaceAll(LINKS, '');
}

export function shorten(stem: string): string {
  return stem.length >= LONG_STEM ? stem.slice(0, -1) : stem;
}
