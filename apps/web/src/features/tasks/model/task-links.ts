/** Navigation between tasks. The screens that contain a task provide the routing. */
export interface TaskLinks {
  open: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
  /** Toggles between full page and side panel; undefined if the panel takes up the whole window anyway. */
  full?: { isShown: boolean; toggle: () => void } | undefined;
}
