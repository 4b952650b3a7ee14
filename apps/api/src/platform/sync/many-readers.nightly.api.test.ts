import { createConnection, type Socket } from 'node:net';
import { beforeAll, expect, it, vi } from 'vitest';
import { runCommand } from '#platform/commands/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { openFeed, readSync } from '#testing/feed-client.ts';
import { joinTeam, makeTeam, type SignedIn } from '#testing/make.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

/** The number of readers. Set FEED_READERS=1000 for a long run. */
const STORM = Number(process.env['FEED_READERS'] ?? 300);

/** Fields of a comment without replies, edits or reactions. */
const PLAIN = { parentId: null, editedAt: null, deletedAt: null, reactions: [] };

describeOneEngine('feed with many and slow readers', (engine) => {
  const api = useApp(engine);
  const [owner, member] = usePeople(api, 'owner', 'member');
  let teamId: string;

  beforeAll(async () => {
    teamId = (await makeTeam(owner))._id;
    await joinTeam(owner, teamId, member);
  });

  async function write(body: string): Promise<number> {
    const { seq } = await runCommand(
      api.app,
      { teamId, userId: owner.user.id, requestKey: null },
      async (command) => {
        const id = command.newId();
        const row = { id, taskId: id, body, ...PLAIN, createdBy: owner.user.id, createdAt: '' };
        command.put('comment', id, null, row, 'team');
      },
    );
    return seq ?? 0;
  }

  /** Opens a reader that completes the handshake and then reads no data. */
  async function openStuckFeed(): Promise<Socket> {
    const { hostname, port, host } = new URL(api.apiOrigin);
    const cookie = [...owner.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const socket = createConnection({ host: hostname, port: Number(port) });
    socket.on('error', () => {});
    socket.write(
      `GET /teams/${teamId}/feed HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin: ${api.webOrigin}\r\nCookie: ${cookie}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('readable', resolve));
    expect(String(socket.read())).toMatch(/^HTTP\/1.1 101/);
    socket.pause();
    return socket;
  }

  it('disconnects a stalled reader and keeps serving other readers', async () => {
    const stuck = await openStuckFeed();
    const onClosed = vi.fn<() => void>();
    stuck.on('close', onClosed);
    const feed = await openFeed(member, teamId);
    const large = 'x'.repeat(200_000);
    let written = 0;
    let seq = 0;
    // The system's socket buffers come in addition to our limit of 1 MiB.
    while (written < 40 && onClosed.mock.calls.length === 0) {
      seq = await write(large);
      written += 1;
    }
    await feed.waitForSeq(seq);
    expect(feed.closeCode).toBeNull();
    stuck.resume();
    stuck.on('data', () => {});
    await vi.waitFor(() => expect(onClosed).toHaveBeenCalled(), { timeout: 10_000 });
    feed.close();
  });

  it(`accepts ${STORM} readers that reconnect at the same time`, async () => {
    const { seq } = await readSync(owner, teamId, { since: 0 });
    const start = await write('before');
    const readers = [owner, member];
    const feeds = [];
    for (let i = 0; i < STORM; i += 100) {
      feeds.push(
        ...(await Promise.all(
          Array.from({ length: 100 }, (_, n) => openFeed(readers[n % 2] as SignedIn, teamId, start - 1)),
        )),
      );
    }
    for (const feed of feeds) feed.ws.terminate();
    const missed = await write('missed');
    const back = await Promise.all(
      Array.from({ length: STORM }, (_, n) => openFeed(readers[n % 2] as SignedIn, teamId, start)),
    );
    const last = await write('live');
    await Promise.all(back.map((feed) => feed.waitForSeq(last)));
    for (const feed of back) expect(feed.changes.map((change) => change.seq)).toEqual([missed, last]);
    expect(seq).toBeLessThan(missed);
    for (const feed of back) feed.ws.terminate();
  });
});
