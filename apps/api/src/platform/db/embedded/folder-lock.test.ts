import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { lockFolder } from './folder-lock.ts';
import { identifyThisProcess, isOwnerAlive, type ProcessIdentity } from './process-identity.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-lock-'));
  path = join(folder, 'db.lock');
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function plantOwner(changes: Partial<ProcessIdentity>): Promise<void> {
  await writeFile(path, JSON.stringify({ ...identifyThisProcess(), ...changes }));
}

it('rejects a second owner with a message that names the process and the folder', async () => {
  const lock = await lockFolder(path, folder);
  await expect(lockFolder(path, folder)).rejects.toThrow(
    new RegExp(`The database in ${folder} is in use by process ${process.pid}\\.`),
  );
  await lock.release();
  expect(await readdir(folder)).toEqual([]);
});

it.each([
  ['an owner from before the last boot', { bootId: 'another' }],
  ['an owner whose pid was reused by another process', { startTime: '1' }],
  ['an owner that has exited', { pid: 4_194_304 }],
  ['an owner of an earlier run of this container', { pidNamespace: 'pid:[1]' }],
])('takes over from %s', async (_, changes) => {
  await plantOwner(changes);
  const lock = await lockFolder(path, folder);
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid });
  await lock.release();
  expect(await readdir(folder)).toEqual([]);
});

it('keeps the lock of a process in another container, whose liveness is unknown', async () => {
  await plantOwner({ pidNamespace: 'pid:[1]', hostname: 'elsewhere', pid: 4_194_304 });
  await expect(lockFolder(path, folder)).rejects.toThrow(/in use by process 4194304 on elsewhere/);
});

it('rejects an unreadable lock file with a message that names the file', async () => {
  await writeFile(path, '{"pid":');
  await expect(lockFolder(path, folder)).rejects.toThrow(path);
});

// The shell replaces itself with `sleep`, which never waits for its child. The shell would reap it.
it('treats a zombie as dead although it still responds to signals', async () => {
  const parent = spawn(
    'sh',
    ['-c', 'until read name < /proc/$$/comm && [ "$name" = sleep ]; do :; done & echo $!; exec sleep 60'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  try {
    const [output] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(output.toString());
    const readStat = async () =>
      (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
    await expect.poll(async () => (await readStat())[0]).toBe('Z');
    expect(process.kill(pid, 0)).toBe(true);
    await plantOwner({ pid, startTime: (await readStat())[19] ?? '' });
    const lock = await lockFolder(path, folder);
    await lock.release();
  } finally {
    parent.kill('SIGKILL');
  }
});

it('lets exactly one of many concurrent processes take over from a dead owner', async () => {
  for (let round = 0; round < 20; round += 1) {
    await plantOwner({ pid: 4_194_304 });
    const taken = await Promise.allSettled(Array.from({ length: 12 }, () => lockFolder(path, folder)));
    const locks = taken.filter((result) => result.status === 'fulfilled');
    expect(locks).toHaveLength(1);
    await locks[0]?.value.release();
    expect(await readdir(folder)).toEqual([]);
  }
});

it('takes over even if another process died during its own takeover', async () => {
  const dead = { ...identifyThisProcess(), pid: 4_194_304 };
  const deadClaimant = { ...identifyThisProcess(), startTime: '1' };
  await writeFile(path, JSON.stringify(dead));
  await writeFile(`${path}.${dead.token}`, JSON.stringify(deadClaimant));
  const lock = await lockFolder(path, folder);
  await expect(lockFolder(path, folder)).rejects.toThrow(/in use/);
  await lock.release();
});

it('treats the current process as alive', () => {
  expect(isOwnerAlive(identifyThisProcess())).toBe(true);
});
