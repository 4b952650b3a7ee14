import { beforeAll, expect, it } from 'vitest';
import type { SyncPage } from '@hearth/contracts/sync';
import { renewEpoch } from '#platform/db/index.ts';
import { getSync } from '#platform/sync/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { openFeed, readSync } from '#testing/feed-client.ts';
import { makeTask, makeTeam } from '#testing/make.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

// A log that was rolled back reuses seqs for other changes, so a seq from another epoch is invalid.
describeOneEngine('log epoch', (engine) => {
  const api = useApp(engine);
  const [owner] = usePeople(api, 'owner');
  let teamId: string;

  beforeAll(async () => {
    teamId = (await makeTeam(owner))._id;
  });

  const readPage = async (query: string): Promise<SyncPage> =>
    (await owner.get<SyncPage>(`/teams/${teamId}/sync?${query}`)).body;

  it('includes the epoch in every response and resets only requests with another epoch', async () => {
    const { seq, epoch } = await readSync(owner, teamId);
    expect(epoch).not.toBe('');
    await makeTask(owner, teamId, { title: 'One more' });
    for (const known of [undefined, epoch]) {
      const page = await readSync(owner, teamId, { since: seq, ...(known ? { epoch: known } : {}) });
      expect(page).toMatchObject({ reset: false, epoch });
      expect(page.changes.length).toBeGreaterThan(0);
    }
    expect(await readSync(owner, teamId, { since: seq, epoch: 'another' })).toMatchObject({
      reset: true,
      changes: [],
    });
  });

  it('resets readers with a cursor from before a restore, over HTTP and the feed', async () => {
    const before = await readSync(owner, teamId);
    const { nextCursor } = await readPage('limit=1');
    const live = await openFeed(owner, teamId, before.seq, { epoch: before.epoch });
    const isReset = (feed: typeof live) => feed.frames.some(({ type }) => type === 'reset');

    await renewEpoch(api.app.db);
    await getSync(api.app).beat();
    await live.waitUntil(() => isReset(live));

    const after = await readSync(owner, teamId);
    expect(after.epoch).not.toBe(before.epoch);
    for (const query of [
      `since=${before.seq}`,
      `since=${before.seq}&epoch=${before.epoch}`,
      `cursor=${nextCursor ?? ''}`,
    ])
      expect(await readPage(query)).toMatchObject({ reset: true, changes: [], epoch: after.epoch });

    const late = await openFeed(owner, teamId, before.seq, { epoch: before.epoch });
    const unknowing = await openFeed(owner, teamId, before.seq);
    const knowing = await openFeed(owner, teamId, after.seq, { epoch: after.epoch });
    await late.waitUntil(() => isReset(late));
    await unknowing.waitUntil(() => isReset(unknowing));
    const task = await makeTask(owner, teamId, { title: 'After the restore' });
    const feeds = [live, late, unknowing, knowing];
    for (const feed of feeds) await feed.waitUntil(() => feed.changes.some(({ id }) => id === task.id));
    expect(isReset(knowing)).toBe(false);
    expect(late.frames.filter(({ type }) => type === 'reset')).toHaveLength(1);
    for (const feed of feeds) feed.close();
  });
});
