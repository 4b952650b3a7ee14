/** Kinds of items listed in the trash. */
export const TRASH_KINDS = ['task', 'document', 'project'] as const;
export type TrashedKind = (typeof TRASH_KINDS)[number];

/** Maximum length of a search in the trash. */
export const TRASH_SEARCH_MAX = 200;
