import { describe, expect, it } from 'vitest';
import { netChanges } from './net-changes.ts';
import type { PastChange } from './use-task-past.ts';

let count = 0;
function change(field: string, old: unknown, now: unknown, actor = 'ada'): PastChange {
  count += 1;
  return {
    id: `${count}.0`,
    field,
    old,
    new: now,
    actor,
    at: `2026-11-22T00:00:${String(count).padStart(2, '0')}.000Z`,
    base: null,
  };
}
/** Passes the changes newest first, like the server. */
const summarize = (...changes: PastChange[]) =>
  netChanges(changes.toReversed()).map((one) => [one.field, one.old, one.new, one.actor]);

describe('netChanges', () => {
  it('merges changes to a field into one net change by the last author', () => {
    expect(
      summarize(
        change('title', 'a', 'b'),
        change('dueDate', null, '2031-02-03'),
        change('title', 'b', 'c', 'bob'),
      ),
    ).toEqual([
      ['title', 'a', 'c', 'bob'],
      ['dueDate', null, '2031-02-03', 'ada'],
    ]);
  });

  it('drops changes that restore the original value of a field', () => {
    expect(summarize(change('labelIds', ['a'], ['a', 'b']), change('labelIds', ['a', 'b'], ['a']))).toEqual(
      [],
    );
  });

  it('keeps a separate change for each sub-task', () => {
    expect(
      summarize(change('subTask', null, 'a'), change('subTask', null, 'b'), change('subTask', 'a', null)),
    ).toEqual([
      ['subTask', 'a', null, 'ada'],
      ['subTask', null, 'b', 'ada'],
      ['subTask', null, 'a', 'ada'],
    ]);
  });

  it('sums tracked time per person, drops reverted entries and keeps removals by other people', () => {
    const time = (seconds: number, userId = 'ada') => ({ seconds, userId, note: '' });
    expect(
      summarize(
        change('time', null, time(600)),
        change('time', null, time(300, 'bob'), 'bob'),
        change('time', null, time(900)),
        change('time', time(600), time(1200)),
        change('time', time(300, 'bob'), null, 'bob'),
        change('time', time(900), null, 'eve'),
      ),
    ).toEqual([
      ['time', time(900), null, 'eve'],
      ['time', null, time(2100), 'ada'],
    ]);
  });

  it('keeps each checklist change and formatting-only description changes', () => {
    const steps = [
      change('checklist', null, 'One'),
      change('checklist', null, 'Two'),
      change('description', 'x', 'x'),
    ];
    expect(summarize(...steps)).toHaveLength(3);
  });

  it('keeps changes to a field separate if the old value does not match the previous new value', () => {
    expect(summarize(change('priority', 'none', 'low'), change('priority', 'high', 'urgent'))).toEqual([
      ['priority', 'high', 'urgent', 'ada'],
      ['priority', 'none', 'low', 'ada'],
    ]);
  });
});
