/** What lies in the trash by itself. */
export const TRASH_KINDS = ['task', 'document', 'project'] as const;
export type TrashedKind = (typeof TRASH_KINDS)[number];

/** Characters of what is searched for in the trash. */
export const TRASH_SEARCH_MAX = 200;
