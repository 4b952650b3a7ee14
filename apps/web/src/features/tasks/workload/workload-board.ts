import type { View } from '#platform/sync/index.ts';
import type { WorkloadFormats } from './workload-formats.ts';

/** A cell of the workload: row and column index. */
export interface Cell {
  row: string;
  at: number;
}

/** Data shared by the parts of a workload. */
export interface WorkloadBoard {
  view: View<'task'>;
  today: string;
  known: ReadonlySet<string>;
  words: WorkloadFormats;
  /** Guests do not see the capacity of others. */
  seesTime: boolean;
  toggle: (row: string, at: number) => void;
  askTime: (id: string, name: string) => void;
}
