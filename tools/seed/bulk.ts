import { sql } from 'kysely';
import type { Project } from '@hearth/contracts/projects/projects';
import type { StatusCategory } from '@hearth/contracts/model/task-values';
import { withTeam, type Db, type TeamTx } from '#api/platform/db/index.ts';
import { makeBulkRows, type BulkRows, type BulkTeam } from './bulk-rows.ts';
import type { SeedEvent } from './plan.ts';

const ROWS_AT_ONCE = 2_000;
const DEADLINE_MS = 120_000;
/** In foreign key order: each table follows the tables that it references. */
const TABLES = [
  'projects',
  'work_keys',
  'tasks',
  'task_assignees',
  'task_watchers',
  'task_state_spans',
  'changes',
  'history',
] as const satisfies (keyof BulkRows)[];

/**
 * Loads projects and tasks in one transaction. Bypasses the write path but produces the same result. There must be no concurrent writers.
 */
export async function bulkLoad(
  db: Db,
  on: { teamId: string; userId: string },
  projects: readonly Project[],
  events: readonly SeedEvent[],
  log: (line: string) => void = () => {},
): Promise<void> {
  const team = await withTeam(db, on, (tx) => readTeam(tx, on.teamId));
  // Outside of a transaction because, with 100,000 tasks, this takes longer than the idle-in-transaction timeout.
  const { rows, seq, lastNumber } = makeBulkRows(team, projects, events);
  await withTeam(
    db,
    on,
    async (tx) => {
      for (const table of TABLES) {
        log(`${table}: ${rows[table].length} rows`);
        for (let start = 0; start < rows[table].length; start += ROWS_AT_ONCE) {
          await insertRows(tx, table, rows[table].slice(start, start + ROWS_AT_ONCE));
        }
      }
      for (const [resource, count] of [
        ['projects', rows.projects.length],
        ['tasks', rows.tasks.length],
      ] as const) {
        await sql`
          update team_usage set n = n + ${count}::int where team_id = ${on.teamId} and resource = ${resource}`.execute(
          tx,
        );
      }
      await sql`
        update team_heads set seq = ${seq}, last_task_number = ${lastNumber} where team_id = ${on.teamId}`.execute(
        tx,
      );
    },
    { deadlineMs: DEADLINE_MS },
  );
}

async function readTeam(tx: TeamTx, teamId: string): Promise<BulkTeam> {
  const { rows } = await sql<{
    key: string;
    seq: number;
    number: number;
    projects: Record<string, string> | null;
    statuses: Record<string, StatusCategory>;
  }>`
    select t.key, h.seq, h.last_task_number as number,
      (select json_object_agg(p.id, p.key) from projects p where p.team_id = t.id) as projects,
      (select json_object_agg(s.id, s.category) from statuses s where s.team_id = t.id) as statuses
    from teams t join team_heads h on h.team_id = t.id
    where t.id = ${teamId}`.execute(tx);
  const [team] = rows;
  if (team === undefined) throw new Error(`Team ${teamId} not found`);
  return {
    teamId,
    teamKey: team.key,
    seq: team.seq,
    lastNumber: team.number,
    categoryOf: new Map(Object.entries(team.statuses)),
    projectKeys: new Map(Object.entries(team.projects ?? {})),
  };
}

async function insertRows(tx: TeamTx, table: keyof BulkRows, rows: readonly object[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  );
}
