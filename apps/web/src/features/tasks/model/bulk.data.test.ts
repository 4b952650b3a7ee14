import { LIMITS } from '@hearth/contracts/core/limits';
import { expect, test } from 'vitest';
import { openStillTeam } from '#testing/still-team.ts';
import { makeTaskRow } from '#testing/team-rows.ts';
import { updateTasks } from './bulk.data.ts';

test('splits a bulk edit of non-ASCII text into requests that the server accepts', async () => {
  const ids = Array.from({ length: 60 }, (_, at) => `task-${at}`);
  const store = await openStillTeam('ada', { task: ids.map((id) => makeTaskRow(id)) });
  const text = 'द'.repeat(2_000);
  const commands = updateTasks(
    store,
    ids.map((id, at) => ({ id, fields: { 'custom.note': `${text}${at}` } })),
  );
  const bodies = commands.map(({ body }) => new TextEncoder().encode(JSON.stringify(body)).length);
  expect(bodies.length).toBeGreaterThan(1);
  expect(Math.max(...bodies)).toBeLessThan(LIMITS.jsonBody);
});
