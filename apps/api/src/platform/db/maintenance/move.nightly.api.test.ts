import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { createLogger } from '#platform/log.ts';
import { createPostgresDatabase, testDatabaseUrl, testEngines } from '#testing/databases.ts';

import { asOwner, type Db, moveDatabase, openDatabase } from '#platform/db/index.ts';
import { findMigrationsFolder, readMigrations } from './migrations.ts';
import { assertSameTables, digestTables } from './move.ts';

// Constructs that a naive copy would lose: circular references, self-references, triggers, identities, generated columns, unusual strings.
const FIXTURE = `
  create table boxes (team_id uuid not null, id int primary key, parent_id int references boxes (id), lid_id int,
    label text collate "C", twice int generated always as (id * 2) stored);
  create table lids (id int generated always as identity primary key, box_id int not null references boxes (id),
    at timestamptz, day date, span interval, ratio float8, price numeric, raw bytea, data jsonb, tags text[], ids uuid[]);
  alter table boxes add foreign key (lid_id) references lids (id);
  alter table boxes enable row level security;
  alter table boxes force row level security;
  create policy team on boxes using (team_id = (select app_team()));
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no change'; end $$;
  create trigger no_change before insert on lids for each row execute function refuse();`;

const ROWS = `
  alter table lids disable trigger user;
  insert into boxes (team_id, id, parent_id, label) select '01930000-0000-7000-8000-00000000000a', n,
    nullif((n + 7) % 1200, 0), case when n % 3 = 0 then null else E'line\\n"\\\\' || n end from generate_series(1, 1199) n;
  insert into lids (box_id, at, day, span, ratio, price, raw, data, tags, ids) select n,
    'epoch'::timestamptz + n * interval '1.000001 s', '2026-11-20'::date + n, n * interval '1 day 3 hours',
    n / 7.0::float8, n / 100.0, decode(md5(n::text), 'hex'), jsonb_build_object('n', n, 'none', null),
    array['a,b', 'c"d', null, ''], '{}' from generate_series(1, 1199) n;
  update boxes set lid_id = id;
  alter table lids enable trigger user;`;

describe('assertSameTables', () => {
  const table = { name: 'tasks', rows: 2, digest: '7' };
  it.each([
    ['is missing in the target', []],
    ['has 2 rows, its copy 1', [{ ...table, rows: 1 }]],
    ['copy of tasks differs', [{ ...table, digest: '8' }]],
  ])('reports the difference: %s', (sentence, target) => {
    expect(() => assertSameTables([table], target)).toThrow(sentence);
    assertSameTables([table], [table]);
  });
});

const [embedded] = testEngines;

// The target of a move is a PostgreSQL server, so this test requires one.
if (testDatabaseUrl && embedded) {
  const adminUrl = testDatabaseUrl;

  async function withPair(run: (source: Db, target: Db) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-move-'));
    await cp(findMigrationsFolder(), folder, { recursive: true });
    const number = String(readMigrations(folder).length + 1).padStart(4, '0');
    await writeFile(join(folder, `${number}_fixture.sql`), FIXTURE);
    const source = await embedded!.open({ migrationsFolder: folder });
    const { url, remove } = await createPostgresDatabase(adminUrl);
    const logger = createLogger({ level: 'silent' });
    const target = await openDatabase({ databaseUrl: url, dataFolder: folder, logger, shouldMigrate: false });
    try {
      await asOwner(source, (tx) => sql.raw(ROWS).execute(tx));
      await run(source, target);
    } finally {
      await Promise.all([source.close(), target.close()]);
      await remove();
      await rm(folder, { recursive: true });
    }
  }

  const isEmpty = sql<{ isEmpty: boolean }>`select to_regclass('schema_migrations') is null as "isEmpty"`;

  describe('moveDatabase to PostgreSQL', () => {
    it('copies every row and constraint and rejects a target that is not empty', async () => {
      await withPair(async (source, target) => {
        const moved = await moveDatabase(source, target);
        const before = await asOwner(source, digestTables);
        const after = await asOwner(target, digestTables);
        expect(after).toEqual(before);
        expect(moved).toEqual(before);
        expect(after.find(({ name }) => name === 'lids')?.rows).toBe(1199);

        const { rows } = await asOwner(target, (tx) =>
          sql<{ keys: number; forced: boolean; next: number }>`select
            (select count(*) from pg_constraint where contype = 'f' and conrelid in ('boxes'::regclass, 'lids'::regclass)) as keys,
            (select relforcerowsecurity from pg_class where oid = 'boxes'::regclass) as forced,
            nextval('lids_id_seq') as next`.execute(tx),
        );
        expect(rows).toEqual([{ keys: 3, forced: true, next: 1200 }]);

        await asOwner(target, (tx) => sql`update lids set price = price + 0.01 where id = 600`.execute(tx));
        const changed = await asOwner(target, digestTables);
        expect(() => assertSameTables(before, changed)).toThrow('The copy of lids differs');
        await expect(moveDatabase(source, target)).rejects.toThrow('The target is not empty');
      });
    });

    it('leaves the target empty when the copy fails', async () => {
      await withPair(async (source, target) => {
        await asOwner(source, (tx) => sql`create table only_here (id int)`.execute(tx));
        await expect(moveDatabase(source, target)).rejects.toThrow('only_here');
        expect((await asOwner(target, (tx) => isEmpty.execute(tx))).rows).toEqual([{ isEmpty: true }]);
      });
    });
  });
}
