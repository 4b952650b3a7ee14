import type { AskedWord } from './read-question.ts';

/** In stems this long, the last letter may differ from the text: happi, happy. */
const LONG_STEM = 5;
const LINKS = /[-_.'’&/\u2010\u2011]/g;

/** Each folded text that contains the word contains one of these, once `withoutLinks`. */
export function listRoots({ folded, also, stems, parts }: Omit<AskedWord, 'roots'>): string[] {
  const roots = [folded, ...also, ...stems.map(shorten)].map(withoutLinks);
  const shortest = roots.reduce((least, root) => (root.length < least.length ? root : least));
  // The query may spell an umlaut as two letters, and the text as one.
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
