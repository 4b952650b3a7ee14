import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { asOwner, withSystem } from '#platform/db/index.ts';
import {
  createNotes,
  insertNote,
  prepareDataFolder,
  readEpoch,
  readNoteIds,
} from '#testing/embedded-folder.ts';

const folder = prepareDataFolder();

it('keeps the main thread responsive while a query runs', async () => {
  const db = await folder.open();
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  await withSystem(db, (tx) => sql`select count(*) from generate_series(1, 500000)`.execute(tx), {
    deadlineMs: 60_000,
  });
  clearImmediate(next);
  expect(turns).toBeGreaterThan(100);
});

it('writes dumps automatically, keeps the configured number and leaves no partial dumps', async () => {
  const dumps = join(folder.path, 'dumps');
  const db = await folder.open({ dumpEveryMs: 50, keepDumps: 2 });
  const list = async () =>
    existsSync(dumps) ? (await readdir(dumps)).filter((name) => name.endsWith('.tar.gz')) : [];
  const seen = new Set<string>();
  const watch = async () => {
    for (const name of await list()) seen.add(name);
    return seen.size;
  };
  await expect.poll(watch, { timeout: 50_000 }).toBeGreaterThan(3);
  await db.close();
  expect((await readdir(dumps)).filter((name) => !name.endsWith('.tar.gz'))).toEqual([]);
  expect((await list()).length).toBe(2);
});

it('writes a dump on shutdown unless that would take too long', async () => {
  const count = async () => (await readdir(join(folder.path, 'dumps'))).length;
  const patient = await folder.open({ finalDumpMs: 60_000 });
  await patient.close();
  expect(await count()).toBe(1);
  const hurried = await folder.open({ finalDumpMs: 0 });
  await hurried.close();
  expect(await count()).toBe(1);
  expect(existsSync(join(folder.path, 'db.lock'))).toBe(false);
});

it('names the newest dump in the error if the folder cannot be opened', async () => {
  const db = await folder.open();
  await asOwner(db, (tx) => createNotes.execute(tx));
  await asOwner(db, (tx) => insertNote(42).execute(tx));
  await db.dump();
  await db.close();
  const database = join(folder.path, 'db');
  const control = join(database, 'global', 'pg_control');
  await writeFile(control, 'garbage');

  const refused = await folder.open().catch((error: unknown) => String(error));
  const [newest] = (await readdir(join(folder.path, 'dumps'))).sort().toReversed();
  expect(refused).toContain('could not be opened. Nothing was deleted.');
  expect(refused).toContain(`The newest dump is ${join(folder.path, 'dumps', newest ?? 'none')}`);
  expect(await readFile(control, 'utf8')).toBe('garbage');

  // Follow the restore procedure that the message describes.
  await rename(database, `${database}.broken`);
  await mkdir(database);
  const tar = spawn('tar', ['-xzf', join(folder.path, 'dumps', newest ?? ''), '-C', database], {
    stdio: 'ignore',
  });
  expect(await once(tar, 'close')).toEqual([0, null]);
  expect(await readNoteIds(await folder.open())).toEqual([42]);
});

it('removes the remains of a start that was killed while creating the database', async () => {
  await mkdir(join(folder.path, 'db.new'));
  await writeFile(join(folder.path, 'db.new', 'PG_VERSION'), '18');
  const db = await folder.open();
  expect(await withSystem(db, async () => 'open')).toBe('open');
  expect(await readdir(folder.path)).not.toContain('db.new');
});

it('starts a new epoch only for a restored folder', async () => {
  const database = join(folder.path, 'db');
  const first = await folder.open();
  const epoch = await readEpoch(first);
  await first.close();
  const again = await folder.open();
  expect(await readEpoch(again)).toBe(epoch);
  await again.dump();
  await again.close();

  // Restore the hourly dump of a session that continued after the dump.
  const [, dump] = (await readdir(join(folder.path, 'dumps'))).toSorted().toReversed();
  await rename(database, `${database}.lost`);
  await mkdir(database);
  await promisify(execFile)('tar', ['-xzf', join(folder.path, 'dumps', dump ?? ''), '-C', database]);
  const fromDump = await folder.open();
  const second = await readEpoch(fromDump);
  expect(second).not.toBe(epoch);
  await fromDump.close();

  // Restore a copy of the whole data folder that was taken while the database was closed. The folder has been used since.
  const backup = `${folder.path}.backup`;
  await cp(folder.path, backup, { recursive: true });
  const used = await folder.open();
  expect(await readEpoch(used)).toBe(second);
  await used.close();
  await rm(folder.path, { recursive: true });
  await cp(backup, folder.path, { recursive: true });
  await rm(backup, { recursive: true });
  const putBack = await folder.open();
  expect(await readEpoch(putBack)).not.toBe(second);
});
