import type { ClipboardEvent, HTMLAttributes, KeyboardEvent } from 'react';
import { isTyping } from '#platform/actions/keys.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { selection, toggleOne } from '#features/tasks/model/selection.ts';
import { editorOf, isTyped, toggleCell, typeIntoCell } from './cell-typing.ts';
import { HEAD, hasRange, cursorAt } from './table-cursor.ts';
import { moveCursor, type TableNavigation } from './table-navigation.ts';
import type { TableActs } from './use-table-acts.ts';

interface TableKeysProps extends TableNavigation {
  acts: TableActs;
  edit: () => void;
  onOpen: (taskId: string) => void;
}

type KeyHandlers = Pick<HTMLAttributes<HTMLElement>, 'onKeyDown' | 'onKeyDownCapture' | 'onCopy' | 'onPaste'>;

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
      if (type(event) || (!act(event) && !moveCursor(event, { lines, columns, cursor, goTo }))) return;
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
