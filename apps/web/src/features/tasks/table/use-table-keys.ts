import type { Column } from '@hearth/contracts/views/view-columns-values';
import type { ClipboardEvent, HTMLAttributes, KeyboardEvent } from 'react';
import { isTyping } from '#platform/actions/keys.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import type { Line } from '#features/tasks/grouping/list-lines.ts';
import { selection, toggleOne } from '#features/tasks/model/selection.ts';
import { editorOf, isTyped, toggleCell, typeIntoCell } from './cell-typing.ts';
import { HEAD, hasRange, cursorAt, type CursorState } from './table-cursor.ts';
import type { TableActs } from './use-table-acts.ts';

interface TableKeysProps {
  lines: readonly Line[];
  columns: readonly Column[];
  cursor: CursorState;
  acts: TableActs;
  goTo: (line: number, column: number, isExtending?: boolean) => void;
  edit: () => void;
  onOpen: (taskId: string) => void;
}

type KeyHandlers = Pick<HTMLAttributes<HTMLElement>, 'onKeyDown' | 'onKeyDownCapture' | 'onCopy' | 'onPaste'>;

/** Number of rows that Page Up and Page Down move by. */
const PAGE = 10;

/** Handles the standard keyboard navigation of grids, and keys for editing, filling, copying and pasting. */
export function useTableKeys({
  lines,
  columns,
  cursor,
  acts,
  goTo,
  edit,
  onOpen,
}: TableKeysProps): KeyHandlers {
  const store = useTeamStore();
  const last = columns.length - 1;

  /** Returns the task line `count` rows away, clamped to the table. The column headers are above the first line. */
  function passLines(from: number, count: number): number {
    const step = Math.sign(count);
    let [at, left] = [from, Math.abs(count)];
    for (let next = from + step; left > 0 && next in lines; next += step) {
      if (lines[next]?.kind !== 'task') continue;
      at = next;
      left -= 1;
    }
    return at === from && step === -1 ? HEAD : at;
  }

  function move(event: KeyboardEvent): boolean {
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
        go(isFar ? lastLine : passLines(line, 1), column);
        return true;
      case 'ArrowUp':
        if (line !== HEAD) go(isFar ? firstLine : passLines(line, -1), column);
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
        go(passLines(line, PAGE), column);
        return true;
      case 'PageUp':
        if (line !== HEAD) go(Math.max(passLines(line, -PAGE), firstLine), column);
        return true;
      case 'j':
      case 'k':
        if (!isPlain || line === HEAD) return false;
        go(event.key === 'j' ? passLines(line, 1) : Math.max(passLines(line, -1), firstLine), column);
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

  function act(event: KeyboardEvent): boolean {
    const { line, column } = cursor.get();
    const row = lines[line];
    if (row?.kind !== 'task') return false;
    const isMod = event.ctrlKey || event.metaKey;
    const field = columns[column]?.field;
    const task = store.row('task', row.id);
    const canToggle =
      field !== undefined && task !== undefined && acts.canEdit(task) && editorOf(store, field) === 'toggle';
    switch (event.key) {
      case 'Enter':
      case 'F2':
        if (canToggle) toggleCell(store, task, field);
        else edit();
        return true;
      case ' ':
        if (event.shiftKey) selection.set(toggleOne(selection.get(), row.id));
        else if (canToggle) toggleCell(store, task, field);
        else onOpen(row.id);
        return true;
      case 'x':
        // While tasks are selected, letters are shortcuts for them. See `type`.
        if (isMod) return false;
        selection.set(toggleOne(selection.get(), row.id));
        return true;
      case 'd':
      case 'D':
        if (!isMod) return false;
        acts.fillDown();
        return true;
      case 'Delete':
      case 'Backspace':
        // With selected tasks, Delete trashes them.
        if (isMod || (event.key === 'Delete' && selection.get().chosen.size > 0)) return false;
        acts.empty();
        return true;
      case 'Escape':
        if (!hasRange(cursor.get())) return false;
        cursor.set(cursorAt(line, column));
        return true;
      default:
        return false;
    }
  }

  /**
   * Starts editing a cell with the typed character. Read-only cells ignore it. While tasks are selected, letters are shortcuts for them.
   * @returns whether the key was handled
   */
  function type(event: KeyboardEvent): boolean {
    const { line, column } = cursor.get();
    const row = lines[line];
    const task = row?.kind === 'task' ? store.row('task', row.id) : undefined;
    const field = columns[column]?.field;
    if (task === undefined || field === undefined || !isTyped(event)) return false;
    if (selection.get().chosen.size > 0) return false;
    const editor = acts.canEdit(task) ? editorOf(store, field) : null;
    if (editor === 'field' || editor === 'list') typeIntoCell(event, editor, edit);
    else {
      event.preventDefault();
      event.stopPropagation();
    }
    return true;
  }

  /** Whether an event comes from a cell itself rather than from an overlay opened from it. */
  const isOfCell = (target: EventTarget): boolean =>
    target instanceof HTMLElement && target.dataset['cell'] !== undefined && !isTyping(target);

  return {
    // Selecting with X is handled by `act`: it must not prevent typing an x.
    onKeyDownCapture: undefined,
    onKeyDown(event) {
      if (event.defaultPrevented || event.altKey || !isOfCell(event.target)) return;
      if (type(event) || (!act(event) && !move(event))) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onCopy(event: ClipboardEvent) {
      if (!isOfCell(event.target) || cursor.get().line === HEAD) return;
      event.preventDefault();
      event.clipboardData.setData('text/plain', acts.copy());
    },
    onPaste(event: ClipboardEvent) {
      const text = event.clipboardData.getData('text/plain');
      if (!isOfCell(event.target) || cursor.get().line === HEAD || text === '') return;
      event.preventDefault();
      acts.paste(text);
    },
  };
}
