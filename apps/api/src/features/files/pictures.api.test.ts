import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { Account } from '@hearth/contracts/account/account';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Team } from '@hearth/contracts/teams/teams';
import { describeOneEngine } from '#testing/databases.ts';
import { Client, joinTeam, makeTeam, signIn, type ApiResponse } from '#testing/make.ts';
import { useApp } from '#testing/use-app.ts';

async function drawPicture(background = '#c05020'): Promise<Blob> {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
  return new Blob([new Uint8Array(png)], { type: 'image/png' });
}

async function send<T = Problem>(client: Client, path: string, upload: Blob): Promise<ApiResponse<T>> {
  return await client.send<T>('PUT', path, { upload });
}

describeOneEngine('pictures', (engine) => {
  const server = useApp(engine);

  const listFiles = () => readdir(join(server.dataFolder, 'files', 'images'));
  const fetchImage = (address: string | null) => fetch(address ?? 'missing:');

  it('shows a user’s picture in teams and deletes the file when the picture is replaced or removed', async () => {
    const person = await signIn(server, 'face@example.com', { image: 'https://example.com/google.png' });
    const { _id: teamId } = await makeTeam(person);
    const first = await send<{ account: Account }>(person, '/account/image', await drawPicture());
    expect(first.status).toBe(200);
    const address = first.body.account.image;
    expect(address).toMatch(new RegExp(`^${server.apiOrigin}/images/[\\w-]{32}$`));
    const { member } = (
      await person.get<{ member: { image: string } }>(`/teams/${teamId}/members/${person.user.id}`)
    ).body;
    expect(member.image).toBe(address);

    const response = await fetchImage(address);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await sharp(await response.arrayBuffer()).metadata()).width).toBe(256);

    const second = await send<{ account: Account }>(person, '/account/image', await drawPicture('#205080'));
    expect(second.body.account.image).not.toBe(address);
    expect((await fetchImage(address)).status).toBe(404);
    const again = await signIn(server, 'face@example.com', { image: 'https://example.com/newer.png' });
    expect(again.user.image).toBe(second.body.account.image);
    const removed = await person.delete<{ account: Account }>('/account/image');
    expect(removed.body.account.image).toBeNull();
    expect((await fetchImage(second.body.account.image)).status).toBe(404);
    expect(await listFiles()).toEqual([]);
  });

  it('lets owners but not members change the team picture and publishes the change', async () => {
    const owner = await signIn(server, 'logo@example.com');
    const member = await signIn(server, 'logo-member@example.com');
    const { _id: teamId } = await makeTeam(owner);
    await joinTeam(owner, teamId, member);
    expect((await send(member, `/teams/${teamId}/image`, await drawPicture())).body.code).toBe('FORBIDDEN');
    const { seq } = (await member.get<{ seq: number }>(`/teams/${teamId}/sync`)).body;
    const { body } = await send<{ team: Team }>(owner, `/teams/${teamId}/image`, await drawPicture());
    expect((await fetchImage(body.team.image)).status).toBe(200);
    const { changes } = (
      await member.get<{ changes: { entity: string; data: { image: string } }[] }>(
        `/teams/${teamId}/sync?since=${seq}`,
      )
    ).body;
    expect(changes.map(({ entity, data }) => [entity, data.image])).toEqual([['team', body.team.image]]);
    const removed = await owner.delete<{ team: Team }>(`/teams/${teamId}/image`);
    expect(removed.body.team.image).toBeNull();
    expect(await listFiles()).toEqual([]);
  });

  it('stores one picture per idempotency key', async () => {
    const owner = await signIn(server, 'twice@example.com');
    const { _id: teamId } = await makeTeam(owner);
    const upload = await drawPicture();
    const headers = { 'idempotency-key': 'the-same-picture' };
    const answers = [];
    for (let count = 0; count < 2; count++)
      answers.push(await owner.send<{ team: Team }>('PUT', `/teams/${teamId}/image`, { upload, headers }));
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect((await fetchImage(answers[0]?.body.team.image ?? null)).status).toBe(200);
    expect(await listFiles()).toHaveLength(1);
    await owner.delete(`/teams/${teamId}/image`);
  });

  it('rejects unsupported, oversized and corrupt pictures and other request content types', async () => {
    const person = await signIn(server, 'refused@example.com');
    const put = async (upload: Blob) => {
      const { status, body } = await send(person, '/account/image', upload);
      return `${status} ${body.code}`;
    };
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    expect(await put(new Blob([svg], { type: 'image/svg+xml' }))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    expect(await put(new Blob([svg], { type: 'image/png' }))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    expect(await put(new Blob(['{}'], { type: 'application/json' }))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    expect(await put(new Blob([new Uint8Array(2 * 1024 * 1024 + 1)], { type: 'image/png' }))).toBe(
      '413 PAYLOAD_TOO_LARGE',
    );
    expect(await put(new Blob([new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3])], { type: 'image/jpeg' }))).toBe(
      '400 INVALID_REQUEST',
    );
    expect((await person.send<Problem>('PUT', '/account/image')).body.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    const onJson = await person.send<Problem>('PATCH', '/account', { upload: await drawPicture() });
    expect([onJson.status, onJson.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    expect(await listFiles()).toEqual([]);
    expect((await person.get<{ account: Account }>('/account')).body.account.image).toBeNull();
  });

  it('returns 404 for unknown and malformed picture names', async () => {
    for (const name of ['..%2f..%2fsecret', 'A'.repeat(32), 'A'.repeat(31), '%00', 'x'.repeat(99)])
      expect((await new Client(server).get(`/images/${name}`)).status).toBe(404);
  });
});
