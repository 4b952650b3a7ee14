import { sql } from 'kysely';
import type { SystemTx } from '#platform/db/index.ts';

/** Reads the offset of the product's clock from the system clock, in ms. */
export async function readAhead(tx: SystemTx): Promise<number> {
  const { ahead_ms: ahead } = await tx
    .selectFrom('product_clock')
    .select('ahead_ms')
    .executeTakeFirstOrThrow();
  return ahead;
}

/** Sets the clock to the given time, once per database. */
export async function setFirstMoment(tx: SystemTx, moment: Date): Promise<void> {
  await sql`
    update product_clock set is_set = true,
      ahead_ms = round(extract(epoch from ${moment}::timestamptz - clock_timestamp()) * 1000)
    where not is_set`.execute(tx);
}

export async function addAhead(tx: SystemTx, ms: number): Promise<number> {
  const { ahead_ms: ahead } = await tx
    .updateTable('product_clock')
    .set((eb) => ({ ahead_ms: eb('ahead_ms', '+', ms) }))
    .returning('ahead_ms')
    .executeTakeFirstOrThrow();
  return ahead;
}
