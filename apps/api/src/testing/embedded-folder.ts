import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach } from 'vitest';
import { asOwner, type DatabaseSettings, type Db, openDatabase, withSystem } from '#platform/db/index.ts';
import { createTemplate } from '#platform/db/template.ts';
import { createLogger } from '#platform/log.ts';

const logger = createLogger({ level: 'silent' });

export const createNotes = sql`create table if not exists notes (id int primary key)`;
export const insertNote = (id: number) => sql`insert into notes values (${id})`;

export async function readNoteIds(db: Db): Promise<number[]> {
  const { rows } = await asOwner(db, (tx) =>
    sql<{ id: number }>`select id from notes order by id`.execute(tx),
  );
  return rows.map(({ id }) => id);
}

export const readEpoch = async (db: Db): Promise<string> =>
  (await withSystem(db, (tx) => tx.selectFrom('log_epoch').select('epoch').executeTakeFirstOrThrow())).epoch;

/** Creates a data folder for each test. Databases opened through `open` are closed at the end of the test. */
export function prepareDataFolder() {
  const folder = { path: '', open };
  let opened: Db[] = [];

  async function open(settings: Partial<DatabaseSettings> = {}): Promise<Db> {
    const template = await createTemplate(logger);
    const db = await openDatabase({ dataFolder: folder.path, logger, template, ...settings });
    opened.push(db);
    return db;
  }

  beforeEach(async () => {
    folder.path = await mkdtemp(join(tmpdir(), 'hearth-embedded-'));
    opened = [];
  });
  afterEach(async () => {
    for (const db of opened) await db.close();
    await rm(folder.path, { recursive: true, force: true });
  });
  return folder;
}
