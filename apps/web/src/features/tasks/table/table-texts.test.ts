import { EMPTY_SCALARS } from '@hearth/contracts/model/scalar-field-values';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCustomFieldName } from '@hearth/contracts/custom-fields/custom-field-query-values';
import type { SyncRows } from '@hearth/contracts/sync';
import type { Column } from '@hearth/contracts/views/view-columns-values';
import { makeTaskRow } from '#testing/team-rows.ts';
import { setTimeZone } from '#ui/format/reader.ts';
import { fillRows, pasteCells } from './table-changes.ts';
import {
  copyCell,
  emptyCell,
  parseCell,
  parseTable,
  printCell,
  printTable,
  type CellNames,
} from './table-texts.ts';

type Task = SyncRows['task'];

const OTHER = '00000000-0000-7000-8000-000000000002';
const NAMES: CellNames = {
  compute: () => undefined,
  keyOf: (id) => (id === OTHER ? 'WEB-2' : ''),
  taskOf: (key) => (key.toUpperCase() === 'WEB-2' ? OTHER : undefined),
  today: '2026-11-20',
  statuses: [
    { id: 's1', name: 'To do' },
    { id: 's2', name: 'Done' },
  ],
  choicesOf: () => [
    { id: 'high', name: 'High' },
    { id: 'none', name: 'No priority' },
  ],
  people: [
    { id: 'p1', name: 'Ada Moss' },
    { id: 'p2', name: 'Bob Reed' },
  ],
  labels: [{ id: 'l1', name: 'garden' }],
  projects: [{ id: 'j1', name: 'Website' }],
  fields: [],
  types: [{ id: 'y1', name: 'Bug' }],
  milestones: [
    { id: 'm2', name: 'Beta', projectId: 'j2' },
    { id: 'm1', name: 'Beta', projectId: 'j1' },
  ],
  cycles: [
    { id: 'c0', name: 'Cycle 1', projectId: 'j1', closedAt: '2026-11-01T00:00:00.000Z' },
    { id: 'c1', name: 'Cycle 1', projectId: 'j1', closedAt: null },
  ],
  parentOf: () => '',
  repeatOf: ({ repeat }) => repeat?.rule ?? '',
  progressOf: () => '',
};

const TASK = makeTaskRow('t1', {
  title: 'Dig',
  projectId: 'j1',
  statusId: 's1',
  priority: 'high',
  assigneeIds: ['p1', 'p2'],
  labelIds: ['l1'],
  dueDate: '2026-11-30',
  estimate: 5,
  reporterId: 'p2',
  typeId: 'y1',
  milestoneId: 'm1',
  cycleId: 'c1',
  createdBy: 'p1',
  updatedAt: '2026-11-02T00:00:00.000Z',
});

const EDITED = [
  'status',
  'priority',
  'assignee',
  'reporter',
  'label',
  'type',
  'start',
  'due',
  'estimate',
  'project',
  'milestone',
  'cycle',
] as const;
const columns = (...fields: Column['field'][]): Column[] => fields.map((field) => ({ field, width: null }));

test('parses printed cells to the same values as copied cells', () => {
  for (const field of EDITED)
    expect(parseCell(printCell(TASK, field, NAMES), field, NAMES, TASK.projectId)).toEqual(
      copyCell(TASK, field),
    );
  const bare = {
    ...TASK,
    reporterId: null,
    ...EMPTY_SCALARS,
    assigneeIds: [],
    labelIds: [],
    dueDate: null,
    typeId: null,
  };
  for (const field of ['priority', 'assignee', 'reporter', 'label', 'due', 'estimate', 'type'] as const)
    expect(parseCell(printCell(bare as Task, field, NAMES), field, NAMES)).toEqual(
      copyCell(bare as Task, field),
    );
});

test('ignores case, spaces and order of names, and parses natural-language dates', () => {
  expect(parseCell(' to DO ', 'status', NAMES)).toEqual({ statusId: 's1' });
  expect(parseCell('bob reed; Ada Moss', 'assignee', NAMES)).toEqual({ assigneeIds: ['p1', 'p2'] });
  expect(parseCell('tomorrow', 'due', NAMES)).toEqual({ dueDate: '2026-11-21' });
});

test('finds names without accents if only one matches, and namesakes only by what tells them apart', () => {
  const people = [
    { id: 'p1', name: 'Zoë Groß (zoe@example.com)' },
    { id: 'p2', name: 'Zoë Groß (Guest, joined May 3, 2026)' },
    { id: 'p3', name: 'José Díaz' },
    { id: 'p4', name: 'Jose Diaz Ruiz' },
  ];
  const names = { ...NAMES, people };
  const guest = { ...TASK, assigneeIds: ['p2'] };
  expect(parseCell(printCell(guest, 'assignee', names), 'assignee', names)).toEqual({ assigneeIds: ['p2'] });
  expect(parseCell('Zoë Groß', 'assignee', names)).toBeNull();
  expect(parseCell('jose diaz, Jose Diaz Ruiz', 'assignee', names)).toEqual({ assigneeIds: ['p3', 'p4'] });
});

test('prints linked tasks as keys and parses keys', () => {
  const field = {
    id: '00000000-0000-7000-8000-000000000001',
    name: 'Designs',
    type: 'relation' as const,
    options: [],
    currency: null,
    formula: null,
    result: null,
    position: 'a0',
  };
  const [own, names] = [toCustomFieldName(field.id), { ...NAMES, fields: [field] }];
  const task = { custom: { [field.id]: [OTHER] } } as unknown as Task;
  expect(printCell(task, own, names)).toBe('WEB-2');
  expect(parseCell('web-2', own, names)).toEqual({ [`custom.${field.id}`]: [OTHER] });
  expect(parseCell('', own, names)).toEqual({ [`custom.${field.id}`]: null });
  expect(parseCell('WEB-2, WEB-3', own, names)).toBeNull();
});

test('does not copy removed options, which the server refuses on other tasks', () => {
  const id = '00000000-0000-7000-8000-000000000003';
  const [own, options] = [toCustomFieldName(id), [{ id: 'old', name: 'Old', color: 'sky' as const }]];
  const field = { id, name: 'Size', options, currency: null, formula: null, result: null, position: 'a0' };
  const copy = (type: 'select' | 'multiSelect', value?: string | string[]) =>
    copyCell({ ...TASK, custom: value === undefined ? {} : { [id]: value } }, own, [{ ...field, type }]);
  expect(copy('select', 'gone')).toBeNull();
  expect(copy('multiSelect', ['gone'])).toBeNull();
  expect(copy('multiSelect', ['gone', 'old'])).toEqual({ [`custom.${id}`]: ['old'] });
  expect(copy('select', 'old')).toEqual({ [`custom.${id}`]: 'old' });
  expect(copy('select')).toEqual({ [`custom.${id}`]: null });
});

test('does not paste into results of formulas', () => {
  const id = '00000000-0000-7000-8000-000000000002';
  const field = { id, name: 'Total', type: 'formula' as const, options: [], currency: null };
  const names = {
    ...NAMES,
    fields: [{ ...field, formula: '1 + 1', result: 'number' as const, position: 'a0' }],
  };
  for (const text of ['', '3']) expect(parseCell(text, toCustomFieldName(id), names)).toBeNull();
});

test('prints and clears a recurrence, but does not copy or parse it', () => {
  const repeat = { mode: 'schedule', rule: 'FREQ=DAILY', later: null, timeZone: 'UTC' } as const;
  expect(printCell({ ...TASK, repeat }, 'repeat', NAMES)).toBe('FREQ=DAILY');
  expect(emptyCell('repeat')).toEqual({ repeat: null });
  expect(copyCell({ ...TASK, repeat }, 'repeat')).toBeNull();
  expect(parseCell('Every day', 'repeat', NAMES)).toBeNull();
});

test('rejects unknown names, invalid numbers and dates, and values of read-only columns', () => {
  expect(parseCell('', 'title', NAMES)).toBeNull();
  expect(parseCell('Nowhere', 'status', NAMES)).toBeNull();
  expect(parseCell('', 'status', NAMES)).toBeNull();
  expect(parseCell('Epic', 'type', NAMES)).toBeNull();
  expect(parseCell('Ada Moss, Eve', 'assignee', NAMES)).toBeNull();
  expect(parseCell('1.3', 'estimate', NAMES)).toBeNull();
  expect(parseCell('1.5', 'estimate', NAMES)).toEqual({ estimate: 1.5 });
  expect(parseCell('1,5', 'estimate', NAMES)).toEqual({ estimate: 1.5 });
  expect(parseCell('2026-02-31x', 'due', NAMES)).toBeNull();
  expect(parseCell('2026-13-01', 'due', NAMES)).toBeNull();
  expect(parseCell('WEB-1', 'key', NAMES)).toBeNull();
});

test('round-trips tables through the clipboard format', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', ',') });
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));
  fc.assert(
    fc.property(table, (rows) => {
      // Skip tables with an empty last row. It is indistinguishable from the trailing line break that other programs add.
      fc.pre(rows.at(-1)?.some((text) => text !== '') === true || rows.length === 1);
      expect(parseTable(printTable(rows))).toEqual(rows);
    }),
  );
  expect(parseTable('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('repeats the first rows in a fill and skips cells that cannot be filled', () => {
  const rows = ['t1', 't2', 't3', 't4'].map((id, at): Task => ({ ...TASK, id, estimate: at }));
  expect(fillRows(rows, 1, columns('title', 'estimate')).map(({ fields }) => fields)).toEqual([
    { estimate: 0 },
    { estimate: 0 },
    { estimate: 0 },
  ]);
  expect(fillRows(rows, 2, columns('estimate')).map(({ task, fields }) => [task.id, fields])).toEqual([
    ['t3', { estimate: 0 }],
    ['t4', { estimate: 1 }],
  ]);
  expect(fillRows(rows, 1, columns('title', 'key'))).toEqual([]);
});

test('pastes a single value into the whole range and several values by position', () => {
  const tasks = ['t1', 't2', 't3'].map((id): Task => ({ ...TASK, id }));
  // Line 0 is a heading.
  const taskAt = (line: number) => tasks[line - 1];
  const shown = columns('title', 'estimate', 'due');
  const range = { top: 1, bottom: 3, left: 1, right: 1 };
  const one = pasteCells([['8']], range, taskAt, [1, 2, 3], shown, NAMES);
  expect(one.changes.map(({ task, fields }) => [task.id, fields])).toEqual([
    ['t1', { estimate: 8 }],
    ['t2', { estimate: 8 }],
    ['t3', { estimate: 8 }],
  ]);
  const several = pasteCells(
    [
      ['8', 'today', 'over the edge'],
      ['x', ''],
    ],
    { top: 3, bottom: 3, left: 1, right: 1 },
    taskAt,
    [1, 2, 3],
    shown,
    NAMES,
  );
  expect(several.changes).toEqual([{ task: tasks[2], fields: { estimate: 8, dueDate: '2026-11-20' } }]);
  expect(several.unfit).toBe(3);
});

test('prints and parses due times in the user’s time zone and rejects incomplete or invalid times', () => {
  setTimeZone('Asia/Kolkata');
  const moment = '2026-11-20T12:30:00.000Z';
  const task = { dueDate: moment, startDate: '2026-11-19' } as Task;
  expect(printCell(task, 'due', NAMES)).toBe('2026-11-20 18:00');
  expect(printCell(task, 'start', NAMES)).toBe('2026-11-19');
  for (const typed of [
    '2026-11-20 18:00',
    '2026-11-20T18:00',
    'today at 6pm',
    'today, 6:00 pm',
    'आज शाम 6 बजे',
  ])
    expect([typed, parseCell(typed, 'due', NAMES)]).toEqual([typed, { dueDate: moment }]);
  expect(parseCell('20 nov 2027', 'due', NAMES)).toEqual({ dueDate: '2027-11-20' });
  expect(parseCell('', 'due', NAMES)).toEqual({ dueDate: null });
  for (const typed of ['tomorrow 5', 'today at 25:00', '6pm', 'today 6pm please'])
    expect([typed, parseCell(typed, 'due', NAMES)]).toEqual([typed, null]);
  expect(copyCell(task, 'due')).toEqual({ dueDate: moment });
  setTimeZone(undefined);
});
