import { createState } from '#platform/client-state/state.ts';

/** The comment being edited; at most one at a time. */
export const editing = createState<{ commentId: string | null }>({ commentId: null });
