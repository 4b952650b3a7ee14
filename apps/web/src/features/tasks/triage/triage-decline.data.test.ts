import { expect, it } from 'vitest';
import { LIMITS } from '@hearth/contracts/core/limits';
import { openStillTeam } from '#testing/still-team.ts';
import { makeTaskRow } from '#testing/team-rows.ts';
import { hasRoomForDuplicates } from './triage-decline.data.ts';

it('counts all declined tasks against the limit of relations, except those already related', async () => {
  const others = Array.from({ length: LIMITS.relations - 1 }, (_, at) => `other${at}`);
  const store = await openStillTeam('ada', {
    task: ['one', 'two', 'model', 'free', ...others].map((id) => makeTaskRow(id)),
    relation: others.map((id) => ({
      id: `to-${id}`,
      kind: 'duplicates' as const,
      fromId: id,
      toId: 'model',
      createdBy: 'ada',
      createdAt: '2026-11-02T08:00:00.000Z',
    })),
  });
  expect(hasRoomForDuplicates(store, ['one'], 'model')).toBe(true);
  expect(hasRoomForDuplicates(store, ['one', 'two'], 'model')).toBe(false);
  expect(hasRoomForDuplicates(store, ['one', 'other0'], 'model')).toBe(true);
  expect(hasRoomForDuplicates(store, ['one', 'two'], 'free')).toBe(true);
});
