import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { describeEachEngine } from '#testing/databases.ts';

import {
  asOwner,
  type Db,
  NestedDatabaseUseError,
  commitWith,
  sendAhead,
  TooManyRowsError,
  type TeamTx,
  withSystem,
  withTeam,
  withUser,
} from '#platform/db/index.ts';

const TEAM_A = '01930000-0000-7000-8000-00000000000a';
const TEAM_B = '01930000-0000-7000-8000-00000000000b';
const USER = '01930000-0000-7000-8000-0000000000cc';

describeEachEngine('transactions', (engine) => {
  let db: Db;

  beforeAll(async () => {
    db = await engine.open({ rowLimit: 100 });
    await asOwner(db, (tx) =>
      sql
        .raw(
          `create table notes (team_id uuid not null, id int not null, text text not null, primary key (team_id, id));
           alter table notes enable row level security;
           alter table notes force row level security;
           create policy team on notes using (team_id = (select app_team())) with check (team_id = (select app_team()));
           insert into notes values ('${TEAM_A}', 1, 'of a'), ('${TEAM_B}', 1, 'of b'), ('${TEAM_B}', 2, 'of b')`,
        )
        .execute(tx),
    );
  });

  afterAll(async () => {
    await db.close();
  });

  const readNotes = sql<{ team_id: string }>`select team_id from notes`;

  it('reads only the rows of its team', async () => {
    const seen = (rows: { team_id: string }[]) => rows.map((row) => row.team_id);
    const ofA = await withTeam(db, { teamId: TEAM_A, userId: USER }, (tx) => readNotes.execute(tx));
    const ofB = await withTeam(db, { teamId: TEAM_B, userId: null }, (tx) => readNotes.execute(tx));
    const ofUser = await withUser(db, { userId: USER }, (tx) => readNotes.execute(tx));
    const ofSystem = await withSystem(db, (tx) => readNotes.execute(tx));
    expect([seen(ofA.rows), seen(ofB.rows), ofUser.rows, ofSystem.rows]).toEqual([
      [TEAM_A],
      [TEAM_B, TEAM_B],
      [],
      [],
    ]);
  });

  it('rejects inserts for another team and updates none of its rows', async () => {
    const insert = sql`insert into notes values (${TEAM_B}, 9, 'planted')`;
    const intoB = withTeam(db, { teamId: TEAM_A, userId: USER }, (tx) => insert.execute(tx));
    await expect(intoB).rejects.toMatchObject({ code: '42501' });
    const update = await withTeam(db, { teamId: TEAM_A, userId: USER }, (tx) =>
      sql`update notes set text = 'taken' where team_id = ${TEAM_B} returning id`.execute(tx),
    );
    expect(update.rows).toEqual([]);
  });

  it('exposes the acting user to row level security policies', async () => {
    const who = sql`select current_user::text as role, app_team() as team, app_user() as person, app_system() as system`;
    const inTeam = await withTeam(db, { teamId: TEAM_A, userId: USER }, (tx) => who.execute(tx));
    expect(inTeam.rows).toEqual([{ role: 'hearth_app', team: TEAM_A, person: USER, system: false }]);
    const inSystem = await withSystem(db, (tx) => who.execute(tx));
    expect(inSystem.rows).toEqual([{ role: 'hearth_app', team: null, person: null, system: true }]);
  });

  it('exposes the transaction’s team id while others are open concurrently', async () => {
    const ask = (teamId: string) =>
      withTeam(db, { teamId, userId: null }, async (tx) => {
        const { rows } = await sql<{ team: string }>`select app_team() as team`.execute(tx);
        return { named: tx.teamId, seen: rows[0]?.team };
      });
    const teamIds = [TEAM_A, TEAM_B, TEAM_A];
    const answers = await Promise.all(teamIds.map(ask));
    expect(answers).toEqual(teamIds.map((teamId) => ({ named: teamId, seen: teamId })));
  });

  it('treats ids as values instead of parts of a statement', async () => {
    const forged = `${TEAM_A}', true), set_config('role','none`;
    await expect(
      withTeam(db, { teamId: forged, userId: null }, (tx) => readNotes.execute(tx)),
    ).rejects.toThrow(/invalid input syntax for type uuid/);
    const { rows } = await withTeam(db, { teamId: TEAM_A, userId: null }, (tx) =>
      sql<{ role: string }>`select current_user as role`.execute(tx),
    );
    expect(rows).toEqual([{ role: 'hearth_app' }]);
  });

  it('rolls back when the function throws', async () => {
    const failing = withTeam(db, { teamId: TEAM_A, userId: null }, async (tx) => {
      await sql`insert into notes values (${TEAM_A}, 50, 'gone')`.execute(tx);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    const left = await withTeam(db, { teamId: TEAM_A, userId: null }, (tx) => readNotes.execute(tx));
    expect(left.rows).toHaveLength(1);
  });

  it('commits together with the last statement and rejects any further one', async () => {
    const insert = sql`insert into notes values (${TEAM_A}, 60, 'kept') returning id`;
    const count = sql<{ n: number }>`select count(*) as n from notes where id = 60`;
    const late = withTeam(db, { teamId: TEAM_A, userId: null }, async (tx) => {
      const { rows } = await commitWith(() => insert.execute(tx));
      expect(rows).toEqual([{ id: 60 }]);
      await readNotes.execute(tx);
    });
    await expect(late).rejects.toThrow(/transaction has ended/);
    const seen = await withTeam(db, { teamId: TEAM_A, userId: null }, (tx) =>
      commitWith(() => count.execute(tx)),
    );
    expect(seen.rows).toEqual([{ n: 1 }]);
    await withTeam(db, { teamId: TEAM_A, userId: null }, (tx) =>
      sql`delete from notes where id = 60`.execute(tx),
    );
  });

  it('pipelines a statement with the next one and keeps neither on failure', async () => {
    const insert = sql`insert into notes values (${TEAM_A}, 62, 'ahead')`;
    const count = sql<{ n: number }>`select count(*) as n from notes where id = 62`;
    const inA = <T>(work: (tx: TeamTx) => Promise<T>) => withTeam(db, { teamId: TEAM_A, userId: null }, work);
    const seen = await inA(async (tx) => {
      sendAhead(tx, insert);
      const { rows } = await commitWith(() => count.execute(tx));
      return rows;
    });
    expect(seen).toEqual([{ n: 1 }]);
    const failing = inA(async (tx) => {
      await sql`delete from notes where id = 62`.execute(tx);
      sendAhead(tx, sql`insert into notes values (${TEAM_B}, 62, 'planted')`);
      await commitWith(() => count.execute(tx));
    });
    await expect(failing).rejects.toMatchObject({ code: '42501' });
    expect((await inA((tx) => count.execute(tx))).rows).toEqual([{ n: 1 }]);
    await inA((tx) => sql`delete from notes where id = 62`.execute(tx));
  });

  it('rolls back when the last statement fails, even if it is also the first', async () => {
    const insert = sql`insert into notes values (${TEAM_A}, 61, 'x')`;
    const planted = sql`insert into notes values (${TEAM_B}, 61, 'planted')`;
    const second = withTeam(db, { teamId: TEAM_A, userId: null }, async (tx) => {
      await insert.execute(tx);
      await commitWith(() => planted.execute(tx));
    });
    await expect(second).rejects.toMatchObject({ code: '42501' });
    const first = withTeam(db, { teamId: TEAM_A, userId: null }, (tx) =>
      commitWith(() => planted.execute(tx)),
    );
    await expect(first).rejects.toMatchObject({ code: '42501' });
    const count = sql<{ n: number }>`select count(*) as n from notes where id = 61`;
    const left = await asOwner(db, (tx) => count.execute(tx));
    expect(left.rows).toEqual([{ n: 0 }]);
  });

  it('leaves no role or team setting on the connection, with or without a statement', async () => {
    const who = sql`select current_user::text as role, current_setting('app.team', true) as team`;
    const before = await asOwner(db, (tx) => who.execute(tx));
    await withTeam(db, { teamId: TEAM_A, userId: USER }, async () => 'no statement');
    await withTeam(db, { teamId: TEAM_A, userId: USER }, async (tx) => {
      // The transaction is opened without a statement, because the first one is delayed.
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
      expect((await who.execute(tx)).rows).toEqual([{ role: 'hearth_app', team: TEAM_A }]);
    });
    await withTeam(db, { teamId: TEAM_A, userId: USER }, (tx) => commitWith(() => who.execute(tx)));
    expect((await asOwner(db, (tx) => who.execute(tx))).rows).toEqual(before.rows);
  });

  it('makes custom plans only in transactions that request them', async () => {
    const mode = sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`;
    const read = async (usesCustomPlans: boolean) => {
      const who = { teamId: TEAM_A, userId: USER };
      const { rows } = await withTeam(db, who, (tx) => mode.execute(tx), { usesCustomPlans });
      return rows[0]?.mode;
    };
    expect([await read(false), await read(true), await read(false)]).toEqual([
      'auto',
      'force_custom_plan',
      'auto',
    ]);
  });

  it('rejects writes in a read-only transaction', async () => {
    const write = withTeam(
      db,
      { teamId: TEAM_A, userId: null },
      (tx) => sql`insert into notes values (${TEAM_A}, 51, 'x')`.execute(tx),
      { isReadOnly: true },
    );
    await expect(write).rejects.toMatchObject({ code: '25006' });
  });

  it('throws immediately on a nested transaction', async () => {
    const nested = withTeam(
      db,
      { teamId: TEAM_A, userId: null },
      async () => await withSystem(db, async () => 1),
    );
    await expect(nested).rejects.toBeInstanceOf(NestedDatabaseUseError);
  });

  it('allows database use by work that outlives the transaction', async () => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    let later: Promise<number> | undefined;
    await withSystem(db, async () => {
      later = ended.then(() => withSystem(db, async () => 7));
    });
    end();
    expect(await later).toBe(7);
  });

  it('throws when a query returns more rows than the limit unless it is streamed', async () => {
    const rows = (count: number) => sql<{ n: number }>`select n from generate_series(1, ${count}::int) n`;
    await expect(withSystem(db, (tx) => rows(101).execute(tx))).rejects.toBeInstanceOf(TooManyRowsError);
    expect((await withSystem(db, (tx) => rows(100).execute(tx))).rows).toHaveLength(100);
    const sum = await withSystem(db, async (tx) => {
      let total = 0;
      for await (const chunk of tx.getExecutor().stream<{ n: number }>(rows(1_000).compile(tx), 64)) {
        for (const { n } of chunk.rows) total += n;
      }
      return total;
    });
    expect(sum).toBe(500_500);
  });

  it('retries after a conflict, at most five times', async () => {
    let runs = 0;
    const conflict = sql`do $$ begin raise exception 'conflict' using errcode = '40001'; end $$`;
    const result = await withSystem(db, async (tx) => {
      runs += 1;
      if (runs < 3) await conflict.execute(tx);
      return runs;
    });
    expect(result).toBe(3);
    runs = 0;
    const hopeless = withSystem(db, async (tx) => {
      runs += 1;
      await conflict.execute(tx);
    });
    await expect(hopeless).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(6);
  });

  // The embedded engine has a single connection, so there are no lock waits.
  it.runIf(engine.kind === 'postgres')(
    'retries while another transaction holds the lock and gives up in time',
    async () => {
      const inA = { teamId: TEAM_A, userId: null };
      const write = sql`update notes set text = text where id = 1`;
      const whileLocked = async (isOver: () => boolean, options: { lockPatienceMs: number }) => {
        let runs = 0;
        const { promise: held, resolve: hold } = Promise.withResolvers<void>();
        const { promise: over, resolve: end } = Promise.withResolvers<void>();
        const holder = withTeam(db, inA, async (tx) => {
          await write.execute(tx);
          hold();
          await over;
        });
        await held;
        const waiting = withTeam(
          db,
          inA,
          async (tx) => {
            runs += 1;
            if (isOver()) end();
            await write.execute(tx);
          },
          { lockWaitMs: 50, ...options },
        );
        const [outcome] = await Promise.allSettled([waiting]);
        end();
        await holder;
        return { outcome, runs };
      };
      let begun = 0;
      const patient = await whileLocked(() => (begun += 1) === 3, { lockPatienceMs: 10_000 });
      expect(patient.outcome).toMatchObject({ status: 'fulfilled' });
      expect(patient.runs).toBeGreaterThanOrEqual(3);
      const hopeless = await whileLocked(() => false, { lockPatienceMs: 60 });
      expect(hopeless.outcome).toMatchObject({ reason: { name: 'LockTimeoutError' } });
      expect(hopeless.runs).toBeLessThanOrEqual(3);
    },
  );

  it('returns values in the same format on every engine', async () => {
    const { rows } = await withSystem(db, (tx) =>
      sql`select 9007199254740991::int8 as big, '2026-11-20'::date as day, '2026-11-20T09:30:00.123Z'::timestamptz as at,
        1.50::numeric as money, '{"a":[1]}'::jsonb as json, '\\x00ff'::bytea as bytes, array[1,2]::int8[] as bigs,
        array['2026-11-20']::date[] as days, null::uuid as none, ${['a"b', 'c,d']}::text[] as texts`.execute(
        tx,
      ),
    );
    expect(rows).toEqual([
      {
        big: 9_007_199_254_740_991,
        day: '2026-11-20',
        at: new Date('2026-11-20T09:30:00.123Z'),
        money: '1.50',
        json: { a: [1] },
        bytes: Buffer.from([0, 255]),
        bigs: [1, 2],
        days: ['2026-11-20'],
        none: null,
        texts: ['a"b', 'c,d'],
      },
    ]);
    const tooBig = withSystem(db, (tx) => sql`select 9007199254740993::int8 as big`.execute(tx));
    await expect(tooBig).rejects.toThrow(RangeError);
  });

  it('rejects statements after the transaction has ended', async () => {
    const kept = await withSystem(db, async (tx) => ({ tx }));
    await expect(sql`select 1`.execute(kept.tx)).rejects.toThrow();
  });

  it('aborts a slow statement and serves the callers queued behind it', async () => {
    const slow = withSystem(
      db,
      (tx) => sql`select count(*) from generate_series(1, 1000000000)`.execute(tx),
      {
        deadlineMs: 200,
      },
    );
    const behind = withSystem(db, async () => 'served');
    await expect(slow).rejects.toMatchObject({ name: 'DatabaseTimeoutError' });
    expect(await behind).toBe('served');
  });

  it('terminates a transaction after the idle timeout', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const idle = withSystem(db, () => promise, { idleMs: 100 });
    const isEnded = expect(idle).rejects.toMatchObject({ name: 'DatabaseTimeoutError' });
    // With a single connection, this transaction is served only after the idle one was terminated.
    if (engine.kind === 'pglite') expect(await withSystem(db, async () => 'served')).toBe('served');
    else await expect.poll(() => countIdle(db)).toBe(0);
    await isEnded;
    resolve();
  });
});

async function countIdle(db: Db): Promise<number> {
  const { rows } = await asOwner(db, (tx) =>
    sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(tx),
  );
  return rows[0]?.n ?? -1;
}
