import { foldWord } from '@hearth/contracts/core/fold';

/** Whether the label or the hint of an option contains the query, ignoring case and accents. @param query folded with `foldWord` */
export function isOptionFound(
  { label, hint = '' }: { label: string; hint?: string },
  query: string,
): boolean {
  return foldWord(label).includes(query) || foldWord(hint).includes(query);
}
