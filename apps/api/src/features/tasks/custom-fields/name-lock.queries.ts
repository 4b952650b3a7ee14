import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';

/**
 * Serializes commands that check names of a team for uniqueness. Row locks are not sufficient: they do not cover rows that a concurrent
 * command inserts.
 */
export async function lockNames(tx: TeamTx, of: 'labels' | 'fields' | 'task types'): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`names of ${of} ${tx.teamId}`}, 0))`.execute(tx);
}
