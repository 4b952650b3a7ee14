/** How the panel leads from one task to another; the address belongs to the screens. */
export interface TaskLinks {
  open: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
}
