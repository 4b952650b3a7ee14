import type { Column } from '@hearth/contracts/views/view-columns-values';
import type { SortKey } from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { useTeamStore, type TaskQuery, type View } from '#platform/sync/index.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useItemKey } from '#ui/layout/use-item-key.ts';
import { useRemeasure } from '#ui/layout/use-remeasure.ts';
import { useLineFocus } from '#features/tasks/grouping/line-focus.ts';
import { keyOfLine } from '#features/tasks/grouping/list-lines.ts';
import { ShowOlder } from '#features/tasks/grouping/show-older.tsx';
import { fieldSetBy, lookOf, sumOf, tracksOf, useColumnTitles } from './table-columns.ts';
import { createCursor, HEAD, cursorAt } from './table-cursor.ts';
import { TableHead } from './table-head.tsx';
import { TableRow } from './table-row.tsx';
import { UNDIVIDED, type TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { useListLines } from '#features/tasks/grouping/use-list-lines.ts';
import { useSelecting } from '#features/tasks/bulk-edit/use-selecting.tsx';
import { useTableActs } from './use-table-acts.ts';
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

const HEADING_PX = 40;
/** Heights of the sticky column headers and of a row, in pixels, for touch (coarse) and mouse (fine) input. */
const HEAD_PX = { coarse: 44, fine: 34 } as const;
const ROW_PX = { coarse: 46, fine: 36 } as const;
/** Maximum number of frames to wait for a cell after scrolling to it. */
const TRIES = 6;

function focusCell(
  table: RefObject<HTMLElement | null>,
  line: number,
  column: number,
  tries: number = TRIES,
): void {
  const cell = table.current?.querySelector<HTMLElement>(`[data-line="${line}"] [data-cell="${column}"]`);
  if (cell) cell.focus();
  else if (tries > 0) requestAnimationFrame(() => focusCell(table, line, column, tries - 1));
}

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
  // Opt out of memoization: the virtualizer is a mutable object, so memoized results would be stale.
  'use no memo';
  const { t } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  const statuses = useStatuses();
  const content = { view, groups, subGroups, slotOf, isEmptyShown, query, since };
  const { lines, isReading, showOlder } = useListLines(content);
  const isCoarse = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const pointing = isCoarse ? 'coarse' : 'fine';
  const [headHeight, rowHeight] = [HEAD_PX[pointing], ROW_PX[pointing]];
  const table = useRef<HTMLDivElement>(null);
  const [cursor] = useState(createCursor);
  const line = useSelected(cursor, (present) => present.line);
  const acts = useTableActs(lines, columns, cursor);
  // oxlint-disable-next-line react/incompatible-library -- its result is not memoized: see 'use no memo'
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => table.current,
    estimateSize: (index) => (lines[index]?.kind === 'group' ? HEADING_PX : rowHeight),
    getItemKey: useItemKey(lines, keyOfLine),
    // Keep the focused row mounted even if it is scrolled out of view.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      if (line < 0 || line >= range.count || shown.includes(line)) return shown;
      return [...shown, line].toSorted((a, b) => a - b);
    },
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
    overscan: 6,
  });
  useRemeasure(virtualizer, rowHeight);

  const titleOf = useColumnTitles();
  /** Moves the cursor and focus to a cell. If `isExtending` is set, extends the range to the cell. */
  function goTo(to: number, column: number, isExtending = false): void {
    const former = cursor.get();
    const from = isExtending && former.line !== HEAD && to !== HEAD;
    cursor.set({
      ...cursorAt(to, column),
      ...(from ? { fromLine: former.fromLine, fromColumn: former.fromColumn } : {}),
    });
    if (to !== HEAD) virtualizer.scrollToIndex(to);
    focusCell(table, to, column);
  }
  function edit(): void {
    const { line: at, column } = cursor.get();
    const row = lines[at];
    const field = columns[column]?.field;
    const task = row?.kind === 'task' ? store.row('task', row.id) : undefined;
    if (task === undefined || field === undefined) return;
    const name = titleOf(field);
    if (fieldSetBy(store, field) === undefined) announce(t`${name} can’t be changed here`);
    else if (!acts.canEdit(task)) announce(t`You can’t edit this task`);
    else cursor.set({ ...cursorAt(at, column), isEditing: true });
  }
  const last = columns.length - 1;
  // Keep this callback stable: a new function on each render would re-render every row while scrolling.
  const end = useCallback(
    (step: -1 | 0 | 1) => {
      const { line: at, column, isEditing } = cursor.get();
      if (!isEditing) return;
      const to = Math.min(Math.max(column + step, 0), last);
      cursor.set(cursorAt(at, to));
      // Don't focus the cell if a pointer press or a dialog has moved focus in the meantime.
      requestAnimationFrame(() => {
        const { activeElement } = document;
        const isFree = activeElement === null || activeElement === document.body;
        if (isFree || table.current?.contains(activeElement)) focusCell(table, at, to);
      });
    },
    [cursor, last],
  );

  useLineFocus({
    lines,
    line,
    container: table,
    onMoved(to, isSameTask, wasFocused) {
      const { column, isEditing } = cursor.get();
      const lineIndex = to === -1 ? HEAD : to;
      cursor.set({ ...cursorAt(lineIndex, column), isEditing: isEditing && isSameTask });
      if (!wasFocused || (isEditing && isSameTask)) return;
      if (to !== -1) virtualizer.scrollToIndex(to);
      focusCell(table, lineIndex, column);
      const row = lines[to];
      const title = row?.kind === 'task' ? store.row('task', row.id)?.title : undefined;
      // Announce the new task after the action itself.
      if (!isSameTask && title !== undefined) requestAnimationFrame(() => announce(t`Now on ${title}`));
    },
  });
  // Clamp the cursor when columns are removed.
  useLayoutEffect(() => {
    const { column, line: at } = cursor.get();
    if (column >= columns.length) cursor.set(cursorAt(at, columns.length - 1));
  }, [columns, cursor]);

  const selecting = useSelecting(
    {
      order: () => [...new Set(lines.flatMap((one) => (one.kind === 'task' ? one.id : [])))],
      focus: (id) => {
        const to = lines.findIndex((one) => one.kind === 'task' && one.id === id);
        if (to !== -1) goTo(to, cursor.get().column);
      },
    },
    table,
  );
  const keys = useTableKeys({ lines, columns, cursor, acts, goTo, edit, onOpen });
  const pointer = useTablePointer({ cursor, acts, goTo, edit, table });

  if (lines.length === 0) return empty;
  const look = {
    '--columns': tracksOf(columns),
    '--table': sumOf(columns),
    '--title': tracksOf(columns.slice(0, 1)),
    '--head': `${headHeight}px`,
  } as CSSProperties;
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
        style={look}
        {...selecting.props}
        {...keys}
        {...pointer}
        onClickCapture={(event) => {
          // In the grid, Shift selects a range of cells. Rows are selected through their titles.
          const cell = event.target instanceof Element ? event.target.closest('[role="gridcell"]') : null;
          if (!event.shiftKey || cell === null) selecting.props.onClickCapture?.(event);
        }}
        onFocus={(event) => {
          // The cell may have received focus through Tab or from other code.
          const cell = event.target instanceof HTMLElement ? event.target : null;
          const row = cell?.parentElement?.dataset['line'];
          const column = cell?.dataset['cell'];
          if (row === undefined || column === undefined) return;
          const present = cursor.get();
          if (present.line !== Number(row) || present.column !== Number(column))
            cursor.set(cursorAt(Number(row), Number(column)));
        }}
      >
        <div role="rowgroup" className={styles.heads}>
          <TableHead
            columns={columns}
            sort={sort}
            cursor={cursor}
            table={table}
            onColumns={onColumns}
            onFocus={(column) => goTo(HEAD, column)}
            onSort={({ field }) => {
              const by = lookOf(field).sort;
              if (by === undefined) return;
              const former = sort[0]?.field === by ? sort[0] : undefined;
              // Cycle through ascending, descending and the default order.
              onSort(
                former?.isDescending === true ? null : { field: by, isDescending: former !== undefined },
              );
            }}
          />
        </div>
        <div
          role="rowgroup"
          className={styles.lines}
          style={{ blockSize: virtualizer.getTotalSize() - headHeight }}
        >
          {virtualizer.getVirtualItems().map((item) => {
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
                    taskId={shown.id}
                    line={item.index}
                    columns={columns}
                    cursor={cursor}
                    statuses={statuses}
                    href={hrefOf(shown.id)}
                    canEdit={acts.canEdit}
                    onOpen={onOpen}
                    onEnd={end}
                  />
                ) : (
                  <div role="row" aria-rowindex={item.index + 2} className={styles.heading}>
                    <div role="gridcell" aria-colspan={columns.length} className={styles.headingCell}>
                      {shown.kind === 'older' ? (
                        <ShowOlder
                          statusName={shown.group.name}
                          isBusy={isReading(shown.group)}
                          onShow={() => showOlder(shown.group)}
                        />
                      ) : (
                        <span
                          role="heading"
                          aria-level={shown.kind === 'group' ? 2 : 3}
                          className={shown.kind === 'group' ? styles.group : styles.subGroup}
                        >
                          {shown.kind === 'group' ? shown.group.icon : shown.subGroup.icon}
                          {shown.kind === 'group' ? shown.group.name : shown.subGroup.name}
                          <span className={styles.count}>{formats.number(shown.count)}</span>
                        </span>
                      )}
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
