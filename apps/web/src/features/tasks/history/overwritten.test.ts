import type { SyncRows } from '@hearth/contracts/sync';
import { expect, test } from 'vitest';
import { findLost, findOverwritten, isLost } from './overwritten.ts';
import type { ExistingEntities } from './restorable.ts';
import type { PastChange } from './use-task-past.ts';

const known = {
  people: [{ id: 'ada' }, { id: 'ben' }, { id: 'cleo' }],
  labels: [{ id: 'l1' }, { id: 'l2' }, { id: 'l3' }],
} as unknown as ExistingEntities;
const taskWith = (fields: Partial<SyncRows['task']>) =>
  ({ id: 't', custom: {}, ...fields }) as SyncRows['task'];

/**
 * Creates a change by `actor` with the log sequence number `seq`.
 * @param base the log sequence number up to which the author had seen changes
 */
function change(
  seq: number,
  actor: string,
  base: number | null,
  old: unknown,
  now: unknown,
  field = 'title',
) {
  return { id: `${seq}.0`, field, old, new: now, actor, at: '', base } satisfies PastChange;
}
/** Lists the ids of overwritten changes and of the changes that replaced them, in chronological order. */
function lostTo(...changes: PastChange[]) {
  return [...findOverwritten(changes.toReversed())].map(([id, winner]) => [id, winner.id]).toReversed();
}

test('reports a value as overwritten only if another author replaced the value without having seen it', () => {
  const ada = change(11, 'ada', 10, 'a', 'b');
  expect(lostTo(ada, change(12, 'ben', 10, 'b', 'c'))).toEqual([['11.0', '12.0']]);
  // Ben had seen the value, or it is unknown whether he had seen it.
  expect(lostTo(ada, change(12, 'ben', 11, 'b', 'c'))).toEqual([]);
  expect(lostTo(ada, change(12, 'ben', null, 'b', 'c'))).toEqual([]);
  // Overwriting one's own value is intentional, even on another device.
  expect(lostTo(ada, change(12, 'ada', 10, 'b', 'c'))).toEqual([]);
  // The second change concerns another field.
  expect(lostTo(ada, change(12, 'ben', 10, 'none', 'high', 'priority'))).toEqual([]);
});

test('reports the last of several concurrent changes as the replacement', () => {
  const [ada, ben, cleo] = [
    change(11, 'ada', 10, 'a', 'b'),
    change(12, 'ben', 10, 'b', 'c'),
    change(13, 'cleo', 10, 'c', 'd'),
  ];
  expect(lostTo(ada, ben, cleo)).toEqual([
    ['11.0', '13.0'],
    ['12.0', '13.0'],
  ]);
  // Cleo had seen both values, so her change is not concurrent.
  expect(lostTo(ada, ben, change(13, 'cleo', 12, 'c', 'd'))).toEqual([['11.0', '12.0']]);
});

test('ignores fields with sub-items and fields whose conflicting updates the server rejects', () => {
  for (const field of [
    'checklist',
    'attachments',
    'time',
    'blocks',
    'description',
    'descriptionDoc',
    'skip',
  ]) {
    expect(lostTo(change(11, 'ada', 10, null, 'b', field), change(12, 'ben', 10, null, 'c', field))).toEqual(
      [],
    );
  }
});

test('restores only the removed elements of a list and keeps the other author’s additions', () => {
  const ada = change(11, 'ada', 10, ['l1'], ['l1', 'l2'], 'labelIds');
  expect(lostTo(ada, change(12, 'ben', 10, ['l1', 'l2'], ['l1', 'l2', 'l3'], 'labelIds'))).toEqual([]);
  const ben = change(12, 'ben', 10, ['l1', 'l2'], ['l3'], 'labelIds');
  expect(lostTo(ada, ben)).toEqual([['11.0', '12.0']]);
  const now = taskWith({ labelIds: ['l3'] });
  expect(isLost(now, ada)).toBe(true);
  expect(findLost(now, ada, ben, known)).toEqual({ labelIds: ['l2', 'l3'] });
});

test('restores a value only while the replacing value is current and the restored value is still valid', () => {
  const [ada, ben] = [change(11, 'ada', 10, 'a', 'b'), change(12, 'ben', 10, 'b', 'c')];
  expect(findLost(taskWith({ title: 'c' }), ada, ben, known)).toEqual({ title: 'b' });
  expect(isLost(taskWith({ title: 'c' }), ada)).toBe(true);
  // The value was restored, or it has been changed since.
  expect([
    isLost(taskWith({ title: 'b' }), ada),
    findLost(taskWith({ title: 'b' }), ada, ben, known),
  ]).toEqual([false, null]);
  expect(findLost(taskWith({ title: 'd' }), ada, ben, known)).toBe(null);
  // Former members cannot be assigned.
  const removal = change(11, 'ada', 10, [], ['eve'], 'assigneeIds');
  const by = change(12, 'ben', 10, ['eve'], ['ben'], 'assigneeIds');
  expect(findLost(taskWith({ assigneeIds: ['ben'] }), removal, by, known)).toBe(null);
});
