import { sql } from 'kysely';
import { foldName } from '@hearth/contracts/core/fold';
import type { TeamTx } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';

/**
 * Serializes commands that check names of a team for uniqueness. Row locks are not sufficient: they do not cover rows that a concurrent
 * command inserts.
 */
export async function lockNames(tx: TeamTx, of: 'labels' | 'fields' | 'task types'): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`names of ${of} ${tx.teamId}`}, 0))`.execute(tx);
}

/**
 * Asserts that no other object has the name, ignoring case. Names must be locked.
 * @param what the kind of object, for the message
 * @param before the current name of the object, which stays valid beside older names that differ only in case
 * @throws AppError CONFLICT naming `name`
 */
export function assertNameFree(
  what: 'label' | 'field' | 'type',
  name: string,
  others: readonly { name: string }[],
  before?: string,
): void {
  const folded = foldName(name);
  if (before !== undefined && foldName(before) === folded) return;
  if (!others.some((one) => foldName(one.name) === folded)) return;
  throw new AppError('CONFLICT', `There’s already a ${what} called “${name}”.`, {
    errors: [{ path: 'name', message: `is already used by another ${what}` }],
  });
}
