import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import { runCommand, type Scope } from '#platform/commands/index.ts';
import { asOwner, type Db } from '#platform/db/index.ts';
import type { LogRow } from '#platform/log-row.ts';
import { getSync } from '#platform/sync/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { requestFeed, type FeedClient, openFeed, readSync } from '#testing/feed-client.ts';
import { Client, joinTeam, makeTeam, signIn } from '#testing/make.ts';
import { createTestClock, startApp } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

/** Counts the connections that are waiting for a lock. */
async function countBlocked(db: Db): Promise<number> {
  const { rows } = await asOwner(db, (tx) =>
    sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(tx),
  );
  return rows[0]?.n ?? -1;
}

/** Fields of a comment without replies, edits or reactions. */
const PLAIN = { parentId: null, editedAt: null, deletedAt: null, reactions: [] };

describeOneEngine('live feed', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  const [owner, member, guest] = usePeople(api, 'owner', 'member', 'guest');
  let teamId: string;

  beforeAll(async () => {
    teamId = (await makeTeam(owner))._id;
    await joinTeam(owner, teamId, member, 'member');
    await joinTeam(owner, teamId, guest, 'guest');
  });

  /** Runs one command that writes one row per scope, with the scope as its text. */
  const write = (...scopes: Scope[]): Promise<number> => writeIn(teamId, ...scopes);

  async function writeIn(teamId: string, ...scopes: Scope[]): Promise<number> {
    const { seq } = await runCommand(
      api.app,
      { teamId, userId: owner.user.id, requestKey: null },
      async (command) => {
        for (const scope of scopes) {
          const id = command.newId();
          const row = { id, taskId: id, body: scope, ...PLAIN, createdBy: owner.user.id, createdAt: '' };
          command.put('comment', id, null, row, scope);
        }
      },
    );
    return seq ?? 0;
  }

  async function readHead(): Promise<number> {
    return (await readSync(owner, teamId, { since: 0 })).seq;
  }

  const bodies = (feed: FeedClient): unknown[] =>
    feed.changes.map((change) => (change.entity === 'comment' ? change.data?.body : change.entity));

  describe('handshake', () => {
    it.each([
      ['unauthenticated requests', () => new Client(api), 401, 'UNAUTHENTICATED'],
      ['non-members', () => signIn(api, 'stranger@example.com'), 404, 'NOT_FOUND'],
    ])('rejects %s', async (_who, make, status, code) => {
      const response = (await requestFeed(await make(), teamId)) as { status: number; body: Problem };
      expect([response.status, response.body.code]).toEqual([status, code]);
    });

    it('rejects an ended session', async () => {
      const client = await signIn(api, 'member@example.com');
      const cookies = new Map(client.cookies);
      await client.post('/auth/signout');
      for (const [name, value] of cookies) client.cookies.set(name, value);
      expect(await requestFeed(client, teamId)).toMatchObject({ status: 401 });
    });

    it.each([['https://evil.example'], ['null'], [null]])('rejects the origin %s', async (origin) => {
      const response = await requestFeed(owner, teamId, { origin });
      expect(response).toMatchObject({ status: 403, body: { code: 'ORIGIN_NOT_ALLOWED' } });
    });

    it('rejects an invalid `since` and a request that is not a handshake', async () => {
      expect(await requestFeed(owner, teamId, { since: '-1' })).toMatchObject({ status: 400 });
      expect(await requestFeed(owner, teamId, { since: 'x' })).toMatchObject({ status: 400 });
      expect((await owner.get(`/teams/${teamId}/feed`)).status).toBe(400);
      expect((await new Client(api).get(`/teams/${teamId}/feed`)).status).toBe(401);
    });
  });

  it('sends the changes after `since` and then live ones, without splitting a command', async () => {
    const since = await readHead();
    await write('team', 'staff');
    const feed = await openFeed(member, teamId, since);
    await feed.waitForSeq(since + 1);
    for (let i = 0; i < 20; i += 1) await write('team', 'staff', 'team');
    await feed.waitForSeq(since + 21);
    const seqs = feed.changes.map((change) => change.seq);
    const expected = [since + 1, since + 1];
    for (let i = 2; i <= 21; i += 1) expected.push(since + i, since + i, since + i);
    expect(seqs).toEqual(expected);
    for (const frame of feed.frames) {
      if (frame.type !== 'changes') continue;
      const last = frame.changes.at(-1)?.seq;
      const inFrame = frame.changes.filter((change) => change.seq === last).length;
      expect(inFrame).toBe(seqs.filter((seq) => seq === last).length);
    }
    feed.close();
  });

  // PGlite has a single connection, so the lock cannot be held concurrently.
  it.runIf(engine.kind === 'postgres')(
    'opens only once the log can be read, so that no change is missed',
    async () => {
      const team = await makeTeam(owner, 'Held up');
      const blocked = Promise.withResolvers<void>();
      const isBlocked = Promise.withResolvers<void>();
      const holding = asOwner(api.app.db, async (tx) => {
        await sql`lock table log_epoch in access exclusive mode`.execute(tx);
        isBlocked.resolve();
        await blocked.promise;
      });
      await isBlocked.promise;
      let isOpen = false;
      const opening = openFeed(owner, team._id).finally(() => {
        isOpen = true;
      });
      await expect.poll(() => countBlocked(api.app.db)).toBe(1);
      // Make a round trip after the server began to wait: a socket opened too early would be visible now.
      await owner.get('/healthz');
      expect(isOpen).toBe(false);
      blocked.resolve();
      await holding;
      const feed = await opening;
      const seq = await writeIn(team._id, 'team');
      await feed.waitForSeq(seq);
      feed.close();
    },
  );

  it('sends each member only the changes visible to that member', async () => {
    const people = [owner, member, guest];
    const feeds = await Promise.all(people.map((person) => openFeed(person, teamId)));
    for (const [index, feed] of feeds.entries()) {
      await feed.waitUntil(() => feed.ws.readyState === feed.ws.OPEN);
      expect(bodies(feed), `reader ${index}`).toEqual([]);
    }
    const since = await readHead();
    const mine: Scope = `person:${member.user.id}`;
    await write('team', 'staff', mine, `project:${api.app.ids.uuid()}`);
    const end = await write('team');
    for (const feed of feeds) await feed.waitForSeq(end);
    const project = expect.stringMatching(/^project:/);
    expect(bodies(feeds[0] as FeedClient)).toEqual(['team', 'staff', project, 'team']);
    expect(bodies(feeds[1] as FeedClient)).toEqual(['team', 'staff', mine, project, 'team']);
    expect(bodies(feeds[2] as FeedClient)).toEqual(['team', 'team']);
    for (const [index, person] of people.entries()) {
      expect((await readSync(person, teamId, { since })).changes).toEqual(feeds[index]?.changes);
    }
    for (const feed of feeds) feed.close();
  });

  it('paginates changes without splitting a command', async () => {
    const since = await readHead();
    for (let i = 0; i < 5; i += 1) await write('team', 'team', 'team');
    const whole = await readSync(owner, teamId, { since });
    const paged = await readSync(owner, teamId, { since, limit: 4 });
    expect(paged.pages).toBe(5);
    expect({ ...paged, pages: 1 }).toEqual(whole);
    expect(whole.seq).toBe(since + 5);
    const page = await owner.get<{ changes: unknown[] }>(`/teams/${teamId}/sync?since=${since}&limit=1`);
    expect(page.body.changes).toHaveLength(3);
  });

  it('delivers local changes without reading the log and withholds changes after a gap', async () => {
    const team = await makeTeam(owner, 'Handed over');
    const feed = await openFeed(owner, team._id, (await readSync(owner, team._id, { since: 0 })).seq);
    const seq = await writeIn(team._id, 'team');
    await feed.waitForSeq(seq);
    const rowOf = (at: number): LogRow => ({
      seq: at,
      entity: 'comment',
      entityId: api.app.ids.uuid(),
      op: 'put',
      data: '{"body":"handed"}',
      apart: null,
      scope: 'team',
      prevScope: null,
      mutationId: null,
    });
    const hand = (at: number) =>
      api.app.fanout.publish({ kind: 'head', teamId: team._id, seq: at, rows: () => [rowOf(at)] });
    // Neither change is in the database's log, so a received change must have been passed directly.
    hand(seq + 1);
    hand(seq + 3);
    await feed.waitForSeq(seq + 1);
    await getSync(api.app).beat();
    expect(feed.changes.map((change) => change.seq)).toEqual([seq, seq + 1]);
    feed.close();
  });

  it('resets a cursor that is ahead of the log', async () => {
    const ahead = (await readHead()) + 1000;
    expect(await readSync(owner, teamId, { since: ahead })).toMatchObject({ reset: true, changes: [] });
    const feed = await openFeed(owner, teamId, ahead);
    await feed.waitUntil(() => feed.frames.some((frame) => frame.type === 'reset'));
    const seq = await write('team');
    await feed.waitForSeq(seq);
    feed.close();
  });

  it('sends the head with every heartbeat and disconnects unresponsive peers', async () => {
    const since = await readHead();
    const feed = await openFeed(owner, teamId, since);
    const deaf = await openFeed(owner, teamId, since, { answersPings: false });
    const head = await write('team');
    for (const reader of [feed, deaf]) await reader.waitForSeq(head);
    await getSync(api.app).beat();
    await feed.waitUntil(() => feed.frames.some((frame) => frame.type === 'ping' && frame.seq === head));
    await feed.waitUntil(() => deaf.frames.some((frame) => frame.type === 'ping'));
    await getSync(api.app).beat();
    expect(await deaf.waitForClose()).toBe(1006);
    expect(feed.closeCode).toBeNull();
    feed.close();
  });

  it('disconnects a peer that sends too many or oversized messages', async () => {
    const large = await openFeed(owner, teamId);
    large.ws.send('x'.repeat(2000));
    expect(await large.waitForClose()).toBe(1009);
    const chatty = await openFeed(owner, teamId);
    for (let i = 0; i < 300; i += 1) chatty.ws.send('x');
    expect(await chatty.waitForClose()).toBe(1006);
  });

  describe('loss of access', () => {
    it('closes on sign-out', async () => {
      const client = await signIn(api, 'member@example.com');
      const feed = await openFeed(client, teamId);
      const other = await openFeed(member, teamId);
      await client.post('/auth/signout');
      expect(await feed.waitForClose()).toBe(4401);
      expect(other.closeCode).toBeNull();
      other.close();
    });

    it('closes at the next heartbeat after the session expires', async () => {
      const late = await startApp(engine, { clock, env: { SESSION_SECONDS: '60' } });
      const person = await signIn(late, 'late@example.com');
      const team = await makeTeam(person);
      const feed = await openFeed(person, team._id);
      await getSync(late.app).beat();
      expect(feed.closeCode).toBeNull();
      clock.advance(61);
      await getSync(late.app).beat();
      expect(await feed.waitForClose()).toBe(4401);
      await late.close();
    });

    it('closes when a member is removed and resets on a role change', async () => {
      const leaver = await signIn(api, 'leaver@example.com');
      await joinTeam(owner, teamId, leaver, 'guest');
      const feed = await openFeed(leaver, teamId, await readHead());
      const role = await owner.patch(`/teams/${teamId}/members/${leaver.user.id}`, { teamRole: 'admin' });
      expect(role.status).toBe(200);
      await feed.waitUntil(() => feed.frames.some((frame) => frame.type === 'reset'));
      const seq = await write('staff');
      await feed.waitForSeq(seq);
      await owner.delete(`/teams/${teamId}/members/${leaver.user.id}`);
      const after = await write('team');
      expect(await feed.waitForClose()).toBe(4403);
      expect(feed.changes.some((change) => change.seq >= after)).toBe(false);
      expect(await requestFeed(leaver, teamId)).toMatchObject({ status: 404 });
    });

    it('closes for all members when the team is deleted', async () => {
      const team = await makeTeam(owner, 'Gone soon');
      await joinTeam(owner, team._id, guest, 'guest');
      const feeds = [await openFeed(owner, team._id), await openFeed(guest, team._id)];
      const response = await owner.delete(`/teams/${team._id}`);
      if (response.body !== undefined) expect(response.status).toBe(403);
      const again = await signIn(api, 'owner@example.com');
      if (response.status !== 204) expect((await again.delete(`/teams/${team._id}`)).status).toBe(204);
      for (const feed of feeds) expect(await feed.waitForClose()).toBe(4403);
    });

    it('resets only the user affected by an access change, over HTTP', async () => {
      const since = await readHead();
      await runCommand(api.app, { teamId, userId: owner.user.id, requestKey: null }, async (command) => {
        command.changeAccess(guest.user.id);
      });
      expect(await readSync(guest, teamId, { since })).toMatchObject({ reset: true, changes: [] });
      expect(await readSync(member, teamId, { since })).toMatchObject({ reset: false, changes: [] });
    });
  });
});
