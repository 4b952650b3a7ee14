import type { Selectable } from 'kysely';
import type { SystemTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';

export type HandleRow = Selectable<Tables['refresh_handles']>;

export async function insertHandle(tx: SystemTx, row: HandleRow): Promise<void> {
  await tx.insertInto('refresh_handles').values(row).execute();
}

export async function findHandle(tx: SystemTx, hash: Buffer): Promise<HandleRow | undefined> {
  return await tx
    .selectFrom('refresh_handles')
    .selectAll()
    .where('handle_hash', '=', hash)
    .executeTakeFirst();
}

/** Consumes the single-use handle. Returns undefined if it is unknown, expired or already used. */
export async function consumeHandle(tx: SystemTx, hash: Buffer, now: Date): Promise<HandleRow | undefined> {
  return await tx
    .updateTable('refresh_handles')
    .set({ used_at: now })
    .where('handle_hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Makes a handle usable again after the provider did not respond. */
export async function restoreHandle(tx: SystemTx, hash: Buffer): Promise<void> {
  await tx.updateTable('refresh_handles').set({ used_at: null }).where('handle_hash', '=', hash).execute();
}

export async function deleteFamily(tx: SystemTx, familyId: string): Promise<HandleRow[]> {
  return await tx.deleteFrom('refresh_handles').where('family_id', '=', familyId).returningAll().execute();
}

/** Assigns the browser's session to the handle's family, if the handle belongs to the same account. */
export async function tieFamilyToSession(
  tx: SystemTx,
  tie: { hash: Buffer; sessionId: string; issuer: string; subject: string },
): Promise<void> {
  await tx
    .updateTable('refresh_handles')
    .set({ session_id: tie.sessionId })
    .where('family_id', 'in', (eb) =>
      eb
        .selectFrom('refresh_handles')
        .select('family_id')
        .where('handle_hash', '=', tie.hash)
        .where('issuer', '=', tie.issuer)
        .where('subject', '=', tie.subject),
    )
    .execute();
}

/** Removes the handle families of a user's browsers. @returns the removed rows */
export async function deleteHandlesOfPerson(tx: SystemTx, userId: string): Promise<HandleRow[]> {
  return await tx
    .deleteFrom('refresh_handles')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('users')
          .select('users.id')
          .where('users.id', '=', userId)
          .whereRef('users.issuer', '=', 'refresh_handles.issuer')
          .whereRef('users.subject', '=', 'refresh_handles.subject'),
      ),
    )
    .returningAll()
    .execute();
}

/** Removes the handle families assigned to this session. @returns the removed rows */
export async function deleteHandlesOfSession(tx: SystemTx, sessionId: string): Promise<HandleRow[]> {
  return await tx
    .deleteFrom('refresh_handles')
    .where('family_id', 'in', (eb) =>
      eb.selectFrom('refresh_handles').select('family_id').where('session_id', '=', sessionId),
    )
    .returningAll()
    .execute();
}
