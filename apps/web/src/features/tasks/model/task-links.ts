/** Navigation between tasks. The screens that contain a task provide the links. */
export interface TaskLinks {
  open: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
  /** Toggles between full page and side panel. Undefined if the panel takes up the whole window. */
  full?: { isShown: boolean; toggle: () => void } | undefined;
}
