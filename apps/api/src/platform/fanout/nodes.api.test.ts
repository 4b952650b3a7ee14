import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as PgClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Team } from '@hearth/contracts/teams';
import { startApiProcess, type ApiProcess } from '#testing/api-process.ts';
import { createPostgresDatabase, testDatabaseUrl } from '#testing/databases.ts';
import { openFeed, readSync } from '#testing/feed-client.ts';
import { findRedis } from '#testing/redis.ts';
import { Client, joinTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';

const redisUrl = await findRedis();
const carriers: { name: string; env: Record<string, string> }[] = [
  { name: 'PostgreSQL notifications', env: {} },
  ...(redisUrl === undefined ? [] : [{ name: 'Redis', env: { REDIS_URL: redisUrl } }]),
];

/** Cuts every connection of this database that carries notices. */
async function cutNotices(url: string): Promise<void> {
  const client = new PgClient({ connectionString: url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'hearth notices'`,
  );
  await client.end();
}

describe.skipIf(!testDatabaseUrl).each(carriers)('two nodes with $name', ({ env }) => {
  let folder: string;
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let nodes: [ApiProcess, ApiProcess];
  let writer: SignedIn;
  let reader: SignedIn;
  let team: Team;

  /** The same browser, talking to another node. */
  function at<C extends Client>(client: C, node: ApiProcess): C {
    const other = Object.assign(new Client(node), { user: (client as unknown as SignedIn).user });
    for (const [name, cookie] of client.cookies) other.cookies.set(name, cookie);
    return other as unknown as C;
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearth-nodes-'));
    database = await createPostgresDatabase(testDatabaseUrl ?? '');
    const settings = { DATABASE_URL: database.url, HEARTH_DATA: folder, ...env };
    const first = await startApiProcess(settings);
    nodes = [first, await startApiProcess(settings)];
    writer = await signIn(first, 'writer@example.com');
    reader = await signIn(first, 'reader@example.com');
    team = await makeTeam(writer);
    await joinTeam(writer, team._id, reader);
    await writer.post(`/dev/teams/${team._id}/plan`, { plan: 'pro' });
  });
  afterAll(async () => {
    for (const node of nodes ?? []) await node.end('SIGTERM');
    await database?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  it('shows at one what is written at the other, in order and without gaps', async () => {
    const { seq } = await readSync(reader, team._id);
    const feed = await openFeed(at(reader, nodes[1]), team._id, seq);
    await makeProject(writer, team._id);
    for (let i = 0; i < 20; i += 1) await makeTask(writer, team._id, { title: `Task ${i}` });
    await feed.waitForSeq(seq + 21);
    expect([...new Set(feed.changes.map((change) => change.seq))]).toEqual(
      Array.from({ length: 21 }, (_, i) => seq + 1 + i),
    );
    feed.close();
  });

  it('goes on when the connections between nodes were cut', async () => {
    const { seq } = await readSync(reader, team._id);
    const feed = await openFeed(at(reader, nodes[1]), team._id, seq);
    await cutNotices(database.url);
    await makeTask(writer, team._id, { title: 'Written while the nodes were apart' });
    await feed.waitForSeq(seq + 1);
    feed.close();
  });

  it('closes at one when the session ends at the other, within 2 s', async () => {
    const again = await signIn(nodes[0], 'reader@example.com');
    const feed = await openFeed(at(again, nodes[1]), team._id);
    const started = performance.now();
    expect((await again.post('/auth/signout')).status).toBe(204);
    expect(await feed.waitForClose()).toBe(4401);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('closes at one when the member is removed at the other, within 2 s', async () => {
    const feed = await openFeed(at(reader, nodes[1]), team._id);
    const started = performance.now();
    expect((await writer.delete(`/teams/${team._id}/members/${reader.user.id}`)).status).toBe(204);
    expect(await feed.waitForClose()).toBe(4403);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
