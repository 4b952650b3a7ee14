import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { describeEachEngine } from '#testing/databases.ts';

import { asOwner, type Db, withSystem } from '#platform/db/index.ts';

describeEachEngine('prepared statements', (engine) => {
  let db: Db;

  beforeAll(async () => {
    db = await engine.open({ poolSize: 1 });
    await asOwner(db, (tx) =>
      sql
        .raw(
          'create table shapes (id int); insert into shapes values (1); grant select on shapes to hearth_app',
        )
        .execute(tx),
    );
  });

  afterAll(async () => {
    await db.close();
  });

  const read = async <R>(query: RawBuilder<R>, on = db): Promise<R[]> =>
    (await withSystem(on, (tx) => query.execute(tx), { isReadOnly: true })).rows;
  const listPrepared = async (on = db): Promise<string[]> =>
    (await read(sql<{ statement: string }>`select statement from pg_prepared_statements`, on)).map(
      ({ statement }) => statement,
    );

  it('prepares a statement from its second use', async () => {
    await read(sql.raw(`select 'once, on ${engine.kind}'`));
    for (const n of [1, 2, 3]) expect(await read(sql`select ${n}::int as again`)).toEqual([{ again: n }]);
    const prepared = await listPrepared();
    expect(prepared).toContain('select $1::int as again');
    expect(prepared.some((text) => text.includes('once'))).toBe(false);
  });

  it('limits the number of prepared statements and still runs evicted ones', async () => {
    const texts = Array.from({ length: 300 }, (_, n) => sql.raw<{ n: number }>(`select ${n} as n`));
    for (const text of texts) {
      await read(text);
      await read(text);
    }
    expect((await listPrepared()).length).toBeLessThanOrEqual(125);
    expect(await read(texts[0] ?? sql``)).toEqual([{ n: 0 }]);
  });

  it('keeps working after a failed statement', async () => {
    const divide = (by: number) => sql<{ part: number }>`select 6 / ${by}::int as part`;
    for (const by of [1, 2]) await read(divide(by));
    await expect(read(divide(0))).rejects.toThrow('division by zero');
    expect(await read(divide(3))).toEqual([{ part: 2 }]);
    const broken = sql`select nothing_there`;
    for (let time = 0; time < 3; time += 1) await expect(read(broken)).rejects.toThrow('nothing_there');
  });

  it('prepares a statement again after a migration changes its result type', async () => {
    const shapes = sql`select * from shapes`;
    for (let time = 0; time < 3; time += 1) expect(await read(shapes)).toEqual([{ id: 1 }]);
    await asOwner(db, (tx) => sql.raw(`alter table shapes add column name text default 'round'`).execute(tx));
    expect(await read(shapes)).toEqual([{ id: 1, name: 'round' }]);
  });

  it('prepares no statements behind a pooler that does not support them', async () => {
    const plain = await engine.open({ poolSize: 1, hasUnnamedStatements: true });
    try {
      for (const n of [1, 2, 3])
        expect(await read(sql`select ${n}::int as again`, plain)).toEqual([{ again: n }]);
      expect(await listPrepared(plain)).toEqual([]);
    } finally {
      await plain.close();
    }
  });
});
