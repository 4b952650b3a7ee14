import { describe, expect, it } from 'vitest';

import { lintMigration } from '#testing/migration-lint.ts';
import { findMigrationsFolder, readMigrations } from './migrations.ts';

describe('migrations', () => {
  for (const migration of readMigrations(findMigrationsFolder())) {
    it(`accepts ${migration.name} as forward-only`, () => {
      expect(lintMigration(migration.text)).toEqual([]);
    });
  }
});

describe('lintMigration rejects', () => {
  for (const text of [
    'truncate tasks;',
    'drop table tasks;',
    'alter table tasks drop column title;',
    'drop function f() cascade;',
    'delete from tasks;',
    'alter table tasks disable row level security;',
    'alter table tasks no force row level security;',
    'alter role hearth_app bypassrls;',
    'create function f() returns int language sql security definer as $$ select 1 $$;',
    'select 1; commit; select 2;',
    'create index concurrently i on tasks (id);',
  ]) {
    it(text, () => expect(lintMigration(text)).not.toEqual([]));
  }
});
