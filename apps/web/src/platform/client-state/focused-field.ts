import { createState } from './state.ts';

/** The field of a task that this person has the cursor in. */
export const focusedField = createState<{ taskId: string | null; field: string | null }>({
  taskId: null,
  field: null,
});
