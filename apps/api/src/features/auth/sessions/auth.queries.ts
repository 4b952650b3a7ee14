import { sql, type Selectable } from 'kysely';
import type { User } from '@hearth/contracts/auth/auth';
import type { AnyTx, SystemTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';

export type SessionRow = Selectable<Tables['sessions']>;

interface Profile {
  issuer: string;
  subject: string;
  email: string;
  name: string;
  /** Address of the stored copy of the provider's image. Only written if the image has changed. */
  image: string | null;
  /** The provider's URL of the image. */
  imageSource: string | null;
  hostedDomain: string | null;
}

const USER_FIELDS = ['users.id', 'users.name', 'users.email', 'users.image'] as const;

/** Locks the user's row and returns its state before this sign-in, or undefined for a new user. */
export async function lockUser(
  tx: SystemTx,
  key: Pick<Profile, 'issuer' | 'subject'>,
): Promise<User | undefined> {
  return await tx
    .selectFrom('users')
    .select(USER_FIELDS)
    .where('issuer', '=', key.issuer)
    .where('subject', '=', key.subject)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Upserts the user by issuer and subject. Overwrites the profile, except for fields changed in the product. */
export async function putUser(
  tx: SystemTx,
  id: string,
  { imageSource, hostedDomain, ...profile }: Profile,
  now: Date,
): Promise<User & { hasOwnImage: boolean }> {
  return await tx
    .insertInto('users')
    .values({
      id,
      ...profile,
      image_source: imageSource,
      hosted_domain: hostedDomain,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet((eb) => ({
        email: eb.ref('excluded.email'),
        name: eb
          .case()
          .when('users.has_own_name', '=', true)
          .then(eb.ref('users.name'))
          .else(eb.ref('excluded.name'))
          .end(),
        image: eb
          .case()
          .when('users.has_own_image', '=', true)
          .then(eb.ref('users.image'))
          .when('users.image_source', 'is not distinct from', eb.ref('excluded.image_source'))
          .then(eb.ref('users.image'))
          .else(eb.ref('excluded.image'))
          .end(),
        image_source: eb.ref('excluded.image_source'),
        hosted_domain: eb.ref('excluded.hosted_domain'),
        updated_at: eb.ref('excluded.updated_at'),
      })),
    )
    .returning([...USER_FIELDS, 'users.has_own_image as hasOwnImage'])
    .executeTakeFirstOrThrow();
}

export async function findUser(tx: SystemTx, userId: string): Promise<User | undefined> {
  return await tx.selectFrom('users').select(USER_FIELDS).where('id', '=', userId).executeTakeFirst();
}

export async function insertSession(tx: SystemTx, row: SessionRow): Promise<void> {
  await tx.insertInto('sessions').values(row).execute();
}

/** Returns false if the token was already used. Waits for a concurrent transaction that uses the same token. */
export async function markTokenUsed(
  tx: SystemTx,
  used: { hash: Buffer; sessionId: string; expiresAt: Date },
): Promise<boolean> {
  const done = await tx
    .insertInto('used_identity_tokens')
    .values({ token_hash: used.hash, session_id: used.sessionId, expires_at: used.expiresAt })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('session_id')
    .executeTakeFirst();
  return done !== undefined;
}

/** Returns the session created with a used token. */
export async function findSessionOfToken(tx: SystemTx, hash: Buffer): Promise<SessionRow | undefined> {
  return await tx
    .selectFrom('used_identity_tokens')
    .innerJoin('sessions', 'sessions.id', 'used_identity_tokens.session_id')
    .selectAll('sessions')
    .where('used_identity_tokens.token_hash', '=', hash)
    .executeTakeFirst();
}

export async function findSessionByHash(tx: SystemTx, hash: Buffer): Promise<SessionRow | undefined> {
  return await tx.selectFrom('sessions').selectAll().where('token_hash', '=', hash).executeTakeFirst();
}

/** Returns up to 200 active sessions of a user, most recently used first. */
export async function listSessions(tx: SystemTx, userId: string, now: Date): Promise<SessionRow[]> {
  return await tx
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}

/** Returns the ids of the given sessions that are active. */
export async function findLiveSessions(
  tx: SystemTx,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('sessions')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return new Set(rows.map((row) => row.id));
}

export async function touchSession(
  tx: SystemTx,
  touched: { id: string; now: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_used_at: touched.now, expires_at: touched.expiresAt })
    .where('id', '=', touched.id)
    .where('ended_at', 'is', null)
    .where('last_used_at', '<', touched.now)
    .execute();
}

/** Ends a session. Returns false if the user has no such session or it has already ended. */
export async function endSession(
  tx: SystemTx,
  session: { id: string; userId: string },
  now: Date,
): Promise<boolean> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', session.id)
    .where('user_id', '=', session.userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Ends all active sessions of a user. @returns their ids */
export async function endAllSessions(tx: SystemTx, userId: string, now: Date): Promise<string[]> {
  const rows = await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Removes expired used tokens, expired refresh handles, ended sessions after their retention, and expired sessions once the browser's
 * cookie has expired too. Sessions referenced by a used token are kept.
 * @returns the number of removed records
 */
export async function pruneSignIns(
  tx: SystemTx,
  before: { now: Date; ended: Date; forgotten: Date },
): Promise<number> {
  const rows = await Promise.all([
    tx.deleteFrom('used_identity_tokens').where('expires_at', '<', before.now).executeTakeFirst(),
    tx.deleteFrom('refresh_handles').where('expires_at', '<', before.now).executeTakeFirst(),
  ]);
  rows.push(
    await tx
      .deleteFrom('sessions')
      .where((eb) => eb.or([eb('ended_at', '<', before.ended), eb('expires_at', '<', before.forgotten)]))
      .where(sql<boolean>`not exists (select from used_identity_tokens t where t.session_id = sessions.id)`)
      .executeTakeFirst(),
  );
  return rows.reduce((sum, row) => sum + Number(row.numDeletedRows), 0);
}

/** Returns when any session of this user was last used, or null if there are no sessions. */
export async function findLastUse(tx: AnyTx, userId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('sessions')
    .select('last_used_at')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.last_used_at ?? null;
}

/** Returns the user id of the account with this address, compared case-insensitively, or null if there is none. */
export async function findIdByAddress(tx: SystemTx, email: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from users where lower(email) = lower(${email}) and deleted_at is null`.execute(tx);
  return rows[0]?.id ?? null;
}
