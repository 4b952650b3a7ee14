import type { AskedWord } from './read-question.ts';

/** Of a stem that long the last letter may be another one: happi, happy. */
const LONG_STEM = 5;
const LINKS = /[-_.'’&/\u2010\u2011]/g;

/** One of these stands in each folded text that has the word, once `withoutLinks`. */
export function listRoots({ folded, also, stems, parts }: Omit<AskedWord, 'roots'>): string[] {
  const roots = [folded, ...also, ...stems.map(shorten)].map(withoutLinks);
  const shortest = roots.reduce((least, root) => (root.length < least.length ? root : least));
  // An umlaut may be written as two letters in the question, and as one in the text.
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
