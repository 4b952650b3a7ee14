import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { asOwner, openDatabase } from '#platform/db/index.ts';
import { findMigrationsFolder, migrate, readMigrations } from '#platform/db/maintenance/migrations.ts';
import type { App } from '#platform/feature.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { checkChain } from './check-chain.ts';

const USER = '01930000-0000-7000-8000-000000000001';
const TEAMS = ['01930000-0000-7000-8000-00000000000a', '01930000-0000-7000-8000-00000000000b'];

/** Entries as written by versions that had no hash chain yet. */
const OLD = `
  insert into users (id, issuer, subject, email, name, created_at, updated_at)
    values ('${USER}', 'i', 's', 'ada@example.com', 'Ada', now(), now());
  ${TEAMS.map(
    (team) => `
  insert into teams (id, name, key, created_by, created_at) values ('${team}', 'T', 'T', '${USER}', now());
  insert into team_heads (team_id) values ('${team}');
  insert into audit_entries (team_id, id, act, object, object_id, details, actor, at) values
    ('${team}', gen_random_uuid(), 'team.created', 'team', '${team}', '{}', '${USER}', '2026-01-01T00:00:00.010Z'),
    ('${team}', gen_random_uuid(), 'team.changed', 'team', '${team}',
      '{"name": "A \\"quoted\\" \\\\ ünï\\tcode", "membersMayInvite": true, "defaultRole": null, "n": 3}', '${USER}', '2026-01-02T03:04:05.678Z'),
    ('${team}', gen_random_uuid(), 'plan.changed', 'team', null, '{}', null, '2026-01-03T00:00:00Z');`,
  ).join('')}`;

describeOneEngine('hash chains of teams created before hash chains existed', (engine) => {
  it('adds the existing entries to the chain and verifies them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-first-chain-'));
    const { settings, remove } = await engine.prepareEmpty();
    const db = await openDatabase({ ...settings, shouldMigrate: false });
    try {
      await cp(findMigrationsFolder(), folder, { recursive: true });
      const names = readMigrations(folder).map(({ name }) => name);
      const later = names.slice(names.findIndex((name) => name.endsWith('_audit.sql')));
      for (const name of later) await rm(join(folder, name));
      await migrate(db, folder);
      await asOwner(db, (tx) => sql.raw(OLD).execute(tx));
      await migrate(db, findMigrationsFolder());
      for (const teamId of TEAMS) {
        expect(await checkChain({ db } as App, teamId)).toMatchObject({
          isWhole: true,
          entries: 3,
          head: { number: 3 },
        });
      }
    } finally {
      await db.close();
      await remove();
      await rm(folder, { recursive: true });
    }
  });
});
