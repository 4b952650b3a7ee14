import type { SearchKind } from '@hearth/contracts/search/search-values';

/** Limit of the indexed text of an entry, in UTF-16 units. */
export const MOST_SEARCHED = 200_000;

/** A block of a document that has text. */
interface ThingBlock {
  id: string | null;
  text: string;
  isHeading: boolean;
}

/** The current state of something searchable. */
export interface Thing {
  kind: SearchKind;
  id: string;
  projectId: string | null;
  access: readonly string[];
  isRestricted: boolean;
  subjectId: string | null;
  authorId: string | null;
  at: string;
  /** '' if it has no title of its own. */
  title: string;
  /** An alternative name: `HEA-12`. */
  key: string | null;
  /** The language of its creator. */
  language: string | null;
  blocks: readonly ThingBlock[];
  /** A document whose log is ahead of `blocks`, which may contain text deleted since. */
  isBehind?: boolean;
}
