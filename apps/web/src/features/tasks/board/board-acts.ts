import type { QuickTask } from '#features/tasks/quick-add/quick.data.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';

/** The board's callbacks for cards and columns; one stable object, so that passing it re-renders nothing. */
export interface BoardActs {
  /** What a task gets by being made in a slot. */
  placeOf: (slot: string) => Partial<TaskFields>;
  canEdit: boolean;
  /** Are pictures shown on top of cards? */
  hasCovers: boolean;
  hrefOf: (taskId: string) => string;
  open: (taskId: string) => void;
  /** Opens the dialog that moves by keyboard or touch. */
  askMove: (taskId: string, slot: string) => void;
  add: (slot: string, tasks: readonly QuickTask[]) => void;
}
