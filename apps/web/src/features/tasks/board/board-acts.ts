import type { QuickTask } from '#features/tasks/quick-add/quick.data.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';

/** The board's callbacks for cards and columns; one stable object, so that passing it re-renders nothing. */
export interface BoardActs {
  /** Field values of a task that is created in this slot. */
  placeOf: (slot: string) => Partial<TaskFields>;
  canEdit: boolean;
  /** Whether cards show covers. */
  hasCovers: boolean;
  hrefOf: (taskId: string) => string;
  open: (taskId: string) => void;
  /** Opens the dialog for moving by keyboard or touch. */
  askMove: (taskId: string, slot: string) => void;
  add: (slot: string, tasks: readonly QuickTask[]) => void;
}
