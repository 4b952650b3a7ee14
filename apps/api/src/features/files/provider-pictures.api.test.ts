import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createOutbound } from '#platform/outbound/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { signIn } from '#testing/make.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';

describeOneEngine('identity provider pictures', (engine) => {
  let server: TestApp;
  let provider: Server;
  let origin: string;
  let isDown = false;
  const requestedPaths: string[] = [];

  beforeAll(async () => {
    const png = await sharp({ create: { width: 96, height: 96, channels: 3, background: '#20a060' } })
      .png()
      .toBuffer();
    provider = createServer((request, response) => {
      requestedPaths.push(request.url ?? '');
      if (isDown) response.writeHead(500).end();
      else if (request.url === '/page') response.end('<script>alert(1)</script>');
      else response.end(png);
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const { port } = provider.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    const outbound = createOutbound({ protocols: ['http:'], isExcepted: (_address, to) => to === port });
    server = await startApp(engine, { outbound });
  });
  afterAll(async () => {
    await server.close();
    provider.close();
  });

  const listFiles = () => readdir(join(server.dataFolder, 'files', 'images')).catch(() => []);
  const fetchStatus = async (address: string | null) => (await fetch(address ?? 'missing:')).status;

  it('fetches each picture once, serves the local copy and deletes replaced copies', async () => {
    const first = await signIn(server, 'copy@example.com', { image: `${origin}/me.png` });
    expect(first.user.image).toMatch(new RegExp(`^${server.apiOrigin}/images/[\\w-]{32}$`));
    const response = await fetch(first.user.image ?? '');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const again = await signIn(server, 'copy@example.com', { image: `${origin}/me.png` });
    expect(again.user.image).toBe(first.user.image);
    expect(requestedPaths.filter((path) => path === '/me.png')).toEqual(['/me.png']);

    const other = await signIn(server, 'copy@example.com', { image: `${origin}/other.png` });
    expect(other.user.image).not.toBe(first.user.image);
    expect([await fetchStatus(other.user.image), await fetchStatus(first.user.image)]).toEqual([200, 404]);
    const none = await signIn(server, 'copy@example.com');
    expect([none.user.image, await fetchStatus(other.user.image), await listFiles()]).toEqual([
      null,
      404,
      [],
    ]);
  });

  it('retries a failed fetch on the next sign-in', async () => {
    isDown = true;
    const first = await signIn(server, 'down@example.com', { image: `${origin}/late.png` });
    expect(await fetchStatus(first.user.image)).toBe(404);
    isDown = false;
    const second = await signIn(server, 'down@example.com', { image: `${origin}/late.png` });
    expect([second.user.image, await fetchStatus(first.user.image)]).toEqual([first.user.image, 200]);
  });

  it('ignores non-image responses and forbidden addresses', async () => {
    const { port } = new URL(origin);
    for (const image of [
      `${origin}/page`,
      `http://127.0.0.1:${Number(port) + 1}/`,
      'http://10.0.0.1/me.png',
    ]) {
      const { user } = await signIn(server, 'odd@example.com', { image });
      expect([image, await fetchStatus(user.image)]).toEqual([image, 404]);
    }
  });

  it('keeps a picture that the user has uploaded', async () => {
    const person = await signIn(server, 'own@example.com', { image: `${origin}/theirs.png` });
    await fetchStatus(person.user.image);
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    await person.send('PUT', '/account/image', {
      upload: new Blob([new Uint8Array(png)], { type: 'image/png' }),
    });
    const before = requestedPaths.length;
    const again = await signIn(server, 'own@example.com', { image: `${origin}/new.png` });
    expect([
      await fetchStatus(again.user.image),
      await fetchStatus(person.user.image),
      requestedPaths.length,
    ]).toEqual([200, 404, before]);
  });
});
