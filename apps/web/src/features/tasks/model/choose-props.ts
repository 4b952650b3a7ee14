import type { Command } from '#platform/sync/index.ts';

export interface ChooseProps {
  /** The tasks that are changed. */
  ids: readonly string[];
  onChange: (commands: readonly Command[]) => void;
  onClose: () => void;
}
