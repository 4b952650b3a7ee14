import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ATTACHMENT } from '@hearth/contracts/attachments/attachment-values';
import { startApiProcess, type ApiProcess } from '#testing/api-process.ts';
import { Client, makeTask, makeTeam, signIn, type ApiResponse, type SignedIn } from '#testing/make.ts';

const MEGABYTE = 1024 * 1024;

/** Mounts a separate disk, which requires root. Returns null without it. */
function mountDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-full-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=240m', 'tmpfs', folder]).status === 0) return folder;
  rmSync(folder, { recursive: true });
  return null;
}

const disk = mountDisk();
let api: ApiProcess | undefined;
afterAll(async () => {
  await api?.end('SIGKILL');
  if (disk === null) return;
  spawnSync('umount', [disk]);
  rmSync(disk, { recursive: true, force: true });
});

function fill(path: string): void {
  for (const bytes of [MEGABYTE, 4096, 1]) {
    try {
      for (;;) appendFileSync(path, Buffer.alloc(bytes));
    } catch {
      // The disk is full except for less than one chunk.
    }
  }
}

type Problem = { code?: string };

// Mounting a disk requires root, as in CI's containers.
it.skipIf(disk === null)(
  'rejects writes with 507 on a full disk and keeps serving reads',
  async () => {
    const data = join(disk ?? '', 'data');
    mkdirSync(data);
    api = await startApiProcess({ HEARTH_DATA: data });
    const ada = await signIn(api, 'ada@example.com');
    const teamId = (await makeTeam(ada))._id;
    const task = await makeTask(ada, teamId, { title: 'There before' });
    const tasks = `/teams/${teamId}/tasks`;
    const filler = join(disk ?? '', 'filler');
    fill(filler);

    const upload = new Blob([Buffer.alloc(MEGABYTE, 1)], { type: ATTACHMENT.upload });
    const file = await ada.send<Problem>('POST', `${tasks}/${task.id}/attachments?name=a.bin`, { upload });
    expect([file.status, file.body.code]).toEqual([507, 'STORAGE_FULL']);
    // The database's write-ahead log has some reserved space left.
    const written = await writeUntilRefused(ada, tasks);
    expect([written.refusal.status, written.refusal.body.code]).toEqual([507, 'STORAGE_FULL']);
    expect((await ada.get(`${tasks}/${task.id}`)).status).toBe(200);

    await api.end('SIGKILL');
    api = await startApiProcess({ HEARTH_DATA: data, API_PORT: new URL(api.apiOrigin).port });
    expect((await new Client(api).get('/healthz')).status).toBe(200);
    const { body } = await ada.get<{ task: { title: string } }>(`${tasks}/${task.id}`);
    expect(body.task.title).toBe('There before');
    const last = written.ids.at(-1);
    if (last !== undefined) expect((await ada.get(`${tasks}/${last}`)).status).toBe(200);
    expect(readdirSync(data).filter((name) => name.endsWith('.tmp'))).toEqual([]);

    rmSync(filler);
    const deadline = performance.now() + 30_000;
    let healed = await ada.post(tasks, { title: 'After' });
    while (healed.status !== 201 && performance.now() < deadline) {
      healed = await ada.post(tasks, { title: 'After' });
    }
    expect(healed.status).toBe(201);
  },
  180_000,
);

async function writeUntilRefused(
  by: SignedIn,
  tasks: string,
): Promise<{ ids: string[]; refusal: ApiResponse<Problem> }> {
  const ids: string[] = [];
  for (;;) {
    const response = await by.post<{ task?: { id: string } } & Problem>(tasks, {
      title: 'One more',
      description: 'x'.repeat(50_000),
    });
    if (response.status !== 201) return { ids, refusal: response };
    ids.push(response.body.task?.id ?? '');
    if (ids.length > 2_000) throw new Error('The disk does not fill up.');
  }
}
