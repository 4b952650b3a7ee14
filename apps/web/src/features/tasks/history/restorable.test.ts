import { expect, test } from 'vitest';
import { makeTaskRow } from '#testing/team-rows.ts';
import { findRestorable, type ExistingEntities } from './restorable.ts';
import { DECLINED } from '#features/tasks/triage/triage-history.ts';

const task = makeTaskRow('t', {
  title: 'Now',
  projectId: 'p1',
  statusId: 's1',
  assigneeIds: ['ada'],
  labelIds: ['l1'],
  reporterId: null,
});
const waits = { since: '2026-11-20T09:30:00.000Z', until: null };
const EVA = '00000000-0000-4000-8000-00000000000a';
const known: ExistingEntities = {
  statuses: [{ id: 's1' }, { id: 's2' }],
  projects: [
    { id: 'p1', hasTriage: true },
    { id: 'p2', hasTriage: false },
  ],
  types: [{ id: 'y1' }],
  milestones: [
    { id: 'm1', projectId: 'p1' },
    { id: 'm9', projectId: 'p2' },
  ],
  fields: [
    { id: 'f1', type: 'number', options: [] },
    { id: 'f2', type: 'select', options: [{ id: 'o1' }] },
    { id: 'f3', type: 'person', options: [] },
  ],
  cycles: [
    { id: 'c1', projectId: 'p1', closedAt: null },
    { id: 'c0', projectId: 'p1', closedAt: '2026-11-01T00:00:00.000Z' },
  ],
  labels: [{ id: 'l1' }, { id: 'l2' }],
  people: [{ id: 'ada' }, { id: 'ben' }, { id: EVA }],
  tasks: (id: string) => (id === 't2' ? { title: 'Other' } : undefined),
  files: [
    { id: 'sky', width: 40 },
    { id: 'plan', width: null },
  ],
};
const find = (field: string, old: unknown) =>
  findRestorable(
    { ...task, assigneeIds: [...task.assigneeIds], watcherIds: [], labelIds: [...task.labelIds] },
    { id: '1.0', field, old, new: null, actor: 'ada', at: '', base: null },
    known,
  );

test('restores the previous value of each field', () => {
  expect(find('title', 'Before')).toEqual({ title: 'Before' });
  expect(find('statusId', 's2')).toEqual({ statusId: 's2' });
  expect(find('priority', 'high')).toEqual({ priority: 'high' });
  expect(find('dueDate', '2026-12-24')).toEqual({ dueDate: '2026-12-24' });
  expect(find('startDate', '2026-12-01')).toEqual({ startDate: '2026-12-01' });
  expect(find('estimate', 0)).toEqual({ estimate: 0 });
  expect(find('cycleId', 'c1')).toEqual({ cycleId: 'c1' });
  expect(find('typeId', 'y1')).toEqual({ typeId: 'y1' });
  expect(find('milestoneId', 'm1')).toEqual({ milestoneId: 'm1' });
  expect(find('parentId', 't2')).toEqual({ parentId: 't2' });
  expect(find('projectId', null)).toEqual({ projectId: null });
  expect(find('projectId', 'p2')).toEqual({ projectId: 'p2' });
  expect(find('assigneeIds', ['ada', 'ben'])).toEqual({ assigneeIds: ['ada', 'ben'] });
  expect(find('labelIds', [])).toEqual({ labelIds: [] });
  expect(find('custom.f1', 5)).toEqual({ 'custom.f1': 5 });
  expect(find('custom.f2', 'o1')).toEqual({ 'custom.f2': 'o1' });
  expect(find('custom.f3', EVA)).toEqual({ 'custom.f3': EVA });
  expect(find('coverId', 'sky')).toEqual({ coverId: 'sky' });
  expect(find('triage', waits)).toEqual({ triage: waits });
  expect(find('labelIds', ['l1', 'l2'])).toEqual({ labelIds: ['l1', 'l2'] });
});

test('excludes values that are current or no longer valid', () => {
  for (const [field, old] of [
    ['title', 'Now'],
    ['dueDate', null],
    ['estimate', null],
    ['assigneeIds', ['ada']],
    ['statusId', 'gone'],
    ['projectId', 'hidden'],
    ['parentId', null],
    ['typeId', 'y9'],
    ['typeId', null],
    ['milestoneId', 'm9'],
    ['cycleId', 'c0'],
    ['parentId', 'hidden'],
    ['priority', 'odd'],
    ['assigneeIds', ['eve']],
    ['labelIds', ['l1']],
    ['labelIds', ['gone']],
    ['coverId', null],
    ['coverId', 'plan'],
    ['coverId', 'gone'],
    ['triage', null],
    ['custom.f1', null],
    ['custom.f1', 'text'],
    ['custom.f2', 'gone'],
    ['custom.f3', '00000000-0000-4000-8000-00000000000e'],
    ['custom.f9', 5],
    ['unheardOf', 'value'],
  ] as const) {
    expect(find(field, old), `${field} ${String(old)}`).toBe(null);
  }
});

test('reverts accepting, declining, snoozing and sending a task to triage', () => {
  const change = { id: '1.0', field: 'triage', old: waits, new: null, actor: 'ada', at: '', base: null };
  const closed = { closedAt: '2026-11-21T09:30:00.000Z' };
  const on = (fields: object, changed: object = {}) =>
    findRestorable(
      { ...task, assigneeIds: [], watcherIds: [], labelIds: [], ...fields },
      { ...change, ...changed },
      known,
    );
  const declined = { new: DECLINED, oldStatusId: 's2' };
  expect(on({ ...closed, statusId: 's1' }, declined)).toEqual({ statusId: 's2', triage: waits });
  expect(on({ ...closed, statusId: 's1' }, { ...declined, oldStatusId: 'gone' })).toBe(null);
  // The task was reopened manually, so only triage is restored.
  expect(on({}, declined)).toEqual({ triage: waits });
  expect(on({ ...closed })).toBe(null);
  expect(on({ projectId: 'p2' })).toBe(null);
  expect(on({ triage: waits })).toBe(null);
  expect(on({ triage: { ...waits, until: '2026-12-01' } })).toEqual({ triage: waits });
  expect(on({ triage: waits }, { old: null, new: waits })).toEqual({ triage: null });
});
