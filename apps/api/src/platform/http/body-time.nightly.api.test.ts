import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ATTACHMENT } from '@hearth/contracts/attachments/attachment-values';
import { describeOneEngine } from '#testing/databases.ts';
import { makeTask, makeTeam, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';
import { bodyTimeOf } from './body-time.ts';

const MEGABYTE = 1024 * 1024;

it('limits JSON bodies to ten seconds and scales the upload time of files with their size', () => {
  const upload = { types: ['application/octet-stream'], maxBytes: 25 * MEGABYTE };
  expect(bodyTimeOf({}, null)).toBe(10_000);
  expect(bodyTimeOf({ upload }, 0)).toBe(30_000);
  expect(bodyTimeOf({ upload }, 25 * MEGABYTE)).toBe(430_000);
  expect(bodyTimeOf({ upload }, null)).toBe(430_000);
  expect(bodyTimeOf({ upload }, 1e12)).toBe(430_000);
});

interface Late {
  status: number;
  body: { code?: string; detail?: string };
  ms: number;
}

/** Sends the first byte, and the rest after `ms`. */
async function sendLate(
  by: SignedIn,
  path: string,
  sent: { type: string; bytes: Buffer },
  afterMs: number,
): Promise<Late> {
  const startedAt = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Late>();
  const cookie = [...by.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const headers = {
    cookie,
    origin: by.target.webOrigin,
    'content-type': sent.type,
    'content-length': sent.bytes.length,
  };
  const out = request(new URL(path, by.target.apiOrigin), { method: 'POST', headers }, (answer) => {
    let text = '';
    answer.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    answer.on('end', () => {
      const body = JSON.parse(text) as Late['body'];
      resolve({ status: answer.statusCode ?? 0, body, ms: performance.now() - startedAt });
    });
  });
  out.on('error', reject);
  out.write(sent.bytes.subarray(0, 1));
  await sleep(afterMs);
  out.end(sent.bytes.subarray(1));
  return await promise;
}

describeOneEngine('slow request bodies', (engine) => {
  const api = useSharedApp(engine);
  const [ada] = usePeople(api, 'slow-ada');

  it('rejects a slow JSON body with 408 and accepts a slow file upload', async () => {
    const teamId = (await makeTeam(ada))._id;
    const task = await makeTask(ada, teamId);
    const tasks = `/teams/${teamId}/tasks`;
    const json = { type: 'application/json', bytes: Buffer.from(JSON.stringify({ title: 'Too late' })) };
    const file = { type: ATTACHMENT.upload, bytes: Buffer.from('Notes of a meeting') };
    const odd = { type: 'text/csv', bytes: Buffer.from('title') };
    const [late, slow, refused] = await Promise.all([
      sendLate(ada, tasks, json, 12_000),
      sendLate(ada, `${tasks}/${task.id}/attachments?name=notes.txt`, file, 11_000),
      // This request is rejected immediately, but sending its body takes longer than the body timeout.
      sendLate(ada, tasks, odd, 12_000),
    ]);
    expect(late).toMatchObject({ status: 408, body: { code: 'REQUEST_TIMEOUT' } });
    expect(late.body.detail).toBe('The body took longer than 10 s to arrive.');
    expect(late.ms).toBeGreaterThan(9_000);
    expect(late.ms).toBeLessThan(11_900);
    expect(slow.status).toBe(201);
    expect(refused.status).toBe(415);
    const { body } = await ada.get<{ tasks: unknown[] }>(tasks);
    expect(body.tasks).toHaveLength(1);
  }, 40_000);
});
