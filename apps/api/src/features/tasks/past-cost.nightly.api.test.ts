import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { asOwner, withTeam } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { useSharedApp } from '#testing/use-app.ts';

const TASKS = 1500;
const CHANGES_EACH = 12;
/** A historical snapshot takes at most three times as long as a current one. A busy host may double that. */
const MAX_TIMES = 6;

interface Page {
  changes: unknown[];
  nextCursor: string | null;
}
interface Answer {
  status: number;
  body: Page;
}

describeOneEngine('cost of historical snapshots', (engine) => {
  const api = useSharedApp(engine);
  let ada: SignedIn;
  let teamId: string;

  beforeAll(async () => {
    ada = await signIn(api, 'ada@example.com');
    teamId = (await makeTeam(ada))._id;
    const { id: projectId } = await makeProject(ada, teamId);
    const top = await makeTask(ada, teamId, { title: 'Top', projectId });
    const part = await makeTask(ada, teamId, { title: 'Part', projectId, parentId: top.id });
    await withTeam(api.app.db, { teamId, userId: ada.user.id }, async (tx) => {
      await sql`
        insert into tasks select (jsonb_populate_record(t, jsonb_build_object(
          'id', gen_random_uuid(), 'number', t.number + n, 'position', t.position || n))).*
        from tasks t, generate_series(1, ${TASKS}::int) n where t.team_id = ${teamId} and t.id = ${part.id}`.execute(
        tx,
      );
      for (let change = 1; change <= CHANGES_EACH; change += 1)
        await sql`
          insert into history (team_id, seq, ordinal, entity, entity_id, field, old_value, new_value, actor, at)
          select t.team_id, 1000 + n * 100000 + t.number, 0, 'task', t.id,
            (array['title', 'priority', 'estimate', 'description'])[1 + n % 4],
            (array['"before"', '"low"', '3', '"A longer text"']::jsonb[])[1 + n % 4], 'null', ${ada.user.id}::uuid,
            now() + n * interval '1 second'
          from tasks t, (select ${change}::int as n) n where t.team_id = ${teamId}`.execute(tx);
    });
    // Both measurements require statistics. In production, autovacuum collects them within seconds.
    await asOwner(api.app.db, (tx) => sql`analyze tasks, history`.execute(tx));
  }, 60_000);

  it('stays within a small multiple of the cost of a current snapshot for a team with a long history', async () => {
    const at = new Date().toISOString();
    const time = async (search: string): Promise<number> => {
      const times: number[] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        const start = performance.now();
        let count = 0;
        for (let cursor: string | null = ''; cursor !== null;) {
          const answer: Answer = await ada.get<Page>(
            `/teams/${teamId}/sync?limit=5000${search}${cursor && `&cursor=${cursor}`}`,
          );
          expect(answer.status).toBe(200);
          count += answer.body.changes.length;
          cursor = answer.body.nextCursor;
        }
        times.push(performance.now() - start);
        expect(count).toBeGreaterThan(TASKS);
      }
      return Math.min(...times);
    };
    const present = await time('');
    const past = await time(`&at=${at}`);
    expect(past).toBeLessThan(present * MAX_TIMES + 100);
  }, 60_000);
});
