import {
  idOfCustomField,
  isCustomFieldName,
  valueNameOf,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import type { SyncRows } from '@hearth/contracts/sync';
import type { ColumnField } from '@hearth/contracts/views/view-columns-values';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { TeamStore } from '#platform/sync/index.ts';
import { holdTyping, keepTyped } from '#ui/lazy/type-ahead.ts';
import { updateTask } from '#features/tasks/model/tasks.data.ts';
import { fieldSetBy } from './table-columns.ts';

/** Whether a cell is edited in a field or in a list with a search field, or is toggled. Null if it is read-only. */
export function editorOf(store: TeamStore, field: ColumnField): 'field' | 'list' | 'toggle' | null {
  if (fieldSetBy(store, field) === undefined) return null;
  if (!isCustomFieldName(field)) return ['title', 'start', 'due'].includes(field) ? 'field' : 'list';
  switch (store.row('field', idOfCustomField(field))?.type) {
    case 'checkbox':
      return 'toggle';
    case 'select':
    case 'multiSelect':
    case 'person':
    case 'relation':
      return 'list';
    default:
      return 'field';
  }
}

/** Ticks or clears the checkbox of a cell. */
export function toggleCell(store: TeamStore, task: SyncRows['task'], field: ColumnField): void {
  if (!isCustomFieldName(field)) return;
  const isTicked = task.custom[idOfCustomField(field)] === true;
  void store.mutate(updateTask(store, task.id, { [valueNameOf(field)]: isTicked ? null : true }));
}

/** Whether a key types a character. Space has a meaning of its own in a table. */
export function isTyped({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey;
}

/** Opens the editor of a cell and types the pressed character into it. */
export function typeIntoCell(event: KeyboardEvent, editor: 'field' | 'list', edit: () => void): void {
  event.stopPropagation();
  if (editor === 'list') {
    event.preventDefault();
    holdTyping();
    keepTyped(event.nativeEvent);
    edit();
    return;
  }
  // The browser inserts the character into the element that has focus after this event.
  flushSync(edit);
}
