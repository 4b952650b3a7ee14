import type { View } from '#platform/sync/index.ts';
import type { WorkloadWords } from './workload-words.ts';

/** A figure of a workload: whose, and which of the columns. */
export interface Cell {
  row: string;
  at: number;
}

/** What the parts of a workload have in common. */
export interface WorkloadBoard {
  view: View<'task'>;
  today: string;
  known: ReadonlySet<string>;
  words: WorkloadWords;
  /** Guests do not see how much others take on. */
  seesTime: boolean;
  toggle: (row: string, at: number) => void;
  askTime: (id: string, name: string) => void;
}
