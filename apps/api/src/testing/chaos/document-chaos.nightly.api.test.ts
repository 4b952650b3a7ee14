import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPostgresDatabase, testDatabaseUrl } from '#testing/databases.ts';
import { runDocumentChaos } from './run-document-chaos.ts';

const KILLS = 2;
const engines = ['pglite', ...(testDatabaseUrl ? ['postgres'] : [])];

// The long run is `npm run lab -- chaos --of documents`.
describe.each(engines)('kill -9 during collaborative editing [%s]', (engine) => {
  it('loses no acknowledged character and lets all readers converge', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hearth-chaos-'));
    const database = engine === 'postgres' ? await createPostgresDatabase(testDatabaseUrl ?? '') : null;
    try {
      const report = await runDocumentChaos({
        kills: KILLS,
        folder,
        random: Math.random,
        mostBetween: 60,
        ...(database === null ? {} : { databaseUrl: database.url }),
      });
      expect(report).toMatchObject({ kills: KILLS, lost: [], doubled: [], apart: [] });
      expect(report.acknowledged).toBeGreaterThan(KILLS);
    } finally {
      await database?.remove();
      await rm(folder, { recursive: true, force: true });
    }
  }, 240_000);
});
