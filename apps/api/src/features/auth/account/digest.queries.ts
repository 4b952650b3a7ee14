import type { SystemTx } from '#platform/db/index.ts';

/** A user's settings and progress for the daily digest email. */
export interface LockedDigest {
  hour: number;
  /** Time zone of the email: that of the account, or else the one chosen with the digest setting. */
  timeZone: string;
  /** Time of the next email. Null if it has not been computed yet. */
  at: Date | null;
  /** The latest day, in that time zone, for which an email was sent: `2026-11-20`. */
  lastDay: string | null;
  /** Whether the account is scheduled for deletion. */
  isLeaving: boolean;
}

/** Locks the row. Returns null if the email is switched off or the account is deleted. */
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
