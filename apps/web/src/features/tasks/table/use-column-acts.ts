import { clampWidth, type Column } from '@hearth/contracts/views/view-columns-values';
import { useLingui } from '@lingui/react/macro';
import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { moveColumn, tracksOf, useColumnTitles, widthOf } from './table-columns.ts';

export interface ColumnActsOptions {
  columns: readonly Column[];
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

/** Resizes, moves and sorts the columns of a table by pointer and keyboard. */
export function useColumnActs({ columns, table, onSort, onColumns, onFocus }: ColumnActsOptions) {
  const { t } = useLingui();
  const titleOf = useColumnTitles();
  /** Index at which the dragged column would be dropped. */
  const [target, setTarget] = useState<number | null>(null);

  const moved = useRef<number | null>(null);
  const focusMoved = useEffectEvent((_columns: readonly Column[]) => {
    if (moved.current !== null) onFocus(moved.current);
    moved.current = null;
  });
  // Restore focus after a move: elements that move in the DOM lose it.
  useLayoutEffect(() => focusMoved(columns), [columns]);

  const resize = (index: number, width: number): void => {
    onColumns(
      columns.map((column, one) => (one === index ? { ...column, width: clampWidth(width) } : column)),
    );
  };

  const move = (from: number, to: number): void => {
    const next = moveColumn(columns, from, to);
    const column = columns[from];
    if (next === columns || column === undefined) return;
    moved.current = to;
    onColumns(next);
    const name = titleOf(column.field);
    const place = to + 1;
    announce(t`${name} is now column ${place}`);
  };

  const press = (event: KeyboardEvent, index: number): void => {
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
  };

  const followEdge = (down: ReactPointerEvent, index: number): void => {
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
  };

  const followColumn = (down: ReactPointerEvent, index: number): void => {
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
  };

  return { target, press, followEdge, followColumn };
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
