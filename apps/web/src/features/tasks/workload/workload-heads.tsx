import { Trans } from '@lingui/react/macro';
import type { Span } from '#features/tasks/model/task-span.ts';
import type { WorkloadFormats } from './workload-formats.ts';
import styles from './workload.module.css';

interface WorkloadHeadsProps {
  columns: readonly (Span | null)[];
  today: string;
  formats: WorkloadFormats;
}

/** The column headers. They stay visible while the rows scroll. */
export function WorkloadHeads({ columns, today, formats }: WorkloadHeadsProps) {
  return (
    <div role="row" className={styles.heads}>
      <div role="columnheader" className={styles.corner}>
        <span className="hidden-text">
          <Trans>Person</Trans>
        </span>
      </div>
      {columns.map((column) => (
        <div
          key={column?.from ?? 'none'}
          role="columnheader"
          className={styles.head}
          data-now={(column !== null && column.from <= today && today <= column.to) || undefined}
        >
          {formats.column(column)}
        </div>
      ))}
    </div>
  );
}
