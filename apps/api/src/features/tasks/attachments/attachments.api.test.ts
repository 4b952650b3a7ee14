import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp, { type Metadata } from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ATTACHMENT } from '@hearth/contracts/attachments/attachment-values';
import { attachment as attachmentShape, type Attachment } from '@hearth/contracts/attachments/attachments';
import type { Problem } from '@hearth/contracts/core/errors';
import { LIMITS } from '@hearth/contracts/core/limits';
import { PLANS } from '@hearth/contracts/billing/plans';
import type { SyncPage } from '@hearth/contracts/sync';
import type { PastChange, Task } from '@hearth/contracts/tasks/tasks';
import { asOwner } from '#platform/db/index.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { attach, drawPng, type Content } from '#testing/attach.ts';
import { describeOneEngine } from '#testing/databases.ts';
import {
  joinTeam,
  makeProject,
  makeTask,
  makeTeam,
  signIn,
  type ApiResponse,
  type SignedIn,
} from '#testing/make.ts';
import { startS3, type S3Peer } from '#testing/s3-peer.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';

const MEGABYTE = 1024 * 1024;
const DAY_SECONDS = 86_400;

type Reply = { attachment: Attachment };

describeOneEngine('task attachments', (engine) => {
  const clock = createTestClock();
  let bucket: S3Peer | undefined;
  let api: TestApp;
  let ada: SignedIn;
  let ben: SignedIn;
  let teamId: string;
  let task: Task;
  let list: string;

  beforeAll(async () => {
    // One engine stores files on disk, the other in a bucket.
    if (engine.kind === 'postgres') bucket = await startS3();
    api = await startApp(engine, { clock, env: bucket?.env ?? {} });
    ada = await signIn(api, 'ada@example.com');
    ben = await signIn(api, 'ben@example.com');
  });
  afterAll(async () => {
    await api.close();
    await bucket?.close();
  });
  beforeEach(async () => {
    teamId = (await makeTeam(ada, 'Makers'))._id;
    await joinTeam(ada, teamId, ben, 'member');
    task = await makeTask(ada, teamId);
    list = `/teams/${teamId}/tasks/${task.id}/attachments`;
  });

  const namesOn = async (who: SignedIn): Promise<string[]> =>
    (await who.get<{ attachments: Attachment[] }>(list)).body.attachments.map(({ name }) => name);
  const countFiles = async (): Promise<number> => (await api.app.storage.list('attachments')).length;
  const codeOf = ({ status, body }: ApiResponse<Problem>): string => `${status} ${body.code}`;
  /** Lists the attachment changes in the log since `seq` that the user can see. */
  async function changesSince(who: SignedIn, seq: number): Promise<string[]> {
    const { body } = await who.get<SyncPage>(`/teams/${teamId}/sync?since=${seq}`);
    return body.changes
      .filter(({ entity }) => entity === 'attachment')
      .map(({ op, data }) => `${op} ${(data as Attachment | undefined)?.name ?? ''}`.trim());
  }
  const headOf = async (who: SignedIn): Promise<number> =>
    (await who.get<SyncPage>(`/teams/${teamId}/sync?limit=1`)).body.seq;

  it('attaches, publishes, downloads, renames, removes and restores files', async () => {
    const seq = await headOf(ben);
    const created = await attach(ada, list, { name: 'Plan.txt', content: 'Buy wood' });
    expect(created.status).toBe(201);
    const { attachment } = created.body;
    expect(attachmentShape.parse(attachment)).toMatchObject({
      taskId: task.id,
      name: 'Plan.txt',
      type: 'text/plain',
      bytes: 8,
      width: null,
      createdBy: ada.user.id,
    });
    expect(await namesOn(ben)).toEqual(['Plan.txt']);
    expect(await changesSince(ben, seq)).toEqual(['put Plan.txt']);

    const file = await ben.get<string>(`${list}/${attachment.id}/file`);
    expect([file.status, file.body]).toEqual([200, 'Buy wood']);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="Plan.txt"; filename*=UTF-8''Plan.txt`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-site',
    });

    const one = `${list}/${attachment.id}`;
    expect((await ben.patch<Reply>(one, { name: ' ../Plan?.md ' })).body.attachment.name).toBe('_Plan_.md');
    expect((await ben.delete(one)).status).toBe(204);
    expect(await namesOn(ada)).toEqual([]);
    for (const address of [`${one}/file`, `${one}/preview`])
      expect((await ada.get(address)).status).toBe(404);
    expect((await ben.delete(one)).status).toBe(404);
    expect((await ada.post<Reply>(`${one}/restore`)).body.attachment.name).toBe('_Plan_.md');
    expect((await ada.get<string>(`${one}/file`)).body).toBe('Buy wood');
    expect(codeOf(await ada.post<Problem>(`${one}/restore`))).toBe('422 INVALID_STATE');
    expect(await changesSince(ben, seq)).toEqual([
      'put Plan.txt',
      'put _Plan_.md',
      'delete',
      'put _Plan_.md',
    ]);

    const { body } = await ben.get<{ changes: PastChange[] }>(`/teams/${teamId}/tasks/${task.id}/history`);
    const past = body.changes
      .filter(({ field }) => field === 'attachments')
      .map((change) =>
        [change.old, change.new].map((file) => (file as { name: string } | null)?.name ?? null),
      );
    // Newest first.
    expect(past).toEqual([
      [null, '_Plan_.md'],
      ['_Plan_.md', null],
      ['Plan.txt', '_Plan_.md'],
      [null, 'Plan.txt'],
    ]);
    // The history contains the complete former state because it must allow restoring the file.
    const removal = body.changes.find(({ new: now }) => now === null);
    expect(removal?.old).toMatchObject({
      id: expect.any(String),
      type: expect.any(String),
      name: '_Plan_.md',
    });
  });

  it('accepts repeated uploads idempotently and rejects a different file with the same id', async () => {
    const before = await countFiles();
    const id = randomUUID();
    const same = { id, name: 'same.txt', content: 'Same' };
    const responses = await Promise.all([1, 2, 3, 4].map(() => attach<Reply & Problem>(ada, list, same)));
    for (const response of responses)
      expect(['201', '409 CONFLICT']).toContain(response.status === 201 ? '201' : codeOf(response));
    const again = await attach(ada, list, same);
    expect([again.status, again.body.attachment.id]).toEqual([201, id]);
    expect(codeOf(await attach<Problem>(ada, list, { ...same, content: 'Other' }))).toBe('409 CONFLICT');
    expect(codeOf(await attach<Problem>(ben, list, { ...same, content: 'Other' }))).toBe('409 CONFLICT');
    expect(await namesOn(ada)).toEqual(['same.txt']);
    expect((await countFiles()) - before).toBe(1);
  });

  it('leaves no files behind after aborted, empty or rejected uploads', async () => {
    const before = await countFiles();
    const { hostname, port } = new URL(api.apiOrigin);
    const cookie = [...ada.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST ${list}?name=half.bin HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncookie: ${cookie}\r\norigin: ${api.webOrigin}\r\n` +
            `content-type: ${ATTACHMENT.upload}\r\ncontent-length: 1000000\r\n\r\n${'x'.repeat(70_000)}`,
          () => socket.destroy(),
        );
      });
      socket.on('close', () => resolve());
    });
    expect(codeOf(await attach<Problem>(ada, list, { content: '' }))).toBe('400 INVALID_REQUEST');
    expect(codeOf(await attach<Problem>(ada, list, { name: ' .. ' }))).toBe('400 INVALID_REQUEST');
    const large = new Uint8Array(PLANS.free.fileBytes + 1);
    const refused = await attach<Problem>(ada, list, { content: large });
    expect([refused.status, refused.body.detail]).toEqual([
      413,
      'A file can be up to 5 MB on the Trial plan.',
    ]);
    const asJson = await ada.post<Problem>(`${list}?name=x`, { name: 'x' });
    expect(codeOf(asJson)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    expect(await namesOn(ada)).toEqual([]);
    await expect.poll(() => readdir(join(api.dataFolder, 'scratch')).catch(() => [])).toEqual([]);
    expect((await countFiles()) - before).toBe(0);
  });

  it('purges files without an attachment row after an hour', async () => {
    const { nameFiles } = await import('#features/attachments/index.ts');
    const before = await countFiles();
    const [key = ''] = await nameFiles(api.app, teamId, 1);
    await api.app.storage.put(key, Buffer.from('Nobody knows of this'));
    await attach(ada, list, { name: 'kept.txt' });
    await getJobs(api.app).runDue();
    expect((await countFiles()) - before).toBe(2);
    clock.advance(3_700);
    await getJobs(api.app).runDue();
    expect((await countFiles()) - before).toBe(1);
    expect(await api.app.storage.read(key)).toBeNull();
  });

  it('serves re-encoded previews without metadata', async () => {
    const secret = 'canary of a camera';
    const jpeg = await sharp({ create: { width: 1200, height: 300, channels: 3, background: '#205080' } })
      .withMetadata({ orientation: 6, exif: { IFD0: { Artist: secret } } })
      .jpeg()
      .toBuffer();
    // The type is detected from the bytes, not from the name.
    const { attachment } = (await attach(ada, list, { name: 'page.html', content: new Uint8Array(jpeg) }))
      .body;
    expect(attachment).toMatchObject({ type: 'image/jpeg', width: 300, height: 1200 });
    const readMetadata = async (size: string): Promise<Metadata> => {
      const response = await fetch(`${api.apiOrigin}${list}/${attachment.id}/preview?size=${size}`, {
        headers: { cookie: [...ben.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ') },
      });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.includes(secret)).toBe(false);
      return await sharp(bytes).metadata();
    };
    expect(await readMetadata('small')).toMatchObject({ width: 120, height: 480 });
    expect(await readMetadata('large')).toMatchObject({ width: 300, height: 1200 });
    expect(await readMetadata('small')).toMatchObject({ width: 120, height: 480 });
  });

  it('serves files as downloads with a generic content type and no preview for invalid images', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const bomb = Buffer.from(await drawPng(2, 2));
    bomb.writeUInt32BE(50_000, 16);
    bomb.writeUInt32BE(50_000, 20);
    const cases: [string, Content, string][] = [
      ['a.svg', svg, 'text/plain'],
      ['a.html', '<script>alert(1)</script>', 'text/plain'],
      ['a.png', svg, 'text/plain'],
      ['bomb.png', new Uint8Array(bomb), 'image/png'],
      ['torn.png', (await drawPng()).slice(0, 30), 'image/png'],
      ['a.pdf', '%PDF-1.7 \u0000', 'application/pdf'],
    ];
    for (const [name, content, type] of cases) {
      const { attachment } = (await attach(ada, list, { name, content })).body;
      expect([name, attachment.type, attachment.width]).toEqual([name, type, null]);
      const one = `${list}/${attachment.id}`;
      expect((await ada.get(`${one}/preview`)).status).toBe(404);
      const file = await ada.get(`${one}/file`);
      expect([name, file.headers.get('content-type')]).toEqual([name, 'application/octet-stream']);
      expect(file.headers.get('content-disposition')).toMatch(/^attachment; /);
    }
  });

  it('applies access changes of the task and its project immediately', async () => {
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const hidden = await makeTask(ada, teamId, { projectId: secret.id });
    const otherList = `/teams/${teamId}/tasks/${hidden.id}/attachments`;
    const seq = await headOf(ben);
    const { attachment } = (await attach(ada, otherList, { name: 'secret.png', content: await drawPng() }))
      .body;
    const addresses = [
      otherList,
      `${otherList}/${attachment.id}/file`,
      `${otherList}/${attachment.id}/preview`,
    ];
    const statuses = async (): Promise<number[]> =>
      await Promise.all(addresses.map(async (address) => (await ben.get(address)).status));
    expect(await statuses()).toEqual([404, 404, 404]);
    expect(await changesSince(ben, seq)).toEqual([]);
    const grant = `/teams/${teamId}/projects/${secret.id}/grants/${ben.user.id}`;
    await ada.send('PUT', grant, { body: { level: 'view' } });
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await attach<Problem>(ben, otherList)).status).toBe(403);
    expect((await ben.delete(`${otherList}/${attachment.id}`)).status).toBe(403);
    await ada.delete(grant);
    expect(await statuses()).toEqual([404, 404, 404]);
    // The file is not accessible under the URL of another task, even for users who see both tasks.
    expect((await ada.get(`${list}/${attachment.id}/file`)).status).toBe(404);
    expect((await ada.delete(`${list}/${attachment.id}`)).status).toBe(404);

    // If a task moves, its attachments get the same visibility.
    const moved = await headOf(ben);
    await ada.patch(`/teams/${teamId}/tasks/${hidden.id}`, { projectId: null });
    expect(await changesSince(ben, moved)).toEqual(['put secret.png']);
    expect(await statuses()).toEqual([200, 200, 200]);
    const back = await headOf(ben);
    await ada.patch(`/teams/${teamId}/tasks/${hidden.id}`, { projectId: secret.id });
    expect(await changesSince(ben, back)).toEqual(['delete']);
    expect(await statuses()).toEqual([404, 404, 404]);
  });

  it('enforces the storage limit under concurrency and frees space on removal', async () => {
    const { attachment } = (await attach(ada, list, { name: 'first.txt' })).body;
    const { storageBytes } = PLANS.free;
    const setBytes = (bytes: number) =>
      asOwner(api.app.db, (tx) =>
        tx.updateTable('attachments').set({ bytes }).where('id', '=', attachment.id).execute(),
      );
    await setBytes(storageBytes - 10);
    const responses = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => attach<Problem>(ada, list, { name, content: '12345' })),
    );
    expect(responses.map(({ status }) => String(status)).toSorted()).toEqual(['201', '201', '402', '402']);
    const refused = responses.find(({ status }) => status === 402);
    expect(refused?.body).toMatchObject({
      code: 'PLAN_LIMIT_REACHED',
      detail: 'The Trial plan includes 250 MB of files, and 250 MB are in use.',
      limit: 'storage',
      max: storageBytes,
      used: storageBytes,
      plan: 'free',
    });
    const one = `${list}/${attachment.id}`;
    await ada.delete(one);
    expect((await attach(ada, list, { name: 'room.txt' })).status).toBe(201);
    expect(codeOf(await ada.post<Problem>(`${one}/restore`))).toBe('402 PLAN_LIMIT_REACHED');
    await setBytes(5 * MEGABYTE);
    expect((await ada.post(`${one}/restore`)).status).toBe(200);
  });

  it('limits the number of attachments per task', async () => {
    await asOwner(api.app.db, (tx) =>
      tx
        .insertInto('attachments')
        .values(
          Array.from({ length: ATTACHMENT.perTask }, (_, at) => ({
            team_id: teamId,
            id: randomUUID(),
            task_id: task.id,
            name: `${at}.txt`,
            type: 'text/plain',
            bytes: 1,
            width: null,
            height: null,
            storage_key: `attachments/${api.app.ids.newToken(24)}`,
            created_by: ada.user.id,
            created_at: new Date(Date.now() - at),
            deleted_at: null,
            deleted_by: null,
          })),
        )
        .execute(),
    );
    expect(codeOf(await attach<Problem>(ada, list))).toBe('422 INVALID_STATE');
    const first = await ada.get<{ attachments: Attachment[]; nextCursor: string }>(`${list}?limit=60`);
    const rest = await ada.get<{ attachments: Attachment[]; nextCursor: null }>(
      `${list}?limit=60&cursor=${first.body.nextCursor}`,
    );
    expect([first.body.attachments.length, rest.body.attachments.length, rest.body.nextCursor]).toEqual([
      60,
      40,
      null,
    ]);
  });

  it('purges attachments with their task and after the restore period', async () => {
    const before = await countFiles();
    const { attachment } = (await attach(ada, list, { name: 'taken off.txt' })).body;
    await ada.delete(`${list}/${attachment.id}`);
    const other = await makeTask(ada, teamId);
    const otherList = `/teams/${teamId}/tasks/${other.id}/attachments`;
    const picture = (await attach(ada, otherList, { name: 'a.png', content: await drawPng() })).body
      .attachment;
    await ada.get(`${otherList}/${picture.id}/preview`);
    await attach(ada, list, { name: 'stays.txt' });
    await ada.delete(`/teams/${teamId}/tasks/${other.id}`);
    expect((await countFiles()) - before).toBe(4);

    // A restored task includes its attachments.
    const seq = await headOf(ada);
    await ada.post(`/teams/${teamId}/trash/${other.id}/restore`);
    expect(await changesSince(ada, seq)).toEqual(['put a.png']);
    await ada.delete(`/teams/${teamId}/tasks/${other.id}`);

    clock.advance((LIMITS.trashDays + 1) * DAY_SECONDS);
    ada = await signIn(api, 'ada@example.com');
    ben = await signIn(api, 'ben@example.com');
    expect((await ada.post(`${list}/${attachment.id}/restore`)).status).toBe(404);
    await getJobs(api.app).runDue();
    expect((await countFiles()) - before).toBe(1);
    expect(await namesOn(ada)).toEqual(['stays.txt']);
  });

  it('deletes attachments with their team', async () => {
    const before = await countFiles();
    const { attachment } = (await attach(ada, list, { name: 'a.png', content: await drawPng() })).body;
    await ada.get(`${list}/${attachment.id}/preview`);
    expect((await countFiles()) - before).toBe(2);
    expect((await ada.delete(`/teams/${teamId}`)).status).toBe(204);
    clock.advance((LIMITS.trashDays + 1) * DAY_SECONDS);
    await getJobs(api.app).runDue();
    expect((await countFiles()) - before).toBe(0);
    ada = await signIn(api, 'ada@example.com');
    ben = await signIn(api, 'ben@example.com');
  });

  it('removes and restores the cover together with its file', async () => {
    const one = `/teams/${teamId}/tasks/${task.id}`;
    const coverIn = async (): Promise<(string | null)[]> => {
      const { body } = await ben.get<{ task: Task }>(one);
      const log = await ben.get<SyncPage>(`/teams/${teamId}/sync?since=${seq}`);
      const synced = log.body.changes.findLast(({ entity, id }) => entity === 'task' && id === task.id);
      return [body.task.coverId, (synced?.data as Task | undefined)?.coverId ?? null];
    };
    const seq = await headOf(ben);
    const content = await drawPng();
    const first = (await attach(ada, list, { name: 'a.png', content })).body.attachment;
    const other = (await attach(ada, list, { name: 'b.png', content })).body.attachment;
    expect((await ben.patch<{ task: Task }>(one, { coverId: first.id })).body.task.coverId).toBe(first.id);
    expect(await coverIn()).toEqual([first.id, first.id]);

    expect((await ben.delete(`${list}/${first.id}`)).status).toBe(204);
    expect(await coverIn()).toEqual([null, null]);
    // Other changes in the meantime do not affect the cover.
    await ben.patch(one, { title: 'Another' });
    expect((await ben.post(`${list}/${first.id}/restore`)).status).toBe(200);
    expect(await coverIn()).toEqual([first.id, first.id]);

    // Removing and restoring other files does not affect the cover.
    await ben.delete(`${list}/${other.id}`);
    expect(await coverIn()).toEqual([first.id, first.id]);
    await ben.post(`${list}/${other.id}/restore`);
    await ben.patch(one, { coverId: other.id });
    await ben.delete(`${list}/${first.id}`);
    await ben.post(`${list}/${first.id}/restore`);
    expect(await coverIn()).toEqual([other.id, other.id]);
    await ben.patch(one, { coverId: null });
    expect(await coverIn()).toEqual([null, null]);

    const { body } = await ben.get<{ changes: PastChange[] }>(`${one}/history`);
    const past = body.changes.filter(({ field }) => field === 'coverId').map((line) => [line.old, line.new]);
    expect(past.toReversed()).toEqual([
      [null, first.id],
      [first.id, null],
      [null, first.id],
      [first.id, other.id],
      [other.id, null],
    ]);
  });

  it('rejects covers that are deleted, are not images or belong to another task', async () => {
    const one = `/teams/${teamId}/tasks/${task.id}`;
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const fake = (await attach(ada, list, { name: 'a.png', content: svg })).body.attachment;
    const deleted = (await attach(ada, list, { name: 'b.png', content: await drawPng() })).body.attachment;
    await ada.delete(`${list}/${deleted.id}`);
    const elsewhere = await makeTask(ada, teamId);
    const otherList = `/teams/${teamId}/tasks/${elsewhere.id}/attachments`;
    const strange = (await attach(ada, otherList, { name: 'c.png', content: await drawPng() })).body
      .attachment;
    for (const coverId of [fake.id, deleted.id, strange.id, randomUUID()])
      expect(codeOf(await ada.patch<Problem>(one, { coverId }))).toBe('404 NOT_FOUND');
    expect(codeOf(await ada.patch<Problem>(one, { coverId: 'x' }))).toBe('400 INVALID_REQUEST');
    expect(
      codeOf(await ada.post<Problem>(`/teams/${teamId}/tasks`, { title: 'New', coverId: strange.id })),
    ).toBe('400 INVALID_REQUEST');
    // Imports may contain any id. A cover that is not attached to the task is returned as null.
    await asOwner(api.app.db, (tx) =>
      tx.updateTable('tasks').set({ cover_id: strange.id }).where('id', '=', task.id).execute(),
    );
    expect((await ada.get<{ task: Task }>(one)).body.task.coverId).toBeNull();
  });
});
