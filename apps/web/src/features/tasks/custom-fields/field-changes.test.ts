import { expect, it } from 'vitest';
import { listFieldChanges } from './field-changes.ts';
import type { TeamField } from './fields.data.ts';

const option = (id: string, name = id) => ({ id, name, color: 'sky' as const });
const [a, b, c, d] = [option('a'), option('b'), option('c'), option('d')];
const OPENED: TeamField = {
  id: 'size',
  name: 'Size',
  type: 'select',
  options: [option('a'), option('b'), option('c')],
  currency: null,
  formula: null,
  result: null,
  position: 'a0',
};

it('omits what the person left alone', () => {
  expect(listFieldChanges(OPENED, { ...OPENED, name: 'Scale' })).toEqual({ name: 'Scale' });
  expect(listFieldChanges(OPENED, OPENED, { ...OPENED, name: 'Other', options: [] })).toEqual({});
});

it.each([
  ['nobody else changed them', [c, a, option('b', 'B')], OPENED.options, [c, a, option('b', 'B')]],
  ['another person added one', [b, a, c], [a, b, c, d], [b, a, c, d]],
  ['another person renamed one', [c, b, a], [option('a', 'A'), b, c], [c, b, option('a', 'A')]],
  ['another person removed one', [c, b, a], [a, c], [c, a]],
  ['a removed one was renamed', [a, option('b', 'B'), c], [a, c], [a, option('b', 'B'), c]],
  ['the person removed one', [a, c], [a, b, c, d], [a, c, d]],
  ['both added the same', [a, b, c, option('e', 'D')], [a, b, c, option('d', 'd')], [a, b, c, d]],
])('merges options when %s', (_case, own, current, expected) => {
  const changes = listFieldChanges(
    OPENED,
    { ...OPENED, options: own },
    {
      ...OPENED,
      options: current,
    },
  );
  expect(changes).toEqual({ options: expected });
});
