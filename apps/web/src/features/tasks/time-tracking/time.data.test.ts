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

test('resumes the previous timer if starting a new one is undone', async () => {
  const store = await openStillTeam('ann', { timeEntry: [running] });
  store.mutate(startTimer(store, 'lamps', 'new') ?? []);
  expect(ownTimer(store)?.id).toBe('new');
  expect(store.row('timeEntry', 'old')?.endedAt).not.toBeNull();
  store.undo();
  expect(store.row('timeEntry', 'new')).toBeUndefined();
  expect(ownTimer(store)).toEqual(running);
  expect(startTimer(store, 'paint')).toBeNull();
  store.close();
});

test('resumes the previous timer if starting a new one is rejected', async () => {
  const problem = { type: '', title: '', status: 403, detail: '', code: 'FORBIDDEN' } as const;
  const answer = { status: 403, seq: null, problem, retryAfterMs: null };
  const store = await openStillTeam('ann', { timeEntry: [running] }, answer);
  store.mutate(startTimer(store, 'lamps', 'new') ?? []);
  expect(ownTimer(store)?.id).toBe('new');
  await expect
    .poll(() => store.refusals.map(({ mutation }) => mutation.route))
    .toEqual(['POST /teams/{teamId}/tasks/{taskId}/timer']);
  expect(ownTimer(store)).toEqual(running);
  expect(store.canUndo).toBe(false);
  store.close();
});
