import type { SyncRows } from '@hearth/contracts/sync';
import type { Column } from '@hearth/contracts/views/view-columns-values';
import { useLingui } from '@lingui/react/macro';
import { useCallback, useLayoutEffect, type FocusEvent, type RefObject } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { focusWhenMounted } from '#ui/keyboard/focus-after-render.ts';
import { useLineFocus } from '#features/tasks/grouping/line-focus.ts';
import { taskIdOf, type Line } from '#features/tasks/grouping/list-lines.ts';
import { fieldSetBy, useColumnTitles } from './table-columns.ts';
import { cursorAt, HEAD, type CursorState } from './table-cursor.ts';

interface TableCursorOptions {
  lines: readonly Line[];
  columns: readonly Column[];
  cursor: CursorState;
  /** Index of the cursor's line. */
  line: number;
  table: RefObject<HTMLElement | null>;
  scrollTo: (line: number) => void;
  canEdit: (task: SyncRows['task']) => boolean;
}

interface TableCursor {
  /** Moves the cursor and focus to a cell. If `isExtending` is set, extends the range to the cell. */
  goTo: (line: number, column: number, isExtending?: boolean) => void;
  /** Starts editing the cell of the cursor. */
  edit: () => void;
  /** Ends editing and moves by `step` columns. */
  end: (step: -1 | 0 | 1) => void;
  onFocus: (event: FocusEvent) => void;
}

function focusCell({ current }: RefObject<HTMLElement | null>, line: number, column: number): void {
  const cell = `[data-line="${line}"] [data-cell="${column}"]`;
  focusWhenMounted(() => current?.querySelector<HTMLElement>(cell));
}

/** Keeps focus on the cell of the cursor while lines and columns change, and moves both. */
export function useTableCursor({
  lines,
  columns,
  cursor,
  line,
  table,
  scrollTo,
  canEdit,
}: TableCursorOptions): TableCursor {
  const { t } = useLingui();
  const store = useTeamStore();
  const titleOf = useColumnTitles();
  const last = columns.length - 1;

  useLineFocus({
    lines,
    line,
    container: table,
    onMoved(to, isSameTask) {
      const { column, isEditing } = cursor.get();
      cursor.set({ ...cursorAt(to === -1 ? HEAD : to, column), isEditing: isEditing && isSameTask });
    },
    onFocusLost(to) {
      const { line: at, column, isEditing } = cursor.get();
      if (isEditing) return;
      if (to !== -1) scrollTo(to);
      focusCell(table, at, column);
    },
  });
  // Clamp the cursor when columns are removed.
  useLayoutEffect(() => {
    const { column, line: at } = cursor.get();
    if (column > last) cursor.set(cursorAt(at, last));
  }, [last, cursor]);
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
    [cursor, last, table],
  );

  return {
    goTo(to, column, isExtending = false) {
      const { line: at, fromLine, fromColumn } = cursor.get();
      const isRange = isExtending && at !== HEAD && to !== HEAD;
      cursor.set({ ...cursorAt(to, column), ...(isRange ? { fromLine, fromColumn } : {}) });
      if (to !== HEAD) scrollTo(to);
      focusCell(table, to, column);
    },
    edit() {
      const { line: at, column } = cursor.get();
      const task = store.row('task', taskIdOf(lines[at]) ?? '');
      const field = columns[column]?.field;
      if (task === undefined || field === undefined) return;
      const name = titleOf(field);
      if (fieldSetBy(store, field) === undefined) announce(t`${name} can’t be changed here`);
      else if (!canEdit(task)) announce(t`You can’t edit this task`);
      else cursor.set({ ...cursorAt(at, column), isEditing: true });
    },
    end,
    onFocus({ target }) {
      // The cell may have received focus through Tab or from other code.
      const cell = target instanceof HTMLElement ? target : null;
      const row = cell?.parentElement?.dataset['line'];
      const column = cell?.dataset['cell'];
      if (row === undefined || column === undefined) return;
      const present = cursor.get();
      if (present.line !== Number(row) || present.column !== Number(column))
        cursor.set(cursorAt(Number(row), Number(column)));
    },
  };
}
