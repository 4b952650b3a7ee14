import type { SyncRows } from '@hearth/contracts/sync';
import type { Column } from '@hearth/contracts/views/view-columns-values';
import type { Command, TeamStore } from '#platform/sync/index.ts';
import { updateTasks, type BulkFields, type TaskChange } from '#features/tasks/model/bulk.data.ts';
import type { TeamField } from '#features/tasks/custom-fields/fields.data.ts';
import type { Range } from './table-cursor.ts';
import { copyCell, parseCell, type CellNames } from './table-texts.ts';
import { updateTask, type TaskFields } from '#features/tasks/model/tasks.data.ts';

type Task = SyncRows['task'];

/** Cell edits of one task. */
export interface CellChange {
  task: Task;
  fields: Partial<TaskFields>;
}

interface CellChanges {
  changes: readonly CellChange[];
  /** Number of pasted values that were not valid or had no target cell. */
  unfit: number;
}

/**
 * Fills the rows below the source rows by repeating the source rows.
 * @param rows the source rows, followed by the rows to fill
 * @param fields the custom fields of the team
 */
export function fillRows(
  rows: readonly (Task | undefined)[],
  sourceCount: number,
  columns: readonly Column[],
  fields: readonly TeamField[] = [],
): CellChange[] {
  return rows.slice(sourceCount).flatMap((task, at) => {
    const source = rows[at % sourceCount];
    if (task === undefined || source === undefined) return [];
    const copied = columns.map(({ field }) => copyCell(source, field, fields));
    const changed = Object.assign({}, ...copied) as BulkFields;
    return Object.keys(changed).length === 0 ? [] : [{ task, fields: changed }];
  });
}

/** Pastes cell values into the table, starting at the top-left corner of a range. A single value fills the whole range. */
export function pasteCells(
  texts: readonly (readonly string[])[],
  range: Range,
  taskAt: (line: number) => Task | undefined,
  lines: readonly number[],
  columns: readonly Column[],
  names: CellNames,
): CellChanges {
  const isOne = texts.length === 1 && texts[0]?.length === 1;
  const height = isOne
    ? lines.filter((line) => line >= range.top && line <= range.bottom).length
    : texts.length;
  const first = lines.indexOf(range.top);
  const changes: CellChange[] = [];
  let unfit = 0;
  for (let row = 0; row < height; row += 1) {
    const cells = texts[isOne ? 0 : row] ?? [];
    const width = isOne ? range.right - range.left + 1 : cells.length;
    const task = taskAt(lines[first + row] ?? -1);
    const fields: Partial<TaskFields> = {};
    for (let at = 0; at < width; at += 1) {
      const column = columns[range.left + at];
      const put =
        task === undefined || column === undefined
          ? null
          : parseCell(
              cells[isOne ? 0 : at] ?? '',
              column.field,
              names,
              fields.projectId === undefined ? task.projectId : fields.projectId,
            );
      if (put === null) unfit += 1;
      else Object.assign(fields, put);
    }
    if (task !== undefined && Object.keys(fields).length > 0) changes.push({ task, fields });
  }
  return { changes, unfit };
}

/** Creates a command for each title change, and bulk commands within the request limits for all other fields. Descriptions are ignored. */
export function commandsFor(store: TeamStore, changes: readonly CellChange[]): Command[] {
  const named = changes.filter(({ task, fields }) => 'title' in fields && fields.title !== task.title);
  const names = named.map(({ task, fields }) => updateTask(store, task.id, { title: fields.title ?? '' }));
  const others = changes.map(
    ({ task, fields: { title: _title, description: _text, ...fields } }): TaskChange => ({
      id: task.id,
      fields,
    }),
  );
  return [...names, ...updateTasks(store, others)];
}
