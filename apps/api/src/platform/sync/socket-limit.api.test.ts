import { createConnection, type Socket } from 'node:net';
import { once } from 'node:events';
import { beforeAll, expect, it, vi } from 'vitest';
import { FEED_CLOSE, MAX_SOCKETS } from '@hearth/contracts/sync-values';
import { MAX_UNAUTHENTICATED } from '#platform/http/unauthenticated-connections.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { openFeed, type FeedClient } from '#testing/feed-client.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

describeOneEngine('socket limit', (engine) => {
  // Advance the clock to avoid reaching request rate limits first.
  const clock = createTestClock();
  const api = useApp(engine, { clock, env: { RATE_LIMITS: 'on' } });
  const [owner] = usePeople(api, 'owner');
  let teamId: string;

  beforeAll(async () => {
    teamId = (await makeTeam(owner))._id;
  });

  async function open(person: SignedIn, count: number, bearer?: string): Promise<FeedClient[]> {
    clock.advance(60);
    return await Promise.all(
      Array.from({ length: count }, () =>
        openFeed(person, teamId, undefined, bearer === undefined ? {} : { bearer }),
      ),
    );
  }

  async function closeAll(feeds: readonly FeedClient[]): Promise<void> {
    for (const feed of feeds) feed.close();
    await Promise.all(feeds.map((feed) => feed.waitForClose()));
  }

  it('allows 20 feeds per session and closes further feeds with 4429', async () => {
    const feeds = await open(owner, MAX_SOCKETS.ofSession);
    const [beyond] = await open(owner, 1);
    expect(await beyond?.waitForClose()).toBe(FEED_CLOSE.tooMany);
    // Another browser of the same user has a separate limit, as does every other user.
    const [elsewhere] = await open(await signIn(api, 'owner@example.com'), 1);
    const member = await signIn(api, 'member@example.com');
    await joinTeam(owner, teamId, member);
    const [theirs] = await open(member, 1);
    // Closing a socket makes room for another one.
    await closeAll(feeds.splice(0, 1));
    const [instead] = await open(owner, 1);
    const all = [...feeds, elsewhere, theirs, instead].filter((feed) => feed !== undefined);
    await owner.patch(`/teams/${teamId}`, { name: 'Everybody is told' });
    for (const feed of all) await feed.waitUntil(() => feed.changes.length > 0);
    expect(all.map(({ closeCode }) => closeCode)).toEqual(all.map(() => null));
    await closeAll(all);
  });

  it('allows 200 feeds per user across all sessions', async () => {
    const feeds: FeedClient[] = [];
    for (let opened = 0; opened < MAX_SOCKETS.ofPerson; opened += MAX_SOCKETS.ofSession) {
      clock.advance(600);
      feeds.push(...(await open(await signIn(api, 'owner@example.com'), MAX_SOCKETS.ofSession)));
    }
    const [beyond] = await open(await signIn(api, 'owner@example.com'), 1);
    expect(await beyond?.waitForClose()).toBe(FEED_CLOSE.tooMany);
    expect(feeds.every(({ closeCode }) => closeCode === null)).toBe(true);
    await closeAll(feeds);
  });

  it('allows 20 feeds per API token', async () => {
    const person = await signIn(api, 'owner@example.com');
    const created = await person.post<{ secret: string }>('/account/tokens', {
      name: 'Reader',
      scopes: ['sync.read'],
      expiresInDays: 30,
    });
    expect(created.status).toBe(201);
    const feeds = await open(person, MAX_SOCKETS.ofSession, created.body.secret);
    const [beyond] = await open(person, 1, created.body.secret);
    expect(await beyond?.waitForClose()).toBe(FEED_CLOSE.tooMany);
    await closeAll(feeds);
  });

  it('closes the longest-idle unauthenticated connections beyond the limit', async () => {
    const { hostname, port } = new URL(api.apiOrigin);
    const openPlain = async (): Promise<Socket> => {
      const socket = createConnection({ host: hostname, port: Number(port) });
      socket.on('error', () => {});
      await once(socket, 'connect');
      // The headers never end.
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
      return socket;
    };
    const [feed] = await open(await signIn(api, 'owner@example.com'), 1);
    const sockets: Socket[] = [];
    for (let i = 0; i < MAX_UNAUTHENTICATED + 40; i += 20)
      sockets.push(...(await Promise.all(Array.from({ length: 20 }, openPlain))));
    const countOpen = () => sockets.filter(({ readyState }) => readyState === 'open').length;
    await vi.waitFor(() => expect(countOpen()).toBeLessThanOrEqual(MAX_UNAUTHENTICATED), { timeout: 5000 });
    expect(countOpen()).toBeGreaterThan(MAX_UNAUTHENTICATED / 2);
    expect((await fetch(`${api.apiOrigin}/healthz`)).status).toBe(200);
    expect(feed?.closeCode).toBeNull();
    for (const socket of sockets) socket.destroy();
    if (feed !== undefined) await closeAll([feed]);
  });
});
