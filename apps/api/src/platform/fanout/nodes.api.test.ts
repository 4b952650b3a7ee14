import { Client as PgClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Team } from '@hearth/contracts/teams/teams';
import { openFeed, readSync } from '#testing/feed-client.ts';
import { joinTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { canStartNodes, makeNodes, NODE_KINDS, type Nodes } from '#testing/nodes.ts';
import { at } from '#testing/revocation/revocation-scene.ts';

/** Terminates all LISTEN connections of this database. */
async function cutNotices(url: string): Promise<void> {
  const client = new PgClient({ connectionString: url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'hearth notices'`,
  );
  await client.end();
}

describe.skipIf(!canStartNodes).each(NODE_KINDS)('two nodes with $name', (kind) => {
  let nodes: Nodes;
  let writer: SignedIn;
  let reader: SignedIn;
  let team: Team;

  beforeAll(async () => {
    nodes = await makeNodes(kind);
    writer = await signIn(nodes.first, 'writer@example.com');
    reader = await signIn(nodes.first, 'reader@example.com');
    team = await makeTeam(writer);
    await joinTeam(writer, team._id, reader);
    await writer.post(`/dev/teams/${team._id}/plan`, { plan: 'pro' });
  });
  afterAll(async () => await nodes?.close());

  it('delivers changes of one node to readers of the other in order and without gaps', async () => {
    const { seq } = await readSync(reader, team._id);
    const feed = await openFeed(at(reader, nodes.second), team._id, seq);
    await makeProject(writer, team._id);
    for (let i = 0; i < 20; i += 1) await makeTask(writer, team._id, { title: `Task ${i}` });
    await feed.waitForSeq(seq + 21);
    expect([...new Set(feed.changes.map((change) => change.seq))]).toEqual(
      Array.from({ length: 21 }, (_, i) => seq + 1 + i),
    );
    feed.close();
  });

  it('resumes delivery after the connections between nodes were cut', async () => {
    const { seq } = await readSync(reader, team._id);
    const feed = await openFeed(at(reader, nodes.second), team._id, seq);
    await cutNotices(nodes.databaseUrl);
    await makeTask(writer, team._id, { title: 'Written while the nodes were apart' });
    await feed.waitForSeq(seq + 1);
    feed.close();
  });

  it.runIf(kind.usesRedis)('keeps serving during a Redis outage and catches up afterwards', async () => {
    const { redis } = nodes;
    const { seq } = await readSync(reader, team._id);
    const feed = await openFeed(at(reader, nodes.second), team._id, seq);
    const leaver = await signIn(nodes.first, 'leaver@example.com');
    await joinTeam(writer, team._id, leaver);
    const leaverFeed = await openFeed(at(leaver, nodes.second), team._id);
    await redis?.kill();

    const statuses: number[] = [];
    for (let i = 0; i < 20; i += 1) {
      const by = i % 2 === 0 ? writer : at(writer, nodes.second);
      statuses.push((await by.post(`/teams/${team._id}/tasks`, { title: `Without Redis ${i}` })).status);
    }
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect((await leaver.post('/auth/signout')).status).toBe(204);
    // Every node rejects the request immediately, because sessions are stored in the database.
    expect((await at(leaver, nodes.second).get(`/teams/${team._id}/tasks`)).status).toBe(401);
    await expect.poll(async () => (await fetch(`${nodes.second.apiOrigin}/readyz`)).status).toBe(503);
    expect((await fetch(`${nodes.second.apiOrigin}/healthz`)).status).toBe(200);

    await redis?.start();
    await feed.waitUntil(() => JSON.stringify(feed.frames).includes('Without Redis 19'));
    await feed.waitUntil(() => JSON.stringify(feed.frames).includes('Without Redis 18'));
    expect(await leaverFeed.waitForClose()).toBe(4401);
    await expect.poll(async () => (await fetch(`${nodes.second.apiOrigin}/readyz`)).status).toBe(200);
    feed.close();
  });
});
