import { EMPTY_SCALARS } from '@hearth/contracts/model/scalar-field-values';
import { parseFilter } from '@hearth/contracts/views/view-text-values';
import { compileFilter } from '@hearth/contracts/views/view-filter-values';
import { expect, it } from 'vitest';
import { presetOf } from './presets.ts';

const me = '00000000-0000-4000-8000-000000000001';
const bug = '00000000-0000-4000-8000-000000000002';
const idea = '00000000-0000-4000-8000-000000000003';
const preset = (text: string) => presetOf(parseFilter(text).filter ?? { match: 'all', items: [] }, me);

it('presets the fields of a new task from unambiguous conditions', () => {
  expect(
    preset(`assignee:me;priority:high;label-all:${idea},${bug};project:${bug};type:${idea};parent:${bug}`),
  ).toEqual({
    assigneeIds: [me],
    priority: 'high',
    labelIds: [bug, idea],
    projectId: bug,
    typeId: idea,
    parentId: bug,
  });
});

it('skips ambiguous and negated conditions', () => {
  expect(preset(`priority:high,low;label-not:${bug};assignee:none;title:a;(status:${bug})`)).toEqual({});
  expect(preset(`priority:high/assignee:me`)).toEqual({});
});

it('presets the cycle of a new task, resolving “current”', () => {
  const current = (text: string) =>
    presetOf(parseFilter(text).filter ?? { match: 'all', items: [] }, me, (which) => `the ${which} one`);
  expect(current('cycle:current')).toEqual({ cycleId: 'the current one' });
  expect(current(`cycle:${bug}`)).toEqual({ cycleId: bug });
  expect([preset('cycle:next'), current('cycle:none')]).toEqual([{}, {}]);
});

it('presets field values so that a new task matches the filter', () => {
  const filter = parseFilter(`assignee:me;priority:none;label:${bug}`).filter ?? {
    match: 'all' as const,
    items: [],
  };
  const task = {
    id: '',
    title: '',
    parentId: null,
    statusId: '',
    ...EMPTY_SCALARS,
    priority: 'low' as const,
    assigneeIds: [],
    labelIds: [],
    projectId: null,
    startDate: null,
    dueDate: null,
    repeat: null,
    reporterId: null,
    watcherIds: [],
    trackedSeconds: 0,
    custom: {},
    typeId: null,
    triage: null,
    milestoneId: null,
    cycleId: null,
    coverId: null,
    series: null,
    createdBy: null,
    createdAt: '',
    updatedAt: '',
    closedAt: null,
  };
  const passes = compileFilter(filter, {
    me,
    today: '2026-11-20',
    now: '2026-11-20T12:00:00.001Z',
    startOf: (day) => day,
    cyclesOf: () => [],
    statusesOf: () => [],
    isBlocked: () => false,
  });
  expect([passes(task), passes({ ...task, ...presetOf(filter, me) })]).toEqual([false, true]);
});
