export const SEARCH_KINDS = ['task', 'document', 'project', 'comment', 'person'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Maximum query length, in characters. */
export const SEARCH_LENGTH = 256;
