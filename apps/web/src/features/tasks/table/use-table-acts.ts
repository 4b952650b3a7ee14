import type { SyncRows } from '@hearth/contracts/sync';
import type { Column } from '@hearth/contracts/views/view-columns-values';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { announce } from '#platform/client-state/announce.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import type { Line } from '#features/tasks/grouping/list-lines.ts';
import { fieldSetBy } from './table-columns.ts';
import { rangeOf, type CursorState } from './table-cursor.ts';
import { useCellNames } from './use-cell-names.ts';
import { commandsFor, fillRows, pasteCells, type CellChange } from './table-changes.ts';
import { emptyCell, parseTable, printCell, printTable } from './table-texts.ts';

type Task = SyncRows['task'];

export interface TableActs {
  /** Whether the user is authorized to edit the cells of a task. */
  canEdit: (task: Task) => boolean;
  /** Copies the first row of the range into its other rows. If the range has only one row, copies the row above into it. */
  fillDown: () => void;
  /** Copies the range into the rows below it, down to a line. */
  fillTo: (line: number) => void;
  empty: () => void;
  /** Returns the cells of the range as tab-separated text. */
  copy: () => string;
  paste: (text: string) => void;
}

/** Actions on a table's range. Each change is one undo step, even if it takes several requests. */
export function useTableActs(
  lines: readonly Line[],
  columns: readonly Column[],
  cursor: CursorState,
): TableActs {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const names = useCellNames();

  const taskAt = (line: number): Task | undefined => {
    const found = lines[line];
    return found?.kind === 'task' ? store.row('task', found.id) : undefined;
  };
  /** Returns the lines in a range that are tasks, not headings. */
  const taskLines = (top: number, bottom: number): number[] =>
    lines.flatMap((line, at) => (line.kind === 'task' && at >= top && at <= bottom ? at : []));
  const canEdit = (task: Task): boolean => may('task.update', task);

  function mayGet({ projectId }: CellChange['fields'], task: Task): boolean {
    if (!canEdit(task)) return false;
    const isMoved = projectId !== undefined && projectId !== task.projectId;
    return !isMoved || may('task.create', { projectId, createdBy: null });
  }

  function change(changes: readonly CellChange[], unfit: number): void {
    const allowed = changes.filter(({ task, fields }) => mayGet(fields, task));
    const left = changes.length - allowed.length;
    const commands = commandsFor(store, allowed);
    if (commands.length > 0) store.mutate(commands);
    const count = allowed.length;
    if (left > 0) {
      showToast(t`${plural(left, { one: 'You can’t change # task', other: 'You can’t change # tasks' })}`, {
        isSuccess: false,
      });
    } else if (unfit > 0) {
      showToast(t`${plural(unfit, { one: '# cell did not fit', other: '# cells did not fit' })}`, {
        isSuccess: false,
      });
    }
    announce(t`${plural(count, { one: '# task changed', other: '# tasks changed' })}`);
  }

  /** Returns the columns of the range whose cells can be changed. */
  function listSettable(): readonly Column[] {
    const { left, right } = rangeOf(cursor.get());
    return columns.slice(left, right + 1).filter(({ field }) => fieldSetBy(store, field) !== undefined);
  }

  function fill(from: number, sourceCount: number, rows: readonly number[]): void {
    const shown = listSettable();
    const tasks = rows.filter((line) => line >= from).map(taskAt);
    const changes = fillRows(tasks, sourceCount, shown, names.fields);
    if (changes.length === 0) announce(t`These cells can’t be filled`);
    else change(changes, 0);
  }

  return {
    canEdit,
    fillDown() {
      const { top, bottom } = rangeOf(cursor.get());
      const rows = taskLines(top, bottom);
      if (rows.length > 1) fill(top, 1, rows);
      else {
        const above = taskLines(0, top - 1).at(-1);
        if (above !== undefined) fill(above, 1, [above, top]);
      }
    },
    fillTo(line) {
      const { top, bottom } = rangeOf(cursor.get());
      fill(top, taskLines(top, bottom).length, taskLines(top, line));
    },
    empty() {
      const { top, bottom } = rangeOf(cursor.get());
      const fields = Object.assign(
        {},
        ...listSettable().map(({ field }) => emptyCell(field)),
      ) as CellChange['fields'];
      const tasks = taskLines(top, bottom).flatMap((line) => taskAt(line) ?? []);
      if (Object.keys(fields).length === 0) announce(t`These cells can’t be cleared`);
      else
        change(
          tasks.map((task) => ({ task, fields })),
          0,
        );
    },
    copy() {
      const { top, bottom, left, right } = rangeOf(cursor.get());
      const rows = taskLines(top, bottom).flatMap((line) => taskAt(line) ?? []);
      const shown = columns.slice(left, right + 1);
      const count = rows.length * shown.length;
      announce(t`${plural(count, { one: '# cell copied', other: '# cells copied' })}`);
      return printTable(rows.map((task) => shown.map(({ field }) => printCell(task, field, names))));
    },
    paste(text) {
      const range = rangeOf(cursor.get());
      const { changes, unfit } = pasteCells(
        parseTable(text),
        range,
        taskAt,
        taskLines(0, lines.length),
        columns,
        names,
      );
      change(changes, unfit);
    },
  };
}
