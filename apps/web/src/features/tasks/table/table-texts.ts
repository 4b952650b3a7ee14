import { readFormatTag } from '#ui/format/reader.ts';
import { foldName, foldWord } from '@hearth/contracts/core/fold';
import {
  hasOptions,
  readFieldValue,
  type FieldValue,
} from '@hearth/contracts/custom-fields/custom-field-values';
import { shownType } from '@hearth/contracts/custom-fields/formula-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import { dayOf, makeWhen, timeOf } from '@hearth/contracts/core/moment-values';
import {
  idOfCustomField,
  isCustomFieldName,
  toCustomFieldName,
  valueNameOf,
  type CustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import type { SyncRows } from '@hearth/contracts/sync';
import {
  isReferenceField,
  listReferences,
  REFERENCE_FIELDS,
  type ReferenceField,
} from '@hearth/contracts/model/reference-field-values';
import {
  changeScalar,
  isChoiceField,
  isScalarField,
  isScalarValue,
  SCALAR_FIELDS,
  type ChoiceFieldName,
  type ScalarField,
} from '@hearth/contracts/model/scalar-field-values';
import type { ColumnField } from '@hearth/contracts/views/view-columns-values';
import { readerZone } from '#ui/format/reader.ts';
import { readTime } from '@hearth/contracts/quick-parser/read-time';
import { inOrder, readNumber, readTyped, writeTyped } from '#features/tasks/custom-fields/field-texts.ts';
import type { TeamField } from '#features/tasks/custom-fields/fields.data.ts';
import { readDay } from '@hearth/contracts/quick-parser/read-days';
import {
  listSettableTargets,
  listTargets,
  type ReferenceLists,
} from '#features/tasks/model/reference-lists.ts';
import { lookOf } from './table-columns.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';

type Task = SyncRows['task'];

/** Entities that cells can reference. Values are copied by name and resolved by name when pasted. */
export interface CellNames extends ReferenceLists<Named> {
  today: string;
  choicesOf: (field: ChoiceFieldName) => readonly Named[];
  fields: readonly TeamField[];
  parentOf: (task: Task) => string;
  /** Returns the result of a formula field. Returns undefined for other fields. */
  compute: (fieldId: string, task: Task) => FieldValue | undefined;
  keyOf: (taskId: string) => string;
  /** Returns the id of the task with the given key, or undefined. */
  taskOf: (key: string) => string | undefined;
  repeatOf: (task: Task) => string;
  progressOf: (task: Task) => string;
}

interface Named {
  id: string;
  name: string;
}

/**
 * Formats a cell for the clipboard as spreadsheets expect it: days as `2026-11-20`, start and due dates with their time of day, if any, and
 * numbers without units.
 */
export function printCell(task: Task, field: ColumnField, names: CellNames): string {
  if (isCustomFieldName(field)) {
    const value = names.compute(idOfCustomField(field), task) ?? task.custom[idOfCustomField(field)];
    return printOwn(value, findOwn(names.fields, field), names);
  }
  if (isScalarField(field)) return printScalar(task, field, names);
  if (isReferenceField(field)) return listNames(listTargets(names, field), listReferences(task, field));
  switch (field) {
    case 'key':
      return task.key;
    case 'start':
      return printWhen(task.startDate);
    case 'due':
      return printWhen(task.dueDate);
    case 'repeat':
      return names.repeatOf(task);
    case 'parent':
      return names.parentOf(task);
    case 'progress':
      return names.progressOf(task);
    case 'updated':
      return task.updatedAt;
    case 'created':
      return task.createdAt;
    case 'closed':
      return task.closedAt ?? '';
    case 'title':
      return task.title;
  }
}

/**
 * Converts text pasted into a cell to field changes. Returns null if the text is invalid for the field or the field cannot be pasted into.
 * @param projectId the project that the task is in or moves to
 */
export function parseCell(
  text: string,
  field: ColumnField,
  names: CellNames,
  projectId: string | null = null,
): Partial<TaskFields> | null {
  const typed = text.trim().replaceAll(/\s+/g, ' ');
  if (isCustomFieldName(field)) {
    const own = findOwn(names.fields, field);
    const value = own === undefined ? undefined : parseOwn(typed, own, names);
    return value === undefined ? null : { [valueNameOf(field)]: value };
  }
  if (isScalarField(field)) return parseScalar(typed, field, names);
  if (isReferenceField(field))
    return parseReference(typed, field, listSettableTargets(names, field, projectId));
  switch (field) {
    case 'title':
      return typed === '' || typed.length > LIMITS.taskTitle ? null : { title: typed };
    case 'start':
      return readWhen(typed, names.today, (startDate) => ({ startDate }));
    case 'due':
      return readWhen(typed, names.today, (dueDate) => ({ dueDate }));
    case 'key':
    case 'repeat':
    case 'parent':
    case 'progress':
    case 'created':
    case 'updated':
    case 'closed':
      return null;
  }
}

/**
 * Returns the changes that copy a cell to another task, for fills. Returns null if the cell cannot be copied.
 * @param fields the custom fields of the team
 */
export function copyCell(
  task: Task,
  field: ColumnField,
  fields: readonly TeamField[] = [],
): Partial<TaskFields> | null {
  const { sets } = lookOf(field);
  if (sets === undefined || sets === 'title' || sets === 'parentId') return null;
  // A recurrence is relative to the dates of its own task.
  if (sets === 'repeat') return null;
  if (isCustomFieldName(field)) {
    const value = task.custom[idOfCustomField(field)] ?? null;
    const own = findOwn(fields, field);
    // The server refuses removed options on other tasks.
    const offered = own !== undefined && hasOptions(own.type) ? keepOffered(own, value) : value;
    return offered === undefined ? null : { [valueNameOf(field)]: offered };
  }
  return { [sets]: (task as unknown as Record<string, unknown>)[sets] } as Partial<TaskFields>;
}

/** Returns the changes that clear a cell. Returns null if the cell cannot be cleared. */
export function emptyCell(field: ColumnField): Partial<TaskFields> | null {
  if (isCustomFieldName(field)) return { [valueNameOf(field)]: null };
  if (isScalarField(field)) return changeScalar(field, SCALAR_FIELDS[field].empty);
  // Clearing cells moves no task out of its project.
  if (isReferenceField(field)) return field === 'project' ? null : emptyReference(field);
  switch (field) {
    case 'start':
      return { startDate: null };
    case 'due':
      return { dueDate: null };
    case 'repeat':
      return { repeat: null };
    case 'title':
    case 'key':
    case 'parent':
    case 'progress':
    case 'created':
    case 'updated':
    case 'closed':
      return null;
  }
}

/** Formats rows as tab-separated text, the clipboard format of spreadsheets. */
export function printTable(rows: readonly (readonly string[])[]): string {
  const quote = (text: string) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((cells) => cells.map(quote).join('\t')).join('\n');
}

/** Parses tab-separated text. A trailing line break adds no row. */
export function parseTable(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy;
  const whole = text.replace(/(?:\r\n|\n|\r)$/, '');
  let row: string[] = [];
  for (;;) {
    const [, quoted, plain = '', end = ''] = cell.exec(whole) ?? [];
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\t') continue;
    rows.push(row);
    row = [];
    if (end === '') return rows;
  }
}

function printScalar(task: Task, field: ScalarField, { choicesOf }: CellNames): string {
  const value = task[field];
  if (value === SCALAR_FIELDS[field].empty) return '';
  return isChoiceField(field) ? nameOf(choicesOf(field), task[field]) : writeTyped(value ?? undefined);
}

function parseScalar(text: string, field: ScalarField, { choicesOf }: CellNames): Partial<TaskFields> | null {
  if (text === '') return changeScalar(field, SCALAR_FIELDS[field].empty);
  if (isChoiceField(field)) return read(find(choicesOf(field), text), (value) => changeScalar(field, value));
  const number = readNumber(text);
  return number !== null && isScalarValue(field, number) ? changeScalar(field, number) : null;
}

const MAX_IDS = {
  assigneeIds: LIMITS.assignees,
  watcherIds: LIMITS.watchers,
  labelIds: LIMITS.labelsPerTask,
};

/** Resolves names in a text. Returns null for the creator, who cannot be changed. */
function parseReference(
  text: string,
  field: ReferenceField,
  among: readonly Named[],
): Partial<TaskFields> | null {
  if (field === 'creator') return null;
  if (text === '') return emptyReference(field);
  const { key, kind } = REFERENCE_FIELDS[field];
  const found = kind === 'list' ? findAll(among, text, MAX_IDS[key]) : find(among, text);
  return read(found, (value) => ({ [key]: value }));
}

function emptyReference(field: ReferenceField): Partial<TaskFields> | null {
  const { key, kind } = REFERENCE_FIELDS[field];
  if (kind === 'required' || field === 'creator') return null;
  return { [key]: kind === 'list' ? [] : null };
}

function nameOf(among: readonly Named[], id: string | null): string {
  return among.find((one) => one.id === id)?.name ?? '';
}

function listNames(among: readonly Named[], ids: readonly string[]): string {
  return ids
    .map((id) => nameOf(among, id))
    .filter((name) => name !== '')
    .join(', ');
}

/** Finds the entity of a name, or the only one whose name differs in accents. */
function find(among: readonly Named[], name: string): string | null {
  const alike = among.find((one) => foldName(one.name) === foldName(name));
  if (alike !== undefined) return alike.id;
  const [folded, ...others] = among.filter((one) => foldWord(one.name) === foldWord(name));
  return others.length === 0 ? (folded?.id ?? null) : null;
}

/**
 * Resolves a comma- or semicolon-separated list of names to sorted, distinct ids. Returns null if a name is unknown or there are more than
 * `most` ids.
 */
function findAll(among: readonly Named[], names: string, most: number): string[] | null {
  // A name may contain a comma.
  const whole = find(among, names);
  const ids =
    whole !== null
      ? [whole]
      : names
          .split(/[,;]/)
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => find(among, name));
  const found = [...new Set(ids.filter((id) => id !== null))];
  return ids.includes(null) || found.length > most ? null : found.toSorted();
}

function read<T, R>(value: T | null, make: (value: T) => R): R | null {
  return value === null ? null : make(value);
}

/** Formats a day or a timestamp as spreadsheets do. */
function printWhen(when: string | null): string {
  if (when === null) return '';
  const time = timeOf(when, readerZone());
  return time === null ? when : `${dayOf(when, readerZone())} ${time}`;
}

/** Parses a day, optionally followed by a time of day. */
function readWhen<R>(text: string, today: string, make: (when: string | null) => R): R | null {
  if (text === '') return make(null);
  const whole = readDay(text, today, readFormatTag());
  if (whole !== null) return make(whole);
  for (const { index, 0: gap } of text.matchAll(/,? at |, ?| |T/giu)) {
    const last = text.slice(index + gap.length);
    // A lone hour is ambiguous and therefore rejected.
    const time = /^[0-9०-९]+$/.test(last) ? null : readTime(last);
    const day = time === null ? null : readDay(text.slice(0, index), today, readFormatTag());
    if (day !== null) return make(makeWhen(day, time, readerZone()));
  }
  return null;
}

/** Leaves out removed options. Returns undefined if no other option is left. */
function keepOffered({ options }: TeamField, value: FieldValue | null): FieldValue | null | undefined {
  const isOffered = (id: unknown) => options.some((one) => one.id === id);
  if (!Array.isArray(value)) return value === null || isOffered(value) ? value : undefined;
  const kept = value.filter(isOffered);
  return kept.length === 0 ? undefined : kept;
}

function findOwn(fields: readonly TeamField[], name: CustomFieldName): TeamField | undefined {
  return fields.find(({ id }) => toCustomFieldName(id) === name);
}

function printOwn(value: FieldValue | undefined, field: TeamField | undefined, names: CellNames): string {
  if (value === undefined || field === undefined) return '';
  if (field.type === 'select') return nameOf(field.options, String(value));
  if (Array.isArray(value) && field.type === 'relation')
    return value.map(names.keyOf).filter(Boolean).join(', ');
  if (Array.isArray(value)) return listNames(field.options, inOrder(field, value));
  if (field.type === 'person') return nameOf(names.people, String(value));
  return shownType(field) === 'checkbox' ? 'yes' : writeTyped(value);
}

const TICKED: ReadonlySet<string> = new Set(['yes', 'true', '1', 'x', '✓']);
const UNTICKED: ReadonlySet<string> = new Set(['', 'no', 'false', '0']);

/**
 * Parses a value of a custom field.
 * @returns undefined if the value is not valid
 */
function parseOwn(text: string, field: TeamField, names: CellNames): FieldValue | null | undefined {
  const word = text.toLowerCase();
  switch (field.type) {
    case 'formula':
      return undefined;
    case 'checkbox':
      if (UNTICKED.has(word)) return null;
      return TICKED.has(word) ? true : undefined;
    case 'date':
      return text === '' ? null : (readDay(text, names.today, readFormatTag()) ?? undefined);
    case 'select':
      return text === '' ? null : (find(field.options, text) ?? undefined);
    case 'person':
      return text === '' ? null : (find(names.people, text) ?? undefined);
    case 'relation': {
      const keys = text.split(/[\s,;]+/).filter((key) => key !== '');
      const ids = keys.map(names.taskOf).filter((id) => id !== undefined);
      if (ids.length < keys.length) return undefined;
      const read = readFieldValue(field, [...new Set(ids)]);
      return 'fault' in read ? undefined : read.value;
    }
    case 'multiSelect': {
      const ids = findAll(field.options, text, LIMITS.optionsPerField);
      if (ids === null) return undefined;
      return ids.length === 0 ? null : ids;
    }
    default: {
      const read = readTyped(field, text);
      return 'fault' in read ? undefined : read.value;
    }
  }
}
