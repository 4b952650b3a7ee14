import { createState } from '#platform/client-state/state.ts';

/** The comment whose text is being changed; one at a time. */
export const editing = createState<{ commentId: string | null }>({ commentId: null });
