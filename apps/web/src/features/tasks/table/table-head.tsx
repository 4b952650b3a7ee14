import { clampWidth, type Column } from '@hearth/contracts/views/view-columns-values';
import type { SortKey } from '@hearth/contracts/views/view-values';
import { useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { clsx } from 'clsx';
import { useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { lookOf, moveColumn, tracksOf, useColumnTitles, widthOf } from './table-columns.ts';
import { HEAD, type CursorState } from './table-cursor.ts';
import styles from './table.module.css';

interface TableHeadProps {
  columns: readonly Column[];
  sort: readonly SortKey[];
  cursor: CursorState;
  table: RefObject<HTMLElement | null>;
  onSort: (column: Column) => void;
  onColumns: (columns: readonly Column[]) => void;
  /** Moves focus to the header of another column. */
  onFocus: (column: number) => void;
}

/** Change in column width per key press, in pixels. */
const STEP_PX = 16;
/** Drag threshold in pixels. A press that moves less counts as a click. */
const SLACK_PX = 5;

/** The column headers. A press sorts, a drag reorders, and a drag of the edge resizes. All three actions are also possible by keyboard. */
export function TableHead({ columns, sort, cursor, table, onSort, onColumns, onFocus }: TableHeadProps) {
  const { t } = useLingui();
  const titleOf = useColumnTitles();
  const at = useSelected(cursor, ({ line, column }) => (line === HEAD ? column : -1));
  /** Index at which the dragged column would be dropped. */
  const [target, setTarget] = useState<number | null>(null);

  const moved = useRef<number | null>(null);
  const focusMoved = useEffectEvent((_columns: readonly Column[]) => {
    if (moved.current !== null) onFocus(moved.current);
    moved.current = null;
  });
  // Restore focus after a move: elements that move in the DOM lose it.
  useLayoutEffect(() => focusMoved(columns), [columns]);

  function resize(index: number, width: number): void {
    onColumns(
      columns.map((column, one) => (one === index ? { ...column, width: clampWidth(width) } : column)),
    );
  }

  function move(from: number, to: number): void {
    const next = moveColumn(columns, from, to);
    const column = columns[from];
    if (next === columns || column === undefined) return;
    moved.current = to;
    onColumns(next);
    const name = titleOf(column.field);
    const place = to + 1;
    announce(t`${name} is now column ${place}`);
  }

  function act(event: React.KeyboardEvent, index: number): void {
    const right = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1;
    const step = { ArrowLeft: -right, ArrowRight: right }[event.key];
    const column = columns[index];
    if (column === undefined) return;
    if (event.key === 'Enter' || event.key === ' ') onSort(column);
    else if (step !== undefined && event.altKey) move(index, index + step);
    else if (step !== undefined && event.shiftKey) resize(index, widthOf(column) + step * STEP_PX);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function followEdge(down: React.PointerEvent, index: number): void {
    const column = columns[index];
    if (column === undefined) return;
    const [from, width] = [down.clientX, widthOf(column)];
    const sign = getComputedStyle(down.currentTarget).direction === 'rtl' ? -1 : 1;
    let next = width;
    follow(
      (event) => {
        next = clampWidth(width + (event.clientX - from) * sign);
        const shown = columns.map((one, position) => (position === index ? { ...one, width: next } : one));
        table.current?.style.setProperty('--columns', tracksOf(shown));
      },
      (isCancelled) => {
        if (isCancelled) table.current?.style.setProperty('--columns', tracksOf(columns));
        else if (next !== width) resize(index, next);
      },
    );
  }

  function followColumn(down: React.PointerEvent, index: number): void {
    const column = columns[index];
    let to: number | null = null;
    let isDragged = false;
    follow(
      (event) => {
        isDragged ||= Math.abs(event.clientX - down.clientX) > SLACK_PX;
        if (!isDragged || index === 0) return;
        const under = document.elementFromPoint(event.clientX, event.clientY);
        const head = under?.closest<HTMLElement>('[role="columnheader"]') ?? null;
        to = head === null ? to : Math.max(1, Number(head.dataset['cell']));
        setTarget(to);
      },
      (isCancelled) => {
        setTarget(null);
        if (isCancelled) return;
        if (isDragged && to !== null) move(index, to);
        else if (!isDragged && column !== undefined) onSort(column);
      },
    );
  }

  return (
    <div role="row" aria-rowindex={1} className={styles.head} data-line={HEAD}>
      {columns.map(({ field }, index) => {
        const { sort: sortField } = lookOf(field);
        const order = sort[0]?.field === sortField && sortField !== undefined ? sort[0] : undefined;
        return (
          <div
            key={field}
            role="columnheader"
            aria-colindex={index + 1}
            aria-sort={
              sortField === undefined
                ? undefined
                : order === undefined
                  ? 'none'
                  : order.isDescending
                    ? 'descending'
                    : 'ascending'
            }
            tabIndex={index === at ? 0 : -1}
            className={clsx(styles.headCell, field === 'title' && styles.titleCell)}
            data-cell={index}
            data-sorts={sortField !== undefined || undefined}
            data-target={(target === index && target !== at) || undefined}
            onKeyDown={(event) => act(event, index)}
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              onFocus(index);
              // Touch input scrolls the table.
              if (event.pointerType !== 'touch') followColumn(event, index);
            }}
            onClick={(event) => {
              const column = columns[index];
              const { pointerType } = event.nativeEvent as PointerEvent;
              if (pointerType !== 'mouse' && pointerType !== 'pen' && column !== undefined) onSort(column);
            }}
          >
            <span className={styles.text}>{titleOf(field)}</span>
            {order !== undefined &&
              (order.isDescending ? (
                <IconArrowDown size={13} stroke={2} aria-hidden="true" />
              ) : (
                <IconArrowUp size={13} stroke={2} aria-hidden="true" />
              ))}
            <span
              className={styles.edge}
              aria-hidden="true"
              onPointerDown={(event) => {
                event.stopPropagation();
                event.preventDefault();
                if (event.button === 0) followEdge(event, index);
              }}
              onDoubleClick={() =>
                onColumns(
                  columns.map((one, position) => (position === index ? { ...one, width: null } : one)),
                )
              }
            />
          </div>
        );
      })}
    </div>
  );
}

/** Tracks the pointer until it is released. */
function follow(onMove: (event: PointerEvent) => void, onEnd: (isCancelled: boolean) => void): void {
  const stop = new AbortController();
  const { signal } = stop;
  const end = (isCancelled: boolean): void => {
    stop.abort();
    onEnd(isCancelled);
  };
  window.addEventListener('pointermove', onMove, { signal });
  window.addEventListener('pointerup', () => end(false), { signal });
  window.addEventListener('pointercancel', () => end(true), { signal });
  window.addEventListener('selectstart', (event) => event.preventDefault(), { signal });
}
