import type { HTMLAttributes, PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { hasRange, HEAD, rangeOf, type CursorState } from './table-cursor.ts';
import type { TableActs } from './use-table-acts.ts';

interface TablePointerProps {
  cursor: CursorState;
  acts: TableActs;
  goTo: (line: number, column: number, isExtending?: boolean) => void;
  edit: () => void;
  table: RefObject<HTMLElement | null>;
}

type PointerHandlers = Pick<HTMLAttributes<HTMLElement>, 'onPointerDown' | 'onClick'>;

interface Cell {
  line: number;
  column: number;
}

/** Auto-scroll: distance from the edge in pixels, and pixels per frame. */
const EDGE_PX = 36;
const SCROLL_PX = 12;

/**
 * Handles pointer input in a table. A press selects a cell, a second press edits the cell, a drag selects a range, and a drag of the
 * range's corner fills. Touch input scrolls, and a tap edits.
 */
export function useTablePointer({ cursor, acts, goTo, edit, table }: TablePointerProps): PointerHandlers {
  function followRange(): void {
    const before = cursor.get();
    followDrag(table, ({ line, column }) => {
      if (line !== before.line || column !== before.column || hasRange(cursor.get()))
        goTo(line, column, true);
    });
  }

  function followFill(): void {
    const { bottom } = rangeOf(cursor.get());
    followDrag(
      table,
      ({ line }) => cursor.set({ fillTo: line > bottom ? line : null }),
      (isDone) => {
        const to = cursor.get().fillTo;
        cursor.set({ fillTo: null });
        if (!isDone || to === null) return;
        acts.fillTo(to);
        const { left, right, top } = rangeOf(cursor.get());
        cursor.set({ fromLine: top, fromColumn: left, line: to, column: right });
        goTo(to, right, true);
      },
    );
  }

  return {
    onPointerDown(event) {
      const cell = findCell(event.target);
      const isInUse = event.target instanceof Element && event.target.closest('a, input, button') !== null;
      if (cell === null || cell.line === HEAD || event.button !== 0 || event.pointerType === 'touch') return;
      if (isInUse || event.ctrlKey || event.metaKey) return;
      // Prevent text selection and the default focus handling. Focus follows the cursor.
      event.preventDefault();
      if (event.target instanceof Element && event.target.closest('[data-fill]') !== null) {
        followFill();
        return;
      }
      const { line, column, isEditing } = cursor.get();
      if (event.shiftKey) {
        if (cell.column !== 0) goTo(cell.line, cell.column, true);
        return;
      }
      const wasHere = isHere(cell, { line, column }) && !hasRange(cursor.get()) && isFocused(event);
      if (isEditing && wasHere) return;
      if (wasHere) edit();
      else {
        goTo(cell.line, cell.column);
        followRange();
      }
    },
    onClick(event) {
      const cell = findCell(event.target);
      const { pointerType } = event.nativeEvent as PointerEvent;
      const isInUse = event.target instanceof Element && event.target.closest('a, input, button') !== null;
      if (cell === null || cell.line === HEAD || isInUse || pointerType === 'mouse' || pointerType === 'pen')
        return;
      const { line, column, isEditing } = cursor.get();
      if (isEditing && isHere(cell, { line, column })) return;
      goTo(cell.line, cell.column);
      edit();
    },
  };
}

function isHere(one: Cell, other: Cell): boolean {
  return one.line === other.line && one.column === other.column;
}

function isFocused(event: ReactPointerEvent): boolean {
  return event.currentTarget.contains(document.activeElement);
}

function findCell(target: EventTarget | null): Cell | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
  const line = cell?.closest<HTMLElement>('[data-line]')?.dataset['line'];
  const column = cell?.dataset['cell'];
  return line === undefined || column === undefined ? null : { line: Number(line), column: Number(column) };
}

/** Reports each cell that a drag reaches and scrolls automatically near the edges. */
function followDrag(
  table: RefObject<HTMLElement | null>,
  onCell: (cell: Cell) => void,
  onEnd: (isDone: boolean) => void = () => undefined,
): void {
  const stop = new AbortController();
  const { signal } = stop;
  let [x, y, frame] = [-1, -1, 0];
  let last: Cell | null = null;
  function look(): void {
    const cell = findCell(document.elementFromPoint(x, y));
    if (cell === null || cell.line === HEAD || (last !== null && isHere(cell, last))) return;
    last = cell;
    onCell(cell);
  }
  function scroll(): void {
    const box = table.current?.getBoundingClientRect();
    if (box === undefined) return;
    const direction = y > box.bottom - EDGE_PX ? 1 : y < box.top + 2 * EDGE_PX ? -1 : 0;
    if (direction !== 0 && y >= 0) {
      table.current?.scrollBy(0, direction * SCROLL_PX);
      look();
    }
    frame = requestAnimationFrame(scroll);
  }
  function end(isDone: boolean): void {
    stop.abort();
    cancelAnimationFrame(frame);
    onEnd(isDone);
  }
  window.addEventListener(
    'pointermove',
    (event) => {
      if (frame === 0) frame = requestAnimationFrame(scroll);
      [x, y] = [event.clientX, event.clientY];
      look();
    },
    { signal },
  );
  window.addEventListener('pointerup', () => end(true), { signal });
  window.addEventListener('pointercancel', () => end(false), { signal });
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      end(false);
    },
    { signal, capture: true },
  );
}
