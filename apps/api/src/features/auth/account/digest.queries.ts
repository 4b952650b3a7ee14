import type { SystemTx } from '#platform/db/index.ts';

/** A person's settings and progress for the daily mail. */
export interface LockedDigest {
  hour: number;
  /** Time zone of the mail: that of the account, or else the one chosen together with the mail. */
  timeZone: string;
  /** Time of the next mail; null = not computed yet. */
  at: Date | null;
  /** The latest day, in that time zone, for which a mail was sent: `2026-11-20`. */
  lastDay: string | null;
  /** Whether the account is scheduled for deletion. */
  isLeaving: boolean;
}

/** Locks the row. Returns null when the mail is switched off or the account is deleted. */
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
