import { expect, it } from 'vitest';
import { parseFilter, printFilter } from '@hearth/contracts/views/view-text-values';
import type { Condition, FilterGroup } from '@hearth/contracts/views/view-values';
import { addItem, findItem, removeItem, replaceItem, toggleValue, turnMatch } from './edit-filter.ts';

const read = (text: string): FilterGroup => parseFilter(text).filter as FilterGroup;
const due: Condition = { field: 'due', op: 'is', values: ['today'] };
const nested = read('assignee:me;(priority:high/(title:a;title:b))');

it('adds to the group that is meant', () => {
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

it('replaces and turns round what is meant, and leaves the rest', () => {
  expect(printFilter(replaceItem(nested, [1, 1, 0], due))).toBe(
    'assignee:me;(priority:high/(due:today;title:b))',
  );
  expect(printFilter(turnMatch(nested, [1, 1]))).toBe('assignee:me;(priority:high/(title:a/title:b))');
  expect(printFilter(turnMatch(nested, []))).toBe('assignee:me/(priority:high/(title:a;title:b))');
  expect(findItem(nested, [1, 1, 1])).toEqual({ field: 'title', op: 'is', values: ['b'] });
});

it('takes out an item, and the groups that are empty without it', () => {
  expect(printFilter(removeItem(nested, [1, 1, 0]))).toBe('assignee:me;(priority:high/(title:b))');
  expect(printFilter(removeItem(nested, [1]))).toBe('assignee:me');
  const only = read('due:today;((title:a))');
  expect(printFilter(removeItem(only, [1, 0, 0]))).toBe('due:today');
  // The last one out of "any of these" leaves no filter, not one that nothing can pass.
  expect(removeItem(read('due:today/'), [0])).toEqual({ match: 'all', items: [] });
});

it('turns values on and off, and is nothing without any', () => {
  expect(toggleValue(due, 'none')?.values).toEqual(['today', 'none']);
  expect(toggleValue(due, 'today')).toBeNull();
});
