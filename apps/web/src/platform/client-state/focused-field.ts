import { createState } from './state.ts';

/** The task field that this user has focused. */
export const focusedField = createState<{ taskId: string | null; field: string | null }>({
  taskId: null,
  field: null,
});
