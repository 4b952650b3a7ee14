import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { withTeam, withUser } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { openFeed, readSync } from '#testing/feed-client.ts';
import { makeProTeam, makeTask, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';
import { prune } from './pruning.ts';

const DAY_MS = 24 * 3_600_000;
const KEEP = { keepChanges: 5, keepMs: 30 * DAY_MS, keepResponsesMs: DAY_MS };

describeOneEngine('change log pruning', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let owner: SignedIn;
  let teamId: string;

  beforeAll(async () => {
    owner = await signIn(api, 'owner@example.com');
    teamId = await makeProTeam(owner);
    for (let i = 0; i < 10; i += 1) await makeTask(owner, teamId);
  });

  const readSeqs = (): Promise<number[]> =>
    withTeam(api.app.db, { teamId, userId: null }, async (tx) => {
      const rows = await tx
        .selectFrom('changes')
        .select('seq')
        .where('team_id', '=', teamId)
        .orderBy('seq')
        .execute();
      return rows.map((row) => row.seq);
    });

  it('keeps recent changes regardless of their number', async () => {
    const before = await readSeqs();
    await prune(api.app, KEEP);
    expect(await readSeqs()).toEqual(before);
  });

  it('keeps the newest changes regardless of age and resets older cursors', async () => {
    clock.advance((31 * DAY_MS) / 1000);
    owner = await signIn(api, 'owner@example.com');
    const before = await readSeqs();
    await prune(api.app, KEEP);
    const after = await readSeqs();
    expect(after).toEqual(before.slice(-KEEP.keepChanges));
    const first = after[0] ?? 0;
    expect(await readSync(owner, teamId, { since: first - 2 })).toMatchObject({ reset: true, changes: [] });
    const recent = await readSync(owner, teamId, { since: first - 1 });
    expect(recent.reset).toBe(false);
    expect(recent.changes.map((change) => change.seq)).toEqual(after);
    const feed = await openFeed(owner, teamId, 0);
    await feed.waitUntil(() => feed.frames.some((frame) => frame.type === 'reset'));
    feed.close();
  });

  it('deletes idempotency keys after a day but keeps client-generated ids', async () => {
    const id = randomUUID();
    const key = randomUUID();
    const send = (title: string) =>
      owner.send('POST', `/teams/${teamId}/tasks`, { body: { title }, headers: { 'idempotency-key': key } });
    const body = { id, title: 'Mine' };
    expect((await owner.post(`/teams/${teamId}/tasks`, body)).status).toBe(201);
    expect((await send('First')).status).toBe(201);
    await prune(api.app, KEEP);
    expect((await send('Other')).status).toBe(422);
    clock.advance((2 * DAY_MS) / 1000);
    await prune(api.app, KEEP);
    expect((await send('Other')).status).toBe(201);
    expect((await owner.post(`/teams/${teamId}/tasks`, body)).status).toBe(201);
    const mine = await withUser(api.app.db, { userId: owner.user.id }, (tx) =>
      tx.selectFrom('answers').select('id').where('client_id', '=', id).execute(),
    );
    expect(mine).toHaveLength(1);
    expect((await readSync(owner, teamId)).changes.filter((change) => change.id === id)).toHaveLength(1);
  });
});
