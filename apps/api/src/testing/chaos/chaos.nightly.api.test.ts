import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPostgresDatabase, testDatabaseUrl } from '#testing/databases.ts';
import { runChaos } from './run-chaos.ts';

const KILLS = 3;
const engines = ['pglite', ...(testDatabaseUrl ? ['postgres'] : [])];

// A short run that verifies the check itself. The long run is `npm run lab -- chaos`.
describe.each(engines)('kill -9 under load [%s]', (engine) => {
  it('loses no acknowledged write and leaves no duplicate or torn writes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-chaos-'));
    const database = engine === 'postgres' ? await createPostgresDatabase(testDatabaseUrl ?? '') : null;
    try {
      const report = await runChaos({
        kills: KILLS,
        writers: 20,
        folder,
        random: Math.random,
        mostBetween: 40,
        ...(database === null ? {} : { databaseUrl: database.url }),
      });
      expect(report).toMatchObject({ kills: KILLS, lost: [], doubled: [], torn: [], surprises: [] });
      expect(report.acknowledged).toBeGreaterThan(KILLS);
    } finally {
      await database?.remove();
      await rm(folder, { recursive: true, force: true });
    }
  }, 240_000);
});
