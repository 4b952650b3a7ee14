import { sql, type Selectable } from 'kysely';
import type { Account } from '@hearth/contracts/account/account';
import { FORMER_MEMBER } from '@hearth/contracts/auth/account-values';
import type { Locale } from '@hearth/contracts/core/locales';
import type { CustomShortcuts } from '@hearth/contracts/account/shortcut-values';
import type { AnyTx, SystemTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';

type UserRow = Selectable<Tables['users']>;

function toAccount(row: UserRow): Account {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    image: row.image,
    language: row.language,
    timeZone: row.time_zone,
    digest:
      row.digest_hour === null || row.digest_zone === null
        ? null
        : { hour: row.digest_hour, timeZone: row.digest_zone },
    shortcuts: row.shortcuts,
    createdAt: row.created_at.toISOString(),
    deletesAt: row.delete_at?.toISOString() ?? null,
  };
}

export async function findAccount(tx: SystemTx, userId: string): Promise<Account | null> {
  const row = await tx.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  return row === undefined ? null : toAccount(row);
}

/** Locks the account's row. Returns null for an account that is deleted or being purged. */
export async function lockAccount(tx: SystemTx, userId: string): Promise<Account | null> {
  const row = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .where('purge_began_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? null : toAccount(row);
}

/** A partial update of an account. */
export interface AccountFields {
  name?: string | undefined;
  image?: string | null | undefined;
  language?: Locale | null | undefined;
  timeZone?: string | null | undefined;
  digest?: Account['digest'] | undefined;
  /** Replaces all custom shortcuts. */
  shortcuts?: CustomShortcuts | undefined;
}

/** Updates an account. From then on, a name or image chosen here takes precedence over the identity provider's. */
export async function updateAccount(
  tx: SystemTx,
  userId: string,
  fields: AccountFields,
  now: Date,
): Promise<Account> {
  const row = await tx
    .updateTable('users')
    .set({
      updated_at: now,
      ...(fields.name === undefined ? {} : { name: fields.name, has_own_name: true }),
      ...(fields.image === undefined ? {} : { image: fields.image, has_own_image: true }),
      ...(fields.language === undefined ? {} : { language: fields.language }),
      ...(fields.timeZone === undefined ? {} : { time_zone: fields.timeZone }),
      ...(fields.digest === undefined ? {} : digestColumns(fields.digest)),
      ...(fields.shortcuts === undefined ? {} : { shortcuts: JSON.stringify(fields.shortcuts) }),
    })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAccount(row);
}

function digestColumns(digest: Account['digest']) {
  if (digest === null) return { digest_hour: null, digest_zone: null, digest_at: null };
  return { digest_hour: digest.hour, digest_zone: digest.timeZone };
}

export async function setDeleteAt(tx: SystemTx, userId: string, at: Date | null): Promise<Account> {
  const row = await tx
    .updateTable('users')
    .set({ delete_at: at })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAccount(row);
}

/**
 * Claims one due account, so that no other node deletes it. An account claimed before `staleBefore` that still exists was not deleted
 * completely, so it is claimed again. Returns null if no account is due.
 */
export async function claimPurge(tx: SystemTx, now: Date, staleBefore: Date): Promise<Account | null> {
  const row = await tx
    .updateTable('users')
    .set({ purge_began_at: now })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('users as due')
        .select('due.id')
        .where('due.delete_at', '<=', now)
        .where('due.deleted_at', 'is', null)
        .where((or) =>
          or.or([or('due.purge_began_at', 'is', null), or('due.purge_began_at', '<', staleBefore)]),
        )
        .orderBy('due.delete_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : toAccount(row);
}

/** Marks deleted accounts that a backup has restored for immediate deletion. */
export async function markDeletedAgain(tx: SystemTx, userIds: readonly string[], now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ delete_at: now })
    .where(sql<boolean>`id = any(${userIds}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute();
}

/** Adds users without an account for names from an imported team file. These users never sign in. */
export async function addFormerPeople(
  tx: AnyTx,
  people: readonly { id: string; name: string }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into users (id, issuer, subject, email, name, created_at, updated_at, deleted_at)
    select r.id, 'former', r.id::text, r.id || '@former.invalid', r.name, ${now}, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as r (id uuid, name text)`.execute(tx);
}

/** Anonymizes users without an account after the team into which they were imported is deleted. */
export async function deleteFormerPeople(tx: SystemTx, userIds: readonly string[]): Promise<void> {
  await sql`
    update users set name = ${FORMER_MEMBER}
    where id = any (${[...userIds]}::uuid[]) and issuer = 'former' and name <> ${FORMER_MEMBER}`.execute(tx);
}

/** Erases all personal data of the account. Content in teams keeps referencing the anonymized account. */
export async function erasePerson(tx: SystemTx, person: Account, now: Date): Promise<void> {
  const { id, email } = person;
  await tx
    .deleteFrom('used_identity_tokens')
    .where('session_id', 'in', (eb) => eb.selectFrom('sessions').select('id').where('user_id', '=', id))
    .execute();
  await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
  await sql`
    delete from answers where user_id = ${id} or body #>> '{member,userId}' = ${id} or body #>> '{workTime,id}' = ${id}
      or lower(body #>> '{invite,email}') = lower(${email})`.execute(tx);
  await tx
    .updateTable('users')
    .set({
      issuer: 'former',
      subject: id,
      email: `${id}@former.invalid`,
      name: FORMER_MEMBER,
      image: null,
      image_source: null,
      hosted_domain: null,
      language: null,
      time_zone: null,
      digest_hour: null,
      digest_zone: null,
      digest_at: null,
      digested_on: null,
      shortcuts: '{}',
      updated_at: now,
      deleted_at: now,
    })
    .where('id', '=', id)
    .execute();
}
