/** Navigation between task panels; routing belongs to the screens. */
export interface TaskLinks {
  open: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
  /** Toggles between full page and side panel; undefined where the panel takes the whole window anyway. */
  full?: { isShown: boolean; toggle: () => void } | undefined;
}
