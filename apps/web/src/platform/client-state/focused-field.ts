import { createState } from './state.ts';

/** The focused field of a task, of this person. */
export const focusedField = createState<{ taskId: string | null; field: string | null }>({
  taskId: null,
  field: null,
});
