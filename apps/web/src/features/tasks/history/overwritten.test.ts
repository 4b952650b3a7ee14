import type { SyncRows } from '@hearth/contracts/sync';
import { expect, test } from 'vitest';
import { findLost, findOverwritten, isLost } from './overwritten.ts';
import type { Known } from './restorable.ts';
import type { PastChange } from './use-task-past.ts';

const known = {
  people: [{ id: 'ada' }, { id: 'ben' }, { id: 'cleo' }],
  labels: [{ id: 'l1' }, { id: 'l2' }, { id: 'l3' }],
} as unknown as Known;
const taskWith = (fields: Partial<SyncRows['task']>) =>
  ({ id: 't', custom: {}, ...fields }) as SyncRows['task'];

/** @param base how far its author knew the log */
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
/** Which values were lost to which, in the order in which they came. */
function lostTo(...changes: PastChange[]) {
  return [...findOverwritten(changes.toReversed())].map(([id, winner]) => [id, winner.id]).toReversed();
}

test('a value is overwritten by whoever wrote after it without having seen it', () => {
  const ada = change(11, 'ada', 10, 'a', 'b');
  expect(lostTo(ada, change(12, 'ben', 10, 'b', 'c'))).toEqual([['11.0', '12.0']]);
  // Ben had seen it, or nobody knows what he had seen.
  expect(lostTo(ada, change(12, 'ben', 11, 'b', 'c'))).toEqual([]);
  expect(lostTo(ada, change(12, 'ben', null, 'b', 'c'))).toEqual([]);
  // One's own is replaced knowingly, also from another device.
  expect(lostTo(ada, change(12, 'ada', 10, 'b', 'c'))).toEqual([]);
  // Another field.
  expect(lostTo(ada, change(12, 'ben', 10, 'none', 'high', 'priority'))).toEqual([]);
});

test('several who did not see each other lose to the last of them', () => {
  const [ada, ben, cleo] = [
    change(11, 'ada', 10, 'a', 'b'),
    change(12, 'ben', 10, 'b', 'c'),
    change(13, 'cleo', 10, 'c', 'd'),
  ];
  expect(lostTo(ada, ben, cleo)).toEqual([
    ['11.0', '13.0'],
    ['12.0', '13.0'],
  ]);
  // What somebody decided who knew both does not belong to it.
  expect(lostTo(ada, ben, change(13, 'cleo', 12, 'c', 'd'))).toEqual([['11.0', '12.0']]);
});

test('what is about parts one by one, or refused where it was not seen, is not overwritten', () => {
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

test('of lists only what is missing counts as lost, and comes back beside what the other one did', () => {
  const ada = change(11, 'ada', 10, ['l1'], ['l1', 'l2'], 'labelIds');
  expect(lostTo(ada, change(12, 'ben', 10, ['l1', 'l2'], ['l1', 'l2', 'l3'], 'labelIds'))).toEqual([]);
  const ben = change(12, 'ben', 10, ['l1', 'l2'], ['l3'], 'labelIds');
  expect(lostTo(ada, ben)).toEqual([['11.0', '12.0']]);
  const now = taskWith({ labelIds: ['l3'] });
  expect(isLost(now, ada)).toBe(true);
  expect(findLost(now, ada, ben, known)).toEqual({ labelIds: ['l2', 'l3'] });
});

test('it can be put back as long as what overwrote it stands', () => {
  const [ada, ben] = [change(11, 'ada', 10, 'a', 'b'), change(12, 'ben', 10, 'b', 'c')];
  expect(findLost(taskWith({ title: 'c' }), ada, ben, known)).toEqual({ title: 'b' });
  expect(isLost(taskWith({ title: 'c' }), ada)).toBe(true);
  // It is back, or somebody has decided since.
  expect([
    isLost(taskWith({ title: 'b' }), ada),
    findLost(taskWith({ title: 'b' }), ada, ben, known),
  ]).toEqual([false, null]);
  expect(findLost(taskWith({ title: 'd' }), ada, ben, known)).toBe(null);
  // Nobody can be assigned who is not here any more.
  const gone = change(11, 'ada', 10, [], ['eve'], 'assigneeIds');
  const by = change(12, 'ben', 10, ['eve'], ['ben'], 'assigneeIds');
  expect(findLost(taskWith({ assigneeIds: ['ben'] }), gone, by, known)).toBe(null);
});
