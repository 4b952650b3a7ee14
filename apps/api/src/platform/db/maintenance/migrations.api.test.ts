import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { describeEachEngine } from '#testing/databases.ts';

import { asOwner, openDatabase } from '#platform/db/index.ts';
import { findMigrationsFolder, migrate, readMigrations } from './migrations.ts';

describeEachEngine('migrations', (engine) => {
  let folder: string;
  let next: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearth-migrations-'));
    await cp(findMigrationsFolder(), folder, { recursive: true });
    next = String(readMigrations(folder).length + 1).padStart(4, '0');
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('applies and records each file once', async () => {
    const db = await engine.open();
    await writeFile(join(folder, `${next}_more.sql`), 'create table more (id int);');
    expect(await migrate(db, folder)).toEqual([`${next}_more.sql`]);
    expect(await migrate(db, folder)).toEqual([]);
    const recorded = await asOwner(db, (tx) =>
      tx.selectFrom('schema_migrations').select('name').orderBy('name').execute(),
    );
    expect(recorded.map(({ name }) => name)).toEqual(readMigrations(folder).map(({ name }) => name));
    await db.close();
  });

  it('rolls back all changes if a file fails', async () => {
    const db = await engine.open();
    await writeFile(join(folder, `${next}_fails.sql`), 'create table half (id int); select 1 / 0;');
    await expect(migrate(db, folder)).rejects.toMatchObject({ code: '22012' });
    const found = await asOwner(db, (tx) => sql`select to_regclass('half') as half`.execute(tx));
    expect(found.rows).toEqual([{ half: null }]);
    await db.close();
  });

  it('rejects a file that was changed after it had been applied', async () => {
    const db = await engine.open();
    await writeFile(join(folder, '0001_roles.sql'), '-- changed');
    await expect(migrate(db, folder)).rejects.toThrow('0001_roles.sql was changed after it had been applied');
    await db.close();
  });

  it('rejects a database that was used by a newer version', async () => {
    const db = await engine.open();
    await writeFile(join(folder, `${next}_newer.sql`), 'select 1;');
    await migrate(db, folder);
    await rm(join(folder, `${next}_newer.sql`));
    await expect(migrate(db, folder)).rejects.toThrow('used with a newer version');
    await db.close();
  });

  it('rejects gaps in the numbering and invalid names', async () => {
    await writeFile(join(folder, '9999_gap.sql'), 'select 1;');
    expect(() => readMigrations(folder)).toThrow(`9999_gap.sql should have the number ${Number(next)}`);
    await rm(join(folder, '9999_gap.sql'));
    await writeFile(join(folder, 'fix.sql'), 'select 1;');
    expect(() => readMigrations(folder)).toThrow('fix.sql is not named like');
  });

  it('applies each file once under concurrent migrations', async () => {
    const { settings, remove } = await engine.prepareEmpty();
    const first = await openDatabase({ ...settings, shouldMigrate: false });
    const second = settings.databaseUrl ? await openDatabase({ ...settings, shouldMigrate: false }) : first;
    const applied = await Promise.all([migrate(first, folder), migrate(second, folder)]);
    expect(applied.flat().sort()).toEqual(readMigrations(folder).map(({ name }) => name));
    await Promise.all([first.close(), second.close()]);
    await remove();
  });
});
