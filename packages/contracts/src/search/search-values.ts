/** What can be found. */
export const SEARCH_KINDS = ['task', 'document', 'project', 'comment', 'person'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Longest question, in characters. */
export const SEARCH_LENGTH = 256;
