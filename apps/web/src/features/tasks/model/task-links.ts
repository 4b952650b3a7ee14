/** Navigation of the panel from one task to another; the address belongs to the screens. */
export interface TaskLinks {
  open: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
  /** The panel as a page of its own, and back beside the list; none where it takes the whole window anyway. */
  full?: { isShown: boolean; toggle: () => void } | undefined;
}
