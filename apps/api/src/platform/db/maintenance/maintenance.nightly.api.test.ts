import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeEachEngine } from '#testing/databases.ts';
import { asOwner, type Db } from '#platform/db/index.ts';

describeEachEngine('database maintenance', (engine) => {
  let db: Db;

  beforeAll(async () => {
    db = await engine.open();
    await asOwner(db, (tx) => sql`create table shapes (id int)`.execute(tx));
  });
  afterAll(() => db.close());

  /** Returns the row count as estimated by the planner, or -1 if the table was never analyzed. */
  const readBelief = async (): Promise<number> => {
    const { rows } = await asOwner(db, (tx) =>
      sql<{ n: number }>`select reltuples::int as n from pg_class where relname = 'shapes'`.execute(tx),
    );
    return rows[0]?.n ?? 0;
  };
  const write = async (rows: number): Promise<void> => {
    await asOwner(db, (tx) => sql`insert into shapes select generate_series(1, ${rows}::int)`.execute(tx));
  };

  it('analyzes a growing table, and again once it has more than doubled', async () => {
    expect(await readBelief()).toBe(-1);
    await write(240);
    await expect.poll(readBelief).toBe(240);
    await write(1200);
    await expect.poll(readBelief).toBe(1440);
  });
});
