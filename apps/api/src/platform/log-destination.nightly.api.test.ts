import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startApiProcess } from '#testing/api-process.ts';
import { Client, makeTeam, signIn } from '#testing/make.ts';
import { createLogger } from './log.ts';
import { LogDestination } from './log-destination.ts';

/** Mounts a 16 KiB file system, which requires root. Returns null without it. */
function mountSmall(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-log-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder]);
  if (mounted.status === 0) return folder;
  rmSync(folder, { recursive: true });
  return null;
}

const small = mountSmall();

// Mounting a small file system requires root, as in CI's containers.
it.skipIf(small === null)('reports the number of lost lines once there is space again', async () => {
  const folder = small ?? '';
  const file = openSync(join(folder, 'log'), 'a');
  try {
    writeFileSync(join(folder, 'filler'), Buffer.alloc(12 * 1024));
    const log = createLogger({ destination: new LogDestination(file) });
    for (let i = 0; i < 40; i += 1) log.info({ filler: 'x'.repeat(500) }, `line ${i}`);
    await sleep(100);
    log.info('lost');
    await sleep(100);
    rmSync(join(folder, 'filler'));
    log.info('back');
    await sleep(100);
    const lines = readFileSync(join(folder, 'log'), 'utf8').trimEnd().split('\n');
    const [warning, back] = lines.slice(-2).map((line) => JSON.parse(line) as { lost?: number; msg: string });
    expect(warning?.lost).toBeGreaterThan(1);
    expect(back?.msg).toBe('back');
  } finally {
    closeSync(file);
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  }
});

interface Reader {
  name: string;
  /** Returns the file descriptor, or 'pipe' to request a pipe. */
  stdout: () => 'pipe' | number;
  isClosed?: true;
}

const READERS: Reader[] = [
  { name: 'a full disk', stdout: () => openSync('/dev/full', 'w') },
  { name: 'a reader that has closed the pipe', stdout: () => 'pipe', isClosed: true },
  { name: 'a reader that does not read', stdout: () => 'pipe' },
];

it.each(READERS)(
  'keeps serving and exits cleanly when its log goes to $name',
  async ({ stdout, isClosed }) => {
    const folder = mkdtempSync(join(tmpdir(), 'hearth-log-'));
    const api = await startApiProcess({ HEARTH_DATA: folder, LOG_LEVEL: 'debug' }, stdout());
    try {
      if (isClosed === true) api.child.stdout?.destroy();
      const ada = await signIn(api, 'ada@example.com');
      const teamId = (await makeTeam(ada))._id;
      for (let i = 0; i < 400; i += 1) await ada.get(`/teams/${teamId}`);
      expect((await ada.post(`/teams/${teamId}/tasks`, { title: 'Still here' })).status).toBe(201);
      expect((await new Client(api).get('/healthz')).status).toBe(200);
      const startedAt = performance.now();
      await api.end('SIGTERM');
      expect(performance.now() - startedAt).toBeLessThan(6_000);
    } finally {
      await api.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);

it('writes the last line before the process exits', async () => {
  const text = `
    import { createLogger } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))};
    const log = createLogger({});
    log.info('first'); log.info('second');
    setTimeout(() => { log.fatal('last'); process.exit(3); }, 50);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text]);
  let output = '';
  child.stdout.on('data', (part: Buffer) => (output += part.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  expect(output.match(/first|second|last/g)).toEqual(['first', 'second', 'last']);
});
