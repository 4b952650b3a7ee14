import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { createLogger } from '#platform/log.ts';

import { asOwner, type DatabaseSettings, type Db, openDatabase, withSystem } from '#platform/db/index.ts';
import { createTemplate } from '#platform/db/template.ts';

const logger = createLogger({ level: 'silent' });
let dataFolder: string;
let opened: Db[];
let children: ChildProcess[];

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'hearth-embedded-'));
  opened = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const db of opened) await db.close();
  await rm(dataFolder, { recursive: true, force: true });
});

async function open(settings: Partial<DatabaseSettings> = {}): Promise<Db> {
  const db = await openDatabase({ dataFolder, logger, template: await createTemplate(logger), ...settings });
  opened.push(db);
  return db;
}

const create = sql`create table if not exists notes (id int primary key)`;
const insert = (id: number) => sql`insert into notes values (${id})`;

async function readIds(db: Db): Promise<number[]> {
  const { rows } = await asOwner(db, (tx) =>
    sql<{ id: number }>`select id from notes order by id`.execute(tx),
  );
  return rows.map(({ id }) => id);
}

// Another process that opens the folder and writes rows for as long as it lives, saying each after it was acknowledged.
const WRITER = `
  import { openDatabase, asOwner } from '#platform/db/index.ts';
  import { createLogger } from '#platform/log.ts';
  import { sql } from 'kysely';
  const db = await openDatabase({ dataFolder: process.argv[1], logger: createLogger({ level: 'silent' }) });
  for (let id = 1; ; id += 1) {
    await asOwner(db, (tx) => sql\`insert into notes values (\${id})\`.execute(tx));
    console.log(id);
  }`;

async function startWriter(): Promise<{
  child: ChildProcess;
  acknowledged: number[];
  count: (n: number) => Promise<void>;
}> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', WRITER, dataFolder], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const acknowledged: number[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => acknowledged.push(Number(line)));
  const count = async (n: number) => {
    while (acknowledged.length < n) await once(lines, 'line');
  };
  return { child, acknowledged, count };
}

it('refuses a folder that another process uses, and takes over after kill -9 without losing an acknowledged row', async () => {
  const first = await open();
  await asOwner(first, (tx) => create.execute(tx));
  await first.close();

  const { child, acknowledged, count } = await startWriter();
  await count(20);
  await expect(open()).rejects.toThrow(`in use by process ${child.pid}`);
  await count(acknowledged.length + 5);

  child.kill('SIGKILL');
  await once(child, 'close');
  const ids = await readIds(await open());
  expect(ids.length).toBeGreaterThanOrEqual(acknowledged.length);
  expect(ids.slice(0, acknowledged.length)).toEqual(acknowledged);
});

it('opens the folder anew after a deadline, with what was committed and without what was not', async () => {
  const db = await open();
  await asOwner(db, (tx) => create.execute(tx));
  await asOwner(db, (tx) => insert(1).execute(tx));
  const slow = asOwner(
    db,
    async (tx) => {
      await insert(2).execute(tx);
      await sql`select count(*) from generate_series(1, 1000000000)`.execute(tx);
    },
    { deadlineMs: 200 },
  );
  const behind = asOwner(db, (tx) => insert(3).execute(tx));
  await expect(slow).rejects.toMatchObject({ name: 'DatabaseTimeoutError' });
  await behind;
  expect(await readIds(db)).toEqual([1, 3]);
});

it('keeps the main thread free while a query runs', async () => {
  const db = await open();
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

it('writes dumps by itself, keeps the newest, and leaves no half ones', async () => {
  const dumps = join(dataFolder, 'dumps');
  const db = await open({ dumpEveryMs: 50, keepDumps: 2 });
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

it('writes a dump when it stops, or goes without one when that takes too long', async () => {
  const count = async () => (await readdir(join(dataFolder, 'dumps'))).length;
  const patient = await open({ finalDumpMs: 60_000 });
  await patient.close();
  expect(await count()).toBe(1);
  const hurried = await open({ finalDumpMs: 0 });
  await hurried.close();
  expect(await count()).toBe(1);
  expect(existsSync(join(dataFolder, 'db.lock'))).toBe(false);
});

it('says which dump is the newest when the folder cannot be opened, deletes nothing, and the dump brings all back', async () => {
  const db = await open();
  await asOwner(db, (tx) => create.execute(tx));
  await asOwner(db, (tx) => insert(42).execute(tx));
  await db.dump();
  await db.close();
  const folder = join(dataFolder, 'db');
  const control = join(folder, 'global', 'pg_control');
  await writeFile(control, 'garbage');

  const refused = await open().catch((error: unknown) => String(error));
  const [newest] = (await readdir(join(dataFolder, 'dumps'))).sort().toReversed();
  expect(refused).toContain('could not be opened. Nothing was deleted.');
  expect(refused).toContain(`The newest dump is ${join(dataFolder, 'dumps', newest ?? 'none')}`);
  expect(await readFile(control, 'utf8')).toBe('garbage');

  // The way back that the message gives.
  await rename(folder, `${folder}.broken`);
  await mkdir(folder);
  const tar = spawn('tar', ['-xzf', join(dataFolder, 'dumps', newest ?? ''), '-C', folder], {
    stdio: 'ignore',
  });
  expect(await once(tar, 'close')).toEqual([0, null]);
  expect(await readIds(await open())).toEqual([42]);
});

it('leaves nothing that looks like a database when it is ended while making one', async () => {
  await mkdir(join(dataFolder, 'db.new'));
  await writeFile(join(dataFolder, 'db.new', 'PG_VERSION'), '18');
  const db = await open();
  expect(await withSystem(db, async () => 'open')).toBe('open');
  expect(await readdir(dataFolder)).not.toContain('db.new');
});

it('gives the folder free when it closes, and takes no more work', async () => {
  const db = await open();
  expect(db.notice?.text).toContain('a power cut may lose the last moments');
  expect(existsSync(join(dataFolder, 'db.lock'))).toBe(true);
  const last = asOwner(db, (tx) => create.execute(tx));
  await db.close();
  await last;
  expect(existsSync(join(dataFolder, 'db.lock'))).toBe(false);
  await expect(withSystem(db, async () => 1)).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
});

const readEpoch = async (db: Db): Promise<string> =>
  (await withSystem(db, (tx) => tx.selectFrom('log_epoch').select('epoch').executeTakeFirstOrThrow())).epoch;

it('begins a new epoch for a folder that was restored, and none for one that goes on', async () => {
  const folder = join(dataFolder, 'db');
  const first = await open();
  const epoch = await readEpoch(first);
  await first.close();
  const again = await open();
  expect(await readEpoch(again)).toBe(epoch);
  await again.dump();
  await again.close();

  // The hourly dump of an opening that went on after it.
  const [, dump] = (await readdir(join(dataFolder, 'dumps'))).toSorted().toReversed();
  await rename(folder, `${folder}.lost`);
  await mkdir(folder);
  await promisify(execFile)('tar', ['-xzf', join(dataFolder, 'dumps', dump ?? ''), '-C', folder]);
  const fromDump = await open();
  const second = await readEpoch(fromDump);
  expect(second).not.toBe(epoch);
  await fromDump.close();

  // The whole data folder, copied away while it was closed, used on, and put back.
  const backup = `${dataFolder}.backup`;
  await cp(dataFolder, backup, { recursive: true });
  const used = await open();
  expect(await readEpoch(used)).toBe(second);
  await used.close();
  await rm(dataFolder, { recursive: true });
  await cp(backup, dataFolder, { recursive: true });
  await rm(backup, { recursive: true });
  const putBack = await open();
  expect(await readEpoch(putBack)).not.toBe(second);
});

it('goes on in the same epoch after kill -9', async () => {
  const first = await open();
  await asOwner(first, (tx) => create.execute(tx));
  const epoch = await readEpoch(first);
  await first.close();
  const { child, count } = await startWriter();
  await count(3);
  child.kill('SIGKILL');
  await once(child, 'close');
  expect(await readEpoch(await open())).toBe(epoch);
});
