import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { CustomField } from '@hearth/contracts/custom-fields/custom-fields';
import type { Label } from '@hearth/contracts/labels/labels';
import { withTeam } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { makeProTeam, makeTask } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

const TASKS = 500;
/** Half of the statement timeout of 5 s. */
const MAX_MS_OF_A_STATEMENT = 2500;

describeOneEngine('bulk changes of the maximum size', (engine) => {
  const api = useSharedApp(engine);
  const [ada] = usePeople(api, 'ada');
  let path: string;
  let teamId: string;

  beforeAll(async () => {
    teamId = await makeProTeam(ada);
    path = `/teams/${teamId}`;
  });

  it('handles 20 labels and 25 fields per task while the server stays responsive', async () => {
    const labelIds: string[] = [];
    const custom: Record<string, string | null> = {};
    for (let at = 0; at < 20; at += 1)
      labelIds.push(
        (await ada.post<{ label: Label }>(`${path}/labels`, { name: `L${at}`, color: 'sky' })).body.label.id,
      );
    for (let at = 0; at < 25; at += 1) {
      const created = await ada.post<{ field: CustomField }>(`${path}/fields`, {
        name: `F${at}`,
        type: 'text',
      });
      custom[created.body.field.id] = 'Some text';
    }
    const taskIds: string[] = [];
    for (let at = 0; at < TASKS; at += 1) taskIds.push((await makeTask(ada, teamId, {})).id);
    const nothing = Object.fromEntries(Object.keys(custom).map((id) => [id, null]));
    for (const body of [
      { taskIds, custom },
      { taskIds, labelIds, custom: nothing },
    ]) {
      const change = { isUnderWay: true };
      const changed = ada.patch(`${path}/tasks`, body).finally(() => {
        change.isUnderWay = false;
      });
      const waits: number[] = [];
      while (change.isUnderWay) {
        const start = performance.now();
        expect((await ada.get('/healthz')).status).toBeLessThan(500);
        waits.push(performance.now() - start);
      }
      expect((await changed).status).toBe(200);
      expect(Math.max(...waits)).toBeLessThan(MAX_MS_OF_A_STATEMENT);
    }
    const { rows } = await withTeam(api.app.db, { teamId, userId: ada.user.id }, (tx) =>
      sql<{ labels: number; past: number; ordinals: number }>`
        select (select count(*)::int from task_labels where team_id = ${teamId}) as labels,
          count(*)::int as past, count(distinct (seq, ordinal))::int as ordinals
        from history where team_id = ${teamId} and field like 'custom.%'`.execute(tx),
    );
    expect(rows[0]).toEqual({ labels: TASKS * 20, past: 2 * TASKS * 25, ordinals: 2 * TASKS * 25 });
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  }, 120_000);
});
