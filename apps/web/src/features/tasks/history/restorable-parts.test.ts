import type { RelationSide } from '@hearth/contracts/relations/relation-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { expect, test } from 'vitest';
import { openStillTeam } from '#testing/still-team.ts';
import type { TeamStore } from '#platform/sync/index.ts';
import { findPartBack, listLatest, type PartsRequest } from './restorable-parts.ts';
import type { PastChange } from './use-task-past.ts';

const NOW = '1970-01-01T00:00:00.000Z';
const LONG_AGO = '1969-11-01T00:00:00.000Z';
const task = (id: string, fields: Partial<SyncRows['task']> = {}) =>
  ({
    id,
    title: id,
    coverId: null,
    trackedSeconds: 0,
    repeat: null,
    startDate: null,
    ...fields,
  }) as SyncRows['task'];
const step = { id: 'c1', taskId: 't', title: 'Sand', isDone: true, position: 'a1' };
const file = {
  id: 'f1',
  taskId: 't',
  name: 'Plan.txt',
  type: 'text/plain',
  bytes: 3,
  width: null,
  height: null,
  createdBy: 'me',
  createdAt: NOW,
};
const entry: SyncRows['timeEntry'] = {
  id: 'e1',
  taskId: 't',
  userId: 'me',
  day: '1970-01-01',
  startedAt: '1970-01-01T08:00:00.000Z',
  endedAt: '1970-01-01T09:00:00.000Z',
  note: '',
  madeBy: 'hand',
};
const relation = {
  id: 'r1',
  kind: 'blocks',
  fromId: 't',
  toId: 'u',
  createdBy: 'me',
  createdAt: NOW,
} as const;
const weekly = { mode: 'schedule', rule: 'FREQ=WEEKLY;BYDAY=TH', later: null, timeZone: 'UTC' } as const;

interface ChangeFields extends Partial<PastChange> {
  field: string;
}
type Rows = Parameters<typeof openStillTeam>[1];

/** Returns a row without its task id, as the history stores it. */
function past<T extends { taskId: string }>({ taskId: _taskId, ...row }: T, fields: Partial<T> = {}) {
  return { ...row, ...fields };
}

async function open(rows: Rows): Promise<TeamStore> {
  return await openStillTeam('me', { task: [task('t'), task('u')], ...rows });
}

function find(
  store: TeamStore,
  fields: ChangeFields,
  overrides: Partial<PartsRequest> = {},
  newer: PastChange[] = [],
) {
  const change = { id: '5.0', old: null, new: null, actor: 'me', at: NOW, base: null, ...fields };
  const own = store.row('task', 't') ?? task('t');
  const rights = { mayEdit: true, mayTrack: true, mayDeleteTime: (userId: string | null) => userId === 'me' };
  const parts = {
    items: store.all('checklistItem'),
    files: store.all('attachment'),
    relations: store.all('relation'),
    entries: store.all('timeEntry'),
  };
  const latest = listLatest([...newer, change]);
  return findPartBack({ store, task: own, parts, latest, ...rights, ...overrides }, change);
}

/** Runs the command that reverts the change. */
async function revert(rows: Rows, fields: ChangeFields): Promise<TeamStore> {
  const store = await open(rows);
  const command = find(store, fields)?.() ?? null;
  if (command === null) throw new Error(`nothing takes back ${fields.field}`);
  store.mutate(command);
  // Reverting again would be a no-op, so it is not offered.
  expect(find(store, fields)).toBe(null);
  return store;
}

const rest = (rows: readonly object[]) =>
  rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'id' && name !== 'createdAt')),
  );

test('reverts additions and removals of checklist items and changes to them', async () => {
  const { id: _id, ...asItWas } = step;
  const removed = { field: 'checklist', old: past(step) };
  const store = await revert({}, removed);
  expect(rest(store.all('checklistItem'))).toEqual([asItWas]);
  store.undo();
  expect(store.all('checklistItem')).toEqual([]);
  store.close();

  // An old entry without a position.
  const old = await revert(
    { checklistItem: [{ ...step, id: 'c0', title: 'Wash' }] },
    {
      field: 'checklist',
      old: { title: 'Sand', isDone: false },
    },
  );
  expect(old.all('checklistItem')).toMatchObject([{ title: 'Wash' }, { title: 'Sand', isDone: false }]);
  old.close();

  const added = await revert({ checklistItem: [step] }, { field: 'checklist', new: past(step) });
  expect(added.all('checklistItem')).toEqual([]);
  added.undo();
  expect(rest(added.all('checklistItem'))).toEqual([asItWas]);
  added.close();

  const rename = {
    field: 'checklist',
    old: past(step, { title: 'Grind' }),
    new: past(step, { isDone: false }),
  };
  const renamed = await revert({ checklistItem: [step] }, rename);
  // Only the field of that change is reverted.
  expect(renamed.all('checklistItem')).toEqual([{ ...step, title: 'Grind' }]);
  renamed.close();

  const ticked = { field: 'checklist', old: past(step, { isDone: false }), new: past(step) };
  const open = await revert({ checklistItem: [step] }, ticked);
  expect(open.all('checklistItem')).toEqual([{ ...step, isDone: false }]);
  open.undo();
  expect(open.all('checklistItem')).toEqual([step]);
  open.close();
});

test('reverts removals, additions and renames of files', async () => {
  const removed = { field: 'attachments', old: past(file) };
  const store = await revert({}, removed);
  expect(store.all('attachment')).toEqual([file]);
  store.undo();
  expect(store.all('attachment')).toEqual([]);
  expect(find(store, { ...removed, at: LONG_AGO })).toBe(null);
  // An imported change, an old entry without a file id, and a file that has since changed again.
  expect(find(store, { ...removed, id: '-7.0' })).toBe(null);
  expect(find(store, { ...removed, old: { name: 'Plan.txt' } })).toBe(null);
  const later = {
    id: '6.0',
    field: 'attachments',
    old: null,
    new: past(file),
    actor: 'me',
    at: NOW,
    base: null,
  };
  expect(find(store, removed, {}, [later])).toBe(null);
  store.close();

  const added = await revert({ attachment: [file] }, { field: 'attachments', new: past(file) });
  expect(added.all('attachment')).toEqual([]);
  added.close();

  const rename = { field: 'attachments', old: past(file, { name: 'Old.txt' }), new: past(file) };
  const renamed = await revert({ attachment: [file] }, rename);
  expect(renamed.all('attachment')).toEqual([{ ...file, name: 'Old.txt' }]);
  renamed.close();
});

test('reverts removals and additions of relations from either side unless this would close a cycle', async () => {
  for (const [side, kind, fromId, toId] of [
    ['blocks', 'blocks', 't', 'u'],
    ['blockedBy', 'blocks', 'u', 't'],
    ['relates', 'relates', 't', 'u'],
    ['duplicates', 'duplicates', 't', 'u'],
    ['duplicatedBy', 'duplicates', 'u', 't'],
  ] as const satisfies (readonly [RelationSide, ...string[]])[]) {
    const again = await revert({}, { field: side, old: 'u' });
    expect(again.all('relation')).toMatchObject([{ kind, fromId, toId }]);
    again.undo();
    expect(again.all('relation')).toEqual([]);
    again.close();
    const off = await revert({ relation: [{ ...relation, kind, fromId, toId }] }, { field: side, new: 'u' });
    expect(off.all('relation')).toEqual([]);
    off.close();
  }
  const store = await open({ relation: [relation] });
  expect(find(store, { field: 'blockedBy', old: 'u' })).toBe(null);
  // The other task is deleted or not visible to the user.
  expect(find(store, { field: 'relates', old: 'hidden' })).toBe(null);
  store.close();
});

test('reverts a skipped occurrence, and skips a restored occurrence again', async () => {
  const day = '1970-01-01';
  const skip = { id: 's1', day, toDay: '1970-01-08', reason: 'Rain' };
  const series = (dueDate: string) => [task('t', { repeat: weekly, series: null, dueDate, closedAt: null })];
  const store = await open({ task: series(skip.toDay) });
  const skipped = { field: 'skip', new: skip };
  store.mutate(find(store, skipped)?.() ?? []);
  expect(store.row('task', 't')?.dueDate).toBe(day);
  store.undo();
  expect(store.row('task', 't')?.dueDate).toBe(skip.toDay);
  // An old entry without the id of the skip.
  expect(find(store, { field: 'skip', new: { ...skip, id: undefined } })).toBe(null);
  const later = { id: '6.0', ...skipped, old: skip, new: null, actor: 'me', at: NOW, base: null };
  expect(find(store, skipped, {}, [later])).toBe(null);
  // The next occurrence is now on another day.
  expect(find(store, { field: 'skip', old: skip })).toBe(null);
  store.close();

  const again = await revert({ task: series(day) }, { field: 'skip', old: skip });
  expect(again.row('task', 't')?.dueDate).toBe(skip.toDay);
  again.close();
});

test('reverts changes to time entries if the user has permission', async () => {
  const hour = (row: Partial<typeof entry> = {}) => ({ ...past(entry, row), seconds: 3600 });
  const store = await revert({}, { field: 'time', old: hour() });
  expect(store.all('timeEntry')).toEqual([entry]);
  expect(store.row('task', 't')?.trackedSeconds).toBe(3600);
  store.undo();
  expect([store.all('timeEntry'), store.row('task', 't')?.trackedSeconds]).toEqual([[], 0]);
  // Another user deleted the entry. Only its owner and users who may delete any time entry can restore it.
  expect(find(store, { field: 'time', old: hour(), actor: 'ben' })).toBe(null);
  expect(find(store, { field: 'time', old: hour(), actor: 'ben' }, { mayDeleteTime: () => true })).not.toBe(
    null,
  );
  expect(find(store, { field: 'time', old: hour(), at: LONG_AGO })).toBe(null);
  expect(find(store, { field: 'time', old: { seconds: 3600, userId: 'me', note: '' } })).toBe(null);
  expect(find(store, { field: 'time', old: hour() }, { mayTrack: false })).toBe(null);
  store.close();

  const added = await revert({ timeEntry: [entry] }, { field: 'time', new: hour() });
  expect(added.all('timeEntry')).toEqual([]);
  added.close();

  const longer = { ...entry, endedAt: '1970-01-01T10:00:00.000Z', note: 'Slow' };
  const change = { field: 'time', old: hour(), new: { ...past(longer), seconds: 7200 } };
  const changed = await revert({ timeEntry: [longer] }, change);
  expect(changed.all('timeEntry')).toEqual([entry]);
  changed.undo();
  expect(changed.all('timeEntry')).toEqual([longer]);
  changed.close();

  const others = await open({ timeEntry: [{ ...longer, userId: 'ben' }] });
  expect(find(others, change)).toBe(null);
  expect(find(others, { field: 'time', new: hour({ userId: 'ben' }) })).toBe(null);
  others.close();
  // A running timer can be stopped, but its changes cannot be reverted.
  const running = await open({ timeEntry: [{ ...entry, endedAt: null }] });
  expect(find(running, { field: 'time', old: hour() })).toBe(null);
  running.close();
});

test('offers no reverts without edit permission', async () => {
  const store = await open({ checklistItem: [step], attachment: [file], relation: [relation] });
  for (const change of [
    { field: 'checklist', new: past(step) },
    { field: 'attachments', new: past(file) },
    { field: 'blocks', new: 'u' },
  ]) {
    expect(find(store, change, { mayEdit: false })).toBe(null);
    expect(find(store, change)).not.toBe(null);
  }
  store.close();
});
