import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { asOwner } from '#platform/db/index.ts';
import { createNotes, prepareDataFolder, readEpoch, readNoteIds } from '#testing/embedded-folder.ts';

// embedded-folder.nightly.api.test.ts tests deadlines and closing, embedded-dumps.nightly.api.test.ts dumps, backups and restores.

const folder = prepareDataFolder();
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

// Another process that opens the folder and writes rows until it is killed. It prints each row after the write was
// acknowledged.
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
  const child = spawn(process.execPath, ['--input-type=module', '--eval', WRITER, folder.path], {
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

it('rejects a folder in use and takes it over after kill -9 with all acknowledged rows', async () => {
  const first = await folder.open();
  await asOwner(first, (tx) => createNotes.execute(tx));
  const epoch = await readEpoch(first);
  await first.close();

  const { child, acknowledged, count } = await startWriter();
  await count(20);
  await expect(folder.open()).rejects.toThrow(`in use by process ${child.pid}`);
  await count(acknowledged.length + 5);

  child.kill('SIGKILL');
  await once(child, 'close');
  const second = await folder.open();
  expect(await readEpoch(second)).toBe(epoch);
  const ids = await readNoteIds(second);
  expect(ids.length).toBeGreaterThanOrEqual(acknowledged.length);
  expect(ids.slice(0, acknowledged.length)).toEqual(acknowledged);
});
