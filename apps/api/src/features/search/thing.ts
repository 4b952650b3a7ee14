import type { SearchKind } from '@hearth/contracts/search/search-values';

/** Limit of the indexed text of an entry, in UTF-16 units. */
export const MOST_SEARCHED = 200_000;

/** A block of a document, as far as it says something. */
interface ThingBlock {
  id: string | null;
  text: string;
  isHeading: boolean;
}

/** Something that can be found, as it is now. */
export interface Thing {
  kind: SearchKind;
  id: string;
  projectId: string | null;
  access: readonly string[];
  isRestricted: boolean;
  subjectId: string | null;
  authorId: string | null;
  at: string;
  /** '' for what has none of its own. */
  title: string;
  /** Another name that it is known by, `HEA-12`. */
  key: string | null;
  /** What whoever made it reads. */
  language: string | null;
  blocks: readonly ThingBlock[];
  /** A document with more in its log than in `blocks`, which may say what has been taken out since. */
  isBehind?: boolean;
}
