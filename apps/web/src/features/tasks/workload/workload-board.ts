import type { View } from '#platform/sync/index.ts';
import type { WorkloadFormats } from './workload-formats.ts';

/** A cell of the workload, by the key of its row and the index of its column. */
export interface Cell {
  row: string;
  at: number;
}

/** Data shared by the components of a workload. */
export interface WorkloadBoard {
  view: View<'task'>;
  today: string;
  known: ReadonlySet<string>;
  formats: WorkloadFormats;
  /** Whether the user may see the capacity of others. Guests may not. */
  seesTime: boolean;
  toggle: (row: string, at: number) => void;
  openWorkTime: (id: string, name: string) => void;
}
