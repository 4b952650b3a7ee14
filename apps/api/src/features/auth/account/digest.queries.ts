import type { SystemTx } from '#platform/db/index.ts';

/** What a person chose about their daily mail, and how far it has come. */
export interface LockedDigest {
  hour: number;
  /** By whose clock: the account's time zone, else the one that was chosen with it. */
  timeZone: string;
  /** When the next one is due; null = not computed yet. */
  at: Date | null;
  /** The latest day of theirs, `2026-11-20`, that had one. */
  lastDay: string | null;
  /** The account is about to be deleted, unless its person comes back. */
  isLeaving: boolean;
}

/** Row-locked; null where it is switched off, or nobody is there any more. */
export async function lockDigest(tx: SystemTx, userId: string): Promise<LockedDigest | null> {
  const row = await tx
    .selectFrom('users')
    .select(['digest_hour', 'digest_zone', 'time_zone', 'digest_at', 'digested_on', 'delete_at'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const timeZone = row?.time_zone ?? row?.digest_zone ?? null;
  if (row === undefined || row.digest_hour === null || timeZone === null) return null;
  return {
    hour: row.digest_hour,
    timeZone,
    at: row.digest_at,
    lastDay: row.digested_on,
    isLeaving: row.delete_at !== null,
  };
}

export async function noteDigest(
  tx: SystemTx,
  userId: string,
  { at, lastDay }: { at: Date; lastDay: string | null },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ digest_at: at, digested_on: lastDay })
    .where('id', '=', userId)
    .execute();
}
