import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  GROUP_FIELDS,
  LAYOUTS,
  SCALES,
  SORT_FIELDS,
  type TaskView,
} from '@hearth/contracts/views/view-values';
import { COLUMN_FIELDS, COLUMN_WIDTHS } from '@hearth/contracts/views/view-columns-values';
import { parseFilter } from '@hearth/contracts/views/view-text-values';
import { defaultView, readView, writeView } from './view-address.ts';
import { hasDifference, readViewSearch } from './view-search.ts';

const FILTERS = ['', 'assignee:me', 'due:overdue/priority:urgent', 'title:a;(label:none/due-not:today)'];
const view: fc.Arbitrary<TaskView> = fc
  .record({
    layout: fc.constantFrom(...LAYOUTS),
    filter: fc
      .constantFrom(...FILTERS)
      .map((text) => parseFilter(text).filter ?? { match: 'all' as const, items: [] }),
    group: fc.constantFrom(...GROUP_FIELDS.filter((field) => field !== 'project')),
    subGroup: fc.constantFrom(...GROUP_FIELDS.filter((field) => field !== 'project')),
    sort: fc.uniqueArray(fc.record({ field: fc.constantFrom(...SORT_FIELDS), isDescending: fc.boolean() }), {
      minLength: 1,
      maxLength: 4,
      selector: ({ field }) => field,
    }),
    isEmptyHidden: fc.boolean(),
    columns: fc
      .uniqueArray(
        fc.record({
          field: fc.constantFrom(...COLUMN_FIELDS.filter((field) => field !== 'title')),
          width: fc.option(fc.integer({ min: COLUMN_WIDTHS.least, max: COLUMN_WIDTHS.most })),
        }),
        { selector: ({ field }) => field },
      )
      .map((columns) => [{ field: 'title' as const, width: null }, ...columns]),
    scale: fc.constantFrom(...SCALES),
    isPathShown: fc.boolean(),
    areCoversShown: fc.boolean(),
  })
  .filter(({ group, subGroup }) => subGroup === 'none' || subGroup !== group)
  .filter(({ layout, isPathShown }) => layout === 'timeline' || !isPathShown)
  .filter(({ layout, areCoversShown }) => layout === 'board' || areCoversShown)
  .filter(({ layout, scale }) => layout !== 'calendar' || scale === 'week' || scale === 'month')
  .filter(({ layout, scale }) => layout !== 'workload' || scale === 'day' || scale === 'week')
  .map((drawn) =>
    drawn.layout === 'workload' ? { ...drawn, group: 'assignee' as const, subGroup: 'none' as const } : drawn,
  );

it('round-trips a view through the URL', () => {
  fc.assert(
    fc.property(view, fc.constantFrom('team' as const, 'project' as const), (written, screen) => {
      const search = readViewSearch({ ...writeView(written, screen) }, screen);
      expect(readView(search, screen)).toEqual({ view: written, problem: null });
    }),
  );
});

it('omits the defaults of a screen from the URL', () => {
  for (const screen of ['team', 'project'] as const) {
    expect(writeView(defaultView(screen), screen)).toEqual({});
    expect(readView({}, screen).view).toEqual(defaultView(screen));
  }
  expect(writeView(defaultView('project', 'list'), 'project')).toEqual({ view: 'list' });
});

it('ignores invalid parameters, but reports an invalid filter', () => {
  const search = readViewSearch(
    {
      view: 'cube',
      filter: 'due:soon',
      group: 'project',
      rows: 'status',
      sort: 'size',
      empty: true,
      task: 'x',
    },
    'project',
  );
  expect(search).toEqual({ filter: 'due:soon', group: 'project', rows: 'status', sort: 'size' });
  expect(readView(search, 'project')).toEqual({
    view: defaultView('project'),
    problem: { kind: 'value', part: 'due: soon' },
  });
  expect(readViewSearch({ filter: 7, group: null, sort: '' }, 'team')).toEqual({});
});

it('detects overrides of a saved view only from view settings in the URL', () => {
  const saved = { view: '01920000-0000-7000-8000-000000000000' };
  const opened = { ...saved, task: undefined, at: undefined };
  expect([saved, opened].map((address) => hasDifference(address))).toEqual([false, false]);
  for (const more of [{ filter: '' }, { as: 'list' }, { sort: 'due' }])
    expect(hasDifference({ ...opened, ...more })).toBe(true);
});
