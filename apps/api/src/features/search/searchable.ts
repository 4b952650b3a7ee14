import type { SearchKind } from '@hearth/contracts/search/search-values';

/** Maximum length of the indexed text of an entry, in UTF-16 code units. */
export const MAX_SEARCHED = 200_000;

/** A block of a document that has text. */
interface SearchableBlock {
  id: string | null;
  text: string;
  isHeading: boolean;
}

/** The current state of a searchable object. */
export interface Searchable {
  kind: SearchKind;
  id: string;
  projectId: string | null;
  access: readonly string[];
  isRestricted: boolean;
  subjectId: string | null;
  authorId: string | null;
  at: string;
  /** Empty if the object has no title, as for comments. */
  title: string;
  /** An additional search term: the key of a task (`HEA-12`) or project. */
  key: string | null;
  /** The language setting of the creator. */
  language: string | null;
  blocks: readonly SearchableBlock[];
  /** Whether the document's log is ahead of `blocks`, which may then contain text that has since been deleted. */
  isBehind?: boolean;
}
