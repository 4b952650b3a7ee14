import { sql } from 'kysely';
import { asOwner, type Db } from '#platform/db/index.ts';

/** Excluded tables: the conversation itself, asynchronously updated indexes, and last-active times. */
const LEFT_OUT = ['assistant_%', 'search_%', 'member_activity'];

/** Hashes a team's rows in each table, to detect writes by comparing the hashes before and after. */
export async function digestTeam(db: Db, teamId: string): Promise<Record<string, string>> {
  return await asOwner(db, async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select distinct c.table_name as name from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.table_schema = 'public' and c.column_name = 'team_id' and t.table_type = 'BASE TABLE'
        and not c.table_name like any (array[${sql.join(LEFT_OUT)}])`.execute(tx);
    const digests = tables.map(
      ({ name }) => sql`select ${name}::text as name, count(*) || ' rows ' || md5(coalesce(
        string_agg(r::text, ';' order by r::text), '')) as digest from ${sql.table(name)} r where team_id = ${teamId}`,
    );
    const { rows } = await sql<{ name: string; digest: string }>`
      ${sql.join(digests, sql` union all `)}`.execute(tx);
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  });
}
