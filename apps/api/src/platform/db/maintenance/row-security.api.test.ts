import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';

import { describeEachEngine } from '#testing/databases.ts';

import { asOwner, assertHealthy, assertRowSecurity, type Db } from '#platform/db/index.ts';

const PROTECTED = `create table probes (team_id uuid not null, id int);
  alter table probes enable row level security;
  alter table probes force row level security;
  create policy team on probes using (team_id = (select app_team()));`;

describeEachEngine('row security check at start-up', (engine) => {
  let db: Db;

  const run = async (text: string) => await asOwner(db, (tx) => sql.raw(text).execute(tx));

  beforeAll(async () => {
    db = await engine.open();
  });

  beforeEach(async () => {
    await run(PROTECTED);
  });

  afterEach(async () => {
    await run('drop table probes cascade; drop function if exists count_probes()');
    await assertRowSecurity(db);
  });

  afterAll(async () => {
    await db.close();
  });

  it('passes when every table is protected', async () => {
    await assertRowSecurity(db);
    await assertHealthy(db);
  });

  it.each([
    ['probes has no row level security', 'alter table probes disable row level security'],
    ['probes does not force row level security', 'alter table probes no force row level security'],
    ['probes has no policy', 'drop policy team on probes'],
    ['probes allows rows without a team', 'alter table probes alter team_id drop not null'],
    ['hearth_app owns probes', 'alter table probes owner to hearth_app'],
    ['view all_probes bypasses row level security', 'create view all_probes as select * from probes'],
    [
      'policy everybody of probes checks neither the team nor the user',
      'create policy everybody on probes using (team_id is not null)',
    ],
    [
      'policy writers of probes checks neither the team nor the user',
      'create policy writers on probes for insert with check (true)',
    ],
    ['role hearth_share has a privilege on the whole table probes', 'grant select on probes to hearth_share'],
    ['role hearth_share can write to probes', 'grant insert (id) on probes to hearth_share'],
    ['role hearth_search can read probes', 'grant select (id) on probes to hearth_search'],
    ['role hearth_search can write to probes', 'grant insert (id) on probes to hearth_search'],
    [
      'function count_probes runs with the rights of its owner',
      `create function count_probes() returns bigint language sql security definer
         as 'select count(*) from pg_class'`,
    ],
  ])('reports that %s', async (sentence, fault) => {
    await run(fault);
    await expect(assertRowSecurity(db)).rejects.toThrow(sentence);
  });

  // Other tests use the same cluster, and therefore the same roles, concurrently. The embedded engine has its own cluster.
  if (engine.kind === 'pglite') {
    it.each([
      ['is a superuser', 'alter role hearth_app superuser', 'alter role hearth_app nosuperuser'],
      ['has BYPASSRLS', 'alter role hearth_app bypassrls', 'alter role hearth_app nobypassrls'],
      [
        'is missing after a restore: The role hearth_share does not exist',
        'alter role hearth_share rename to other',
        'alter role other rename to hearth_share',
      ],
      [
        'has lost its rights: The role hearth_app has no privileges here',
        'revoke all on teams from hearth_app',
        'grant select, insert, update, delete on teams to hearth_app',
      ],
      ['is a member of boss', 'create role boss; grant boss to hearth_app', 'drop role boss'],
    ])('reports that the role %s', async (title, fault, remedy) => {
      const sentence = title.split(': ').at(-1) ?? title;
      await run(fault);
      await expect(assertRowSecurity(db)).rejects.toThrow(sentence);
      await run(remedy);
    });
  }
});
