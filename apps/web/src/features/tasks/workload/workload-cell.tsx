import { useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconBeach } from '@tabler/icons-react';
import type { Span } from '#features/tasks/model/task-span.ts';
import { isCounted, isOver, type Load } from './loads.ts';
import type { WorkloadFormats } from './workload-formats.ts';
import styles from './workload.module.css';

export interface CellFacts {
  load: Load;
  /** The load of the cell after the drop of the dragged task. Null if it would not change. */
  next: Load | null;
  capacity: number | null;
  /** Number of weekdays on which the member is absent. */
  away: number;
}

interface WorkloadCellProps {
  facts: CellFacts;
  row: string;
  rowName: string;
  at: number;
  column: Span | null;
  isOpen: boolean;
  isTabStop: boolean;
  isTarget: boolean;
  /** Whether to show the column's label in the cell because there is no header row. */
  showsTime?: boolean;
  formats: WorkloadFormats;
  onOpen: () => void;
}

/** Shows the load of a member in a column with their capacity. Pressing the cell shows its tasks. */
export function WorkloadCell({
  facts: { load, next, capacity, away },
  row,
  rowName,
  at,
  column,
  isOpen,
  isTabStop,
  isTarget,
  showsTime = false,
  formats,
  onOpen,
}: WorkloadCellProps) {
  const { t } = useLingui();
  const shown = next ?? load;
  const isTooMuch = isOver(shown.points, capacity);
  const isEmpty = shown.taskIds.length === 0;
  const hasPoints = !isCounted(shown);
  const full = capacity === null || capacity === 0 ? Number(isTooMuch) : Math.min(1, shown.points / capacity);
  const before = hasPoints || isCounted(load) ? formats.amount(load) : formats.points(load.taskIds.length);
  const [after, most] = [formats.amount(shown), formats.points(capacity ?? 0)];
  const time = formats.column(column);
  const said = formats.cell(shown, capacity, away);
  return (
    <div
      role="gridcell"
      className={styles.cell}
      data-load-cell=""
      data-row={row}
      data-at={at}
      data-over={isTooMuch || undefined}
      data-away={(away > 0 && capacity === 0) || undefined}
      data-target={isTarget || undefined}
      data-weekend={(column !== null && capacity === 0 && away === 0) || undefined}
    >
      <button
        type="button"
        className={styles.cellButton}
        tabIndex={isTabStop ? 0 : -1}
        aria-expanded={isOpen}
        onClick={onOpen}
      >
        <span className="hidden-text">{t`${rowName}, ${time}: ${said}`}</span>
        <span className={styles.seen} aria-hidden="true">
          {showsTime && <span className={styles.cellTime}>{time}</span>}
          <span className={styles.figures}>
            {isTooMuch && <IconAlertTriangle size={14} stroke={2} />}
            {next !== null && <span className={styles.before}>{t`${before} →`}</span>}
            {!(isEmpty && capacity === null) && <span>{after}</span>}
            {capacity !== null && hasPoints && <span className={styles.most}>{t`of ${most}`}</span>}
          </span>
          {capacity !== null && hasPoints && (
            <span className={styles.bar}>
              <span style={{ inlineSize: `${full * 100}%` }} />
            </span>
          )}
          <span className={styles.notes}>
            {away > 0 && (
              <span className={styles.away}>
                <IconBeach size={13} stroke={1.8} />
                {t`Away`}
              </span>
            )}
            {hasPoints && shown.unestimated > 0 && <span>{t`+${shown.unestimated} not estimated`}</span>}
          </span>
        </span>
      </button>
    </div>
  );
}
