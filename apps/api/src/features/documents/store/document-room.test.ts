import { expect, test } from 'vitest';
import { PLANS } from '@hearth/contracts/billing/plans';
import { DocumentRoom } from './document-room.ts';

const MAX = PLANS.free.storageBytes;

function makeRoom() {
  const state = { used: 0, now: 0, reads: 0 };
  const read = async () => {
    state.reads += 1;
    return { plan: 'free' as const, used: state.used };
  };
  return { state, room: new DocumentRoom(read, () => state.now) };
}

test('accepts updates until the storage is full and caches the usage', async () => {
  const { state, room } = makeRoom();
  state.used = MAX - 100;
  expect(room.spend('team', 60)).toBe(true);
  await room.count('team');
  for (const bytes of [60, 60]) expect(room.spend('team', bytes)).toBe(true);
  expect(room.spend('team', 1)).toBe(false);
  expect(room.isFull('team')).toBe(true);
  await expect(room.assert('team', 1)).rejects.toMatchObject({ code: 'PLAN_LIMIT_REACHED' });
  expect(state.reads).toBe(1);
  // Storage has been freed in the meantime, and the cached count has expired.
  Object.assign(state, { used: 0, now: 31_000 });
  await room.assert('team', 1);
  expect(room.spend('team', 1)).toBe(true);
  expect(state.reads).toBe(2);
});
