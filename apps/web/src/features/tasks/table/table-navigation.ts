import type { Column } from '@hearth/contracts/views/view-columns-values';
import type { KeyboardEvent } from 'react';
import type { Line } from '#features/tasks/grouping/list-lines.ts';
import { HEAD, type CursorState } from './table-cursor.ts';

export interface TableNavigation {
  lines: readonly Line[];
  columns: readonly Column[];
  cursor: CursorState;
  goTo: (line: number, column: number, isExtending?: boolean) => void;
}

/** Number of rows that Page Up and Page Down move by. */
const PAGE = 10;

/** Returns the task line `count` rows away, clamped to the table. The column headers are above the first line. */
function passLines(lines: readonly Line[], from: number, count: number): number {
  const step = Math.sign(count);
  let [at, left] = [from, Math.abs(count)];
  for (let next = from + step; left > 0 && next in lines; next += step) {
    if (lines[next]?.kind !== 'task') continue;
    at = next;
    left -= 1;
  }
  return at === from && step === -1 ? HEAD : at;
}

/** Handles the keys that move the cursor. Returns whether the key was handled. */
export function moveCursor(event: KeyboardEvent, { lines, columns, cursor, goTo }: TableNavigation): boolean {
  const last = columns.length - 1;
  const { line, column } = cursor.get();
  const isFar = event.ctrlKey || event.metaKey;
  const isExtending = event.shiftKey;
  const isPlain = !isFar && !event.shiftKey;
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const ahead = isRtl ? -1 : 1;
  const go = (to: number, at: number) => goTo(to, Math.min(Math.max(at, 0), last), isExtending);
  const lastLine = lines.findLastIndex(({ kind }) => kind === 'task');
  const firstLine = lines.findIndex(({ kind }) => kind === 'task');
  switch (event.key) {
    case 'ArrowDown':
      go(isFar ? lastLine : passLines(lines, line, 1), column);
      return true;
    case 'ArrowUp':
      if (line !== HEAD) go(isFar ? firstLine : passLines(lines, line, -1), column);
      return true;
    case 'ArrowRight':
    case 'ArrowLeft': {
      const step = event.key === 'ArrowRight' ? ahead : -ahead;
      go(line, isFar ? (step === 1 ? last : 0) : column + step);
      return true;
    }
    case 'Home':
      go(isFar ? firstLine : line, 0);
      return true;
    case 'End':
      go(isFar ? lastLine : line, last);
      return true;
    case 'PageDown':
      go(passLines(lines, line, PAGE), column);
      return true;
    case 'PageUp':
      if (line !== HEAD) go(Math.max(passLines(lines, line, -PAGE), firstLine), column);
      return true;
    case 'j':
    case 'k':
      if (!isPlain || line === HEAD) return false;
      go(
        event.key === 'j' ? passLines(lines, line, 1) : Math.max(passLines(lines, line, -1), firstLine),
        column,
      );
      return true;
    case 'Tab': {
      // Tab moves through the cells of a row. At the end of the row it leaves the table.
      const to = column + (event.shiftKey ? -1 : 1);
      if (to < 0 || to > last) return false;
      goTo(line, to);
      return true;
    }
    default:
      return false;
  }
}
