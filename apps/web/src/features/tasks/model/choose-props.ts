import type { Command } from '#platform/sync/index.ts';

export interface ChooseProps {
  /** Ids of the edited tasks. */
  ids: readonly string[];
  onChange: (commands: readonly Command[]) => void;
  onClose: () => void;
}
