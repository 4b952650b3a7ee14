import type { QuickTask } from '#features/tasks/quick-add/quick.data.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';

/** Callbacks and options that the board passes to its columns and cards. */
export interface BoardActs {
  /** Returns the field values of a task created in this column. */
  fieldsOf: (slot: string) => Partial<TaskFields>;
  canEdit: boolean;
  /** Whether cards show covers. */
  hasCovers: boolean;
  hrefOf: (taskId: string) => string;
  open: (taskId: string) => void;
  /** Opens the dialog for moving a card by keyboard or touch. */
  openMoveDialog: (taskId: string, slot: string) => void;
  /** Called when the focused card is about to leave a column. */
  followCard: (taskId: string, from: string) => void;
  add: (slot: string, tasks: readonly QuickTask[]) => void;
}
