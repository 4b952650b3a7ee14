/** Kinds of items listed in the trash. */
export const TRASH_KINDS = ['task', 'document', 'project'] as const;
export type TrashedKind = (typeof TRASH_KINDS)[number];

/** Maximum length of a search in the trash. */
export const TRASH_SEARCH_MAX = 200;

/** Maximum number of items that one request to empty the trash deletes. */
export const TRASH_EMPTIED_AT_ONCE = 1_000;
