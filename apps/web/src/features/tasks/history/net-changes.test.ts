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
/** The server tells the newest first. */
const tell = (...changes: PastChange[]) =>
  netChanges(changes.toReversed()).map((one) => [one.field, one.old, one.new, one.actor]);

describe('what became of the fields of a task', () => {
  it('is one change of each, from the first value to the last, by whoever was last', () => {
    expect(
      tell(
        change('title', 'a', 'b'),
        change('dueDate', null, '2031-02-03'),
        change('title', 'b', 'c', 'bob'),
      ),
    ).toEqual([
      ['title', 'a', 'c', 'bob'],
      ['dueDate', null, '2031-02-03', 'ada'],
    ]);
  });

  it('is nothing where a field came back to what it was', () => {
    expect(tell(change('labelIds', ['a'], ['a', 'b']), change('labelIds', ['a', 'b'], ['a']))).toEqual([]);
  });

  it('tells of each sub-task by itself', () => {
    expect(
      tell(change('subTask', null, 'a'), change('subTask', null, 'b'), change('subTask', 'a', null)),
    ).toEqual([
      ['subTask', 'a', null, 'ada'],
      ['subTask', null, 'b', 'ada'],
      ['subTask', null, 'a', 'ada'],
    ]);
  });

  it('sums up the time that each tracked, leaves out what was taken back, and tells what others did to it', () => {
    const time = (seconds: number, userId = 'ada') => ({ seconds, userId, note: '' });
    expect(
      tell(
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

  it('tells each step, file and relation, and a description that kept its words', () => {
    const steps = [
      change('checklist', null, 'One'),
      change('checklist', null, 'Two'),
      change('description', 'x', 'x'),
    ];
    expect(tell(...steps)).toHaveLength(3);
  });

  it('does not join what does not follow', () => {
    expect(tell(change('priority', 'none', 'low'), change('priority', 'high', 'urgent'))).toEqual([
      ['priority', 'high', 'urgent', 'ada'],
      ['priority', 'none', 'low', 'ada'],
    ]);
  });
});
