import type { SyncRows } from '@hearth/contracts/sync';
import { expect, test } from 'vitest';
import { openStillTeam } from '#testing/still-team.ts';
import { ownTimer } from './running-timers.ts';
import { startTimer } from './time.data.ts';

const running: SyncRows['timeEntry'] = {
  id: 'old',
  taskId: 'paint',
  userId: 'ann',
  day: '1970-01-01',
  startedAt: '1970-01-01T00:00:00.000Z',
  endedAt: null,
  note: '',
  madeBy: 'timer',
};

test('a start that is taken back lets the timer run on that it ended', async () => {
  const store = await openStillTeam('ann', { timeEntry: [running] });
  store.mutate(startTimer(store, 'lamps', 'new'));
  expect(ownTimer(store)?.id).toBe('new');
  expect(store.row('timeEntry', 'old')?.endedAt).not.toBeNull();
  store.undo();
  expect(store.row('timeEntry', 'new')).toBeUndefined();
  expect(ownTimer(store)).toEqual(running);
  expect(startTimer(store, 'paint')).toEqual([]);
  store.close();
});
