import type { Column } from '@hearth/contracts/views/view-columns-values';
import type { SortKey } from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState, type CSSProperties, type ReactNode } from 'react';
import type { TaskQuery, View } from '#platform/sync/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useIsCoarse } from '#ui/layout/use-device.ts';
import { useVirtualRows } from '#ui/layout/use-virtual-rows.ts';
import { headingHeightOf, keyOfLine, LINE_PX, selectableLines } from '#features/tasks/grouping/list-lines.ts';
import { lookOf, sumOf, tracksOf } from './table-columns.ts';
import { createCursor, HEAD } from './table-cursor.ts';
import { TableHead } from './table-head.tsx';
import { TableHeading } from './table-heading.tsx';
import { TableRow } from './table-row.tsx';
import { UNDIVIDED, type TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { useListLines } from '#features/tasks/grouping/use-list-lines.ts';
import { useSelecting } from '#features/tasks/bulk-edit/use-selecting.tsx';
import { useTableActs } from './use-table-acts.ts';
import { useTableCursor } from './use-table-cursor.ts';
import { useTableKeys } from './use-table-keys.ts';
import { useTablePointer } from './use-table-pointer.ts';
import styles from './table.module.css';

interface TaskTableProps {
  view: View<'task'>;
  groups: readonly TaskGroup[];
  subGroups?: readonly TaskGroup[] | undefined;
  slotOf: (group: string, subGroup: string) => string;
  isEmptyShown: boolean;
  query: TaskQuery;
  since: string | undefined;
  columns: readonly Column[];
  onColumns: (columns: readonly Column[]) => void;
  sort: readonly SortKey[];
  /** Sets the sort key. Null restores the default order. */
  onSort: (key: SortKey | null) => void;
  onOpen: (taskId: string) => void;
  hrefOf: (taskId: string) => string;
  empty: ReactNode;
}

/** Height of the sticky column headers, in pixels, for touch (coarse) and mouse (fine) input. */
const HEAD_PX = { coarse: 44, fine: 34 } as const;

/** Tasks as an editable grid of virtualized rows. */
export function TaskTable({
  view,
  groups,
  subGroups = UNDIVIDED,
  slotOf,
  isEmptyShown,
  query,
  since,
  columns,
  onColumns,
  sort,
  onSort,
  onOpen,
  hrefOf,
  empty,
}: TaskTableProps) {
  const { t } = useLingui();
  const statuses = useStatuses();
  const content = { view, groups, subGroups, slotOf, isEmptyShown, query, since };
  const { lines, isReading, showOlder } = useListLines(content);
  const pointing = useIsCoarse() ? 'coarse' : 'fine';
  const headHeight = HEAD_PX[pointing];
  const table = useRef<HTMLDivElement>(null);
  const [cursor] = useState(createCursor);
  const line = useSelected(cursor, (present) => present.line);
  const acts = useTableActs(lines, columns, cursor);
  const { canEdit } = acts;
  const { items, size, scrollTo } = useVirtualRows({
    rows: lines,
    keyOf: keyOfLine,
    scroller: table,
    height: LINE_PX[pointing],
    heightOf: headingHeightOf,
    headHeight,
    kept: [line],
    overscan: 6,
  });
  const moves = useTableCursor({ lines, columns, cursor, line, table, scrollTo, canEdit });
  const { goTo, edit } = moves;
  const selecting = useSelecting(
    selectableLines(lines, (to) => goTo(to, cursor.get().column)),
    table,
  );
  const keys = useTableKeys({ lines, columns, cursor, acts, goTo, edit, onOpen });
  const pointer = useTablePointer({ cursor, acts, goTo, edit, table });

  if (lines.length === 0) return empty;
  return (
    <>
      <div
        ref={table}
        role="grid"
        aria-label={t`Tasks`}
        aria-rowcount={lines.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable
        className={styles.table}
        style={sizesOf(columns, headHeight)}
        {...selecting.props}
        {...keys}
        {...pointer}
        onClickCapture={(event) => {
          // In the grid, Shift selects a range of cells. Rows are selected through their titles.
          const cell = event.target instanceof Element ? event.target.closest('[role="gridcell"]') : null;
          if (!event.shiftKey || cell === null) selecting.props.onClickCapture?.(event);
        }}
        onFocus={moves.onFocus}
      >
        <div role="rowgroup" className={styles.heads}>
          <TableHead
            {...{ columns, sort, cursor, table, onColumns }}
            onFocus={(column) => goTo(HEAD, column)}
            onSort={({ field }) => {
              const by = lookOf(field).sort;
              if (by !== undefined) onSort(nextSort(by, sort[0]));
            }}
          />
        </div>
        <div role="rowgroup" className={styles.lines} style={{ blockSize: size - headHeight }}>
          {items.map((item) => {
            const shown = lines[item.index];
            if (shown === undefined) return null;
            return (
              <div
                key={item.key}
                role="presentation"
                className={styles.place}
                style={{ blockSize: item.size, transform: `translateY(${item.start - headHeight}px)` }}
              >
                {shown.kind === 'task' ? (
                  <TableRow
                    {...{ columns, cursor, statuses, canEdit, onOpen }}
                    taskId={shown.id}
                    line={item.index}
                    href={hrefOf(shown.id)}
                    onEnd={moves.end}
                  />
                ) : (
                  <div role="row" aria-rowindex={item.index + 2} className={styles.heading}>
                    <div role="gridcell" aria-colspan={columns.length} className={styles.headingCell}>
                      <TableHeading
                        line={shown}
                        isBusy={isReading(shown.group)}
                        onOlder={() => showOlder(shown.group)}
                      />
                    </div>
                  </div>
                )}
              </div>
            );
          })}
        </div>
      </div>
      {selecting.acts}
    </>
  );
}

/** Cycles through ascending, descending and the default order. */
function nextSort(by: SortKey['field'], former: SortKey | undefined): SortKey | null {
  if (former?.field !== by) return { field: by, isDescending: false };
  return former.isDescending ? null : { field: by, isDescending: true };
}

function sizesOf(columns: readonly Column[], headHeight: number): CSSProperties {
  return {
    '--columns': tracksOf(columns),
    '--table': sumOf(columns),
    '--title': tracksOf(columns.slice(0, 1)),
    '--head': `${headHeight}px`,
  } as CSSProperties;
}
