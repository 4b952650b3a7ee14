import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { withSearch, type SearchTx } from '#platform/db/index.ts';
import { describeEachEngine } from '#testing/databases.ts';
import { makeTask, makeTeam, signIn } from '#testing/make.ts';
import { useSharedApp } from '#testing/use-app.ts';
import { listGaps } from './gaps.ts';
import { settleSearch } from './index.ts';
import { markOf } from './vector.ts';

describeEachEngine('search database role', (engine) => {
  const api = useSharedApp(engine);
  let teamId: string;
  let taskId: string;

  beforeAll(async () => {
    const ada = await signIn(api, 'ada-role@example.com');
    teamId = (await makeTeam(ada))._id;
    const ben = await signIn(api, 'ben-role@example.com');
    const otherTeam = (await makeTeam(ben))._id;
    taskId = (await makeTask(ada, teamId, { title: 'Quetzal', description: 'Feathers' })).id;
    await makeTask(ada, teamId, { title: 'Toucan' });
    await makeTask(ben, otherTeam, { title: 'Quetzal' });
    await settleSearch(api.app);
  });

  const list = (tx: SearchTx) =>
    sql<{ id: string }>`select id from search_entries where kind = 'task'`
      .execute(tx)
      .then(({ rows }) => rows.map(({ id }) => id));
  const lexeme = (word: string): string => `'${markOf(teamId)}${word}'`;

  it('reads only rows of its team that match a word, title word or deletion variant', async () => {
    const { db } = api.app;
    const mark = markOf(teamId);
    for (const match of [
      { words: lexeme('feathers') },
      { titles: lexeme('quetzal') },
      { gaps: listGaps(mark, 'quezal') },
    ])
      expect(await withSearch(db, { teamId, match }, list)).toEqual([taskId]);
    for (const match of [{}, { titles: lexeme('feathers') }, { gaps: [1] }])
      expect(await withSearch(db, { teamId, match }, list)).toEqual([]);
  });

  it('reads only rows of its team even if the query matches other teams', async () => {
    // This query matches rows of all teams.
    const match = { words: `!'nothing'` };
    const seen = await withSearch(api.app.db, { teamId, match }, (tx) =>
      sql<{ teamId: string }>`select distinct team_id as "teamId" from search_entries`.execute(tx),
    );
    expect(seen.rows).toEqual([{ teamId }]);
  });

  it('uses the search indexes', async () => {
    const plan = await withSearch(api.app.db, { teamId, match: { words: lexeme('quetzal') } }, async (tx) => {
      // The test's table is too small for the planner to choose an index scan.
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
          explain (costs off) select id from search_entries where (team_id = ${teamId}) is true`.execute(tx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    for (const index of ['words', 'titles', 'gaps'])
      expect(plan).toContain(`Bitmap Index Scan on search_entries_${index}`);
  });

  it.each([
    'insert into search_entries select',
    'delete from search_entries',
    'select body from search_entries',
    'select from tasks',
  ])('denies: %s', async (text) => {
    const match = { words: lexeme('quetzal') };
    await expect(
      withSearch(api.app.db, { teamId, match }, (tx) => sql.raw(text).execute(tx)),
    ).rejects.toThrow();
  });
});
