import { expect, it } from 'vitest';
import { parseFilter, printFilter } from '@hearth/contracts/views/view-text-values';
import type { Condition, FilterGroup } from '@hearth/contracts/views/view-values';
import { addItem, findItem, removeItem, replaceItem, toggleValue, turnMatch } from './edit-filter.ts';

const read = (text: string): FilterGroup => parseFilter(text).filter as FilterGroup;
const due: Condition = { field: 'due', op: 'is', values: ['today'] };
const nested = read('assignee:me;(priority:high/(title:a;title:b))');

it('adds a condition to the addressed group', () => {
  expect(printFilter(addItem(nested, [], due))).toBe(
    'assignee:me;(priority:high/(title:a;title:b));due:today',
  );
  expect(printFilter(addItem(nested, [1], due))).toBe(
    'assignee:me;(priority:high/(title:a;title:b)/due:today)',
  );
  expect(printFilter(addItem(nested, [1, 1], due))).toBe(
    'assignee:me;(priority:high/(title:a;title:b;due:today))',
  );
});

it('replaces only the addressed condition and toggles only the addressed group between all and any', () => {
  expect(printFilter(replaceItem(nested, [1, 1, 0], due))).toBe(
    'assignee:me;(priority:high/(due:today;title:b))',
  );
  expect(printFilter(turnMatch(nested, [1, 1]))).toBe('assignee:me;(priority:high/(title:a/title:b))');
  expect(printFilter(turnMatch(nested, []))).toBe('assignee:me/(priority:high/(title:a;title:b))');
  expect(findItem(nested, [1, 1, 1])).toEqual({ field: 'title', op: 'is', values: ['b'] });
});

it('removes an item and the groups that become empty', () => {
  expect(printFilter(removeItem(nested, [1, 1, 0]))).toBe('assignee:me;(priority:high/(title:b))');
  expect(printFilter(removeItem(nested, [1]))).toBe('assignee:me');
  const only = read('due:today;((title:a))');
  expect(printFilter(removeItem(only, [1, 0, 0]))).toBe('due:today');
  // Removing the last item of an "any" group leaves no filter. An empty "any" group would match no task.
  expect(removeItem(read('due:today/'), [0])).toEqual({ match: 'all', items: [] });
});

it('toggles values, and returns null when none is left', () => {
  expect(toggleValue(due, 'none')?.values).toEqual(['today', 'none']);
  expect(toggleValue(due, 'today')).toBeNull();
});
