import { createState } from '#platform/client-state/state.ts';

/** The comment being edited. At most one comment at a time. */
export const editing = createState<{ commentId: string | null }>({ commentId: null });
