import { sql, type Selectable } from 'kysely';
import { DAY_MS } from '@hearth/contracts/core/days';
import type { Locale } from '@hearth/contracts/core/locales';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import type { SystemTx, TeamTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';

export type InviteRow = Omit<Selectable<Tables['invites']>, 'link_hash' | 'team_id'>;

/** An invite with its author. The author's role is null after the author has left. */
export interface InviteWithAuthor extends InviteRow {
  inviter_name: string;
  inviter_role: TeamRole | null;
}

const COLUMNS = [
  'id',
  'link_secret',
  'role',
  'email',
  'max_uses',
  'uses',
  'created_by',
  'created_at',
  'expires_at',
  'revoked_at',
  'domain',
  'mail_asked_at',
  'mails_asked',
  'mail_sent_at',
  'mail_failed_at',
] as const;

interface NewInvite {
  id: string;
  linkHash: Buffer;
  linkSecret: Buffer;
  role: TeamRole;
  email: string | null;
  domain: string | null;
  isMailed: boolean;
  maxUses: number | null;
  createdBy: string;
  createdAt: Date;
  expiresAt: Date;
}

/** @returns null if the id is already used in this team */
export async function insertInvite(tx: TeamTx, invite: NewInvite): Promise<InviteRow | null> {
  const row = await tx
    .insertInto('invites')
    .values({
      team_id: tx.teamId,
      id: invite.id,
      link_hash: invite.linkHash,
      link_secret: invite.linkSecret,
      role: invite.role,
      email: invite.email,
      domain: invite.domain,
      ...(invite.isMailed ? { mail_asked_at: invite.createdAt, mails_asked: 1 } : {}),
      max_uses: invite.maxUses,
      created_by: invite.createdBy,
      created_at: invite.createdAt,
      expires_at: invite.expiresAt,
    })
    .onConflict((conflict) => conflict.columns(['team_id', 'id']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst();
  if (row === undefined) return null;
  await tx
    .insertInto('invite_links')
    .values({ link_hash: invite.linkHash, in_team: tx.teamId, invite_id: invite.id })
    .execute();
  return row;
}

function selectMade(tx: TeamTx) {
  return tx
    .selectFrom('invites')
    .innerJoin('users as maker', 'maker.id', 'invites.created_by')
    .leftJoin('memberships as m', (join) =>
      join
        .onRef('m.team_id', '=', 'invites.team_id')
        .onRef('m.user_id', '=', 'invites.created_by')
        .on('m.removed_at', 'is', null),
    )
    .select(COLUMNS.map((column) => `invites.${column}` as const))
    .select(['maker.name as inviter_name', 'm.role as inviter_role'])
    .where('invites.team_id', '=', tx.teamId);
}

export async function findInvite(tx: TeamTx, id: string): Promise<InviteWithAuthor | null> {
  const row = await selectMade(tx).where('invites.id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Locks the invite's row, which serializes joining and revoking. */
export async function lockInvite(tx: TeamTx, id: string): Promise<InviteRow | null> {
  const row = await tx
    .selectFrom('invites')
    .select(COLUMNS)
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

function isOpenAt(now: Date) {
  return sql<boolean>`invites.revoked_at is null and invites.expires_at > ${now}
    and (invites.max_uses is null or invites.uses < invites.max_uses)`;
}

/** Returns a page (`limit` + 1) of open invites, newest first. */
export async function listOpenInvites(
  tx: TeamTx,
  now: Date,
  page: { after: { at: Date; id: string } | null; limit: number },
): Promise<InviteWithAuthor[]> {
  const { after } = page;
  return await selectMade(tx)
    .where(isOpenAt(now))
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('invites.created_at', 'invites.id'), '<', eb.tuple(after?.at ?? now, after?.id ?? '')),
      ),
    )
    .orderBy('invites.created_at', 'desc')
    .orderBy('invites.id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** Advisory lock that serializes the invites of a team, to keep the counts exact. */
export async function lockInviting(tx: TeamTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invites ${tx.teamId}`}, 0))`.execute(tx);
}

interface InviteCounts {
  open: number;
  lastHour: number;
  lastDay: number;
  /**
   * Times of the oldest invite within the last hour and within the last day. When the oldest invite leaves its window, another invite is
   * allowed.
   */
  hourBegan: Date | null;
  dayBegan: Date | null;
}

export async function countInvites(tx: TeamTx, now: Date): Promise<InviteCounts> {
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const dayAgo = new Date(now.getTime() - DAY_MS);
  const { rows } = await sql<InviteCounts>`
    select count(*) filter (where ${isOpenAt(now)}) as open,
      count(*) filter (where created_at > ${hourAgo}) as "lastHour",
      count(*) filter (where created_at > ${dayAgo}) as "lastDay",
      min(created_at) filter (where created_at > ${hourAgo}) as "hourBegan",
      min(created_at) filter (where created_at > ${dayAgo}) as "dayBegan"
    from invites where team_id = ${tx.teamId} and (created_at > ${dayAgo} or (${isOpenAt(now)}))`.execute(tx);
  const [counts] = rows;
  if (counts === undefined) throw new Error('Expected an aggregate query to return one row');
  return counts;
}

/** Returns whether the address has an open invite or belongs to a member. Compares ASCII letters case-insensitively, like `foldAddress`. */
export async function findAddress(
  tx: TeamTx,
  email: string,
  now: Date,
): Promise<{ isInvited: boolean; isMember: boolean }> {
  const { rows } = await sql<{ isInvited: boolean; isMember: boolean }>`
    select exists (
        select from invites where team_id = ${tx.teamId} and lower(email) = lower(${email}) and ${isOpenAt(now)}
      ) as "isInvited",
      exists (
        select from memberships m join users u on u.id = m.user_id
        where m.team_id = ${tx.teamId} and m.removed_at is null and lower(u.email) = lower(${email})
      ) as "isMember"`.execute(tx);
  return rows[0] ?? { isInvited: false, isMember: false };
}

export async function recordMailRequest(tx: TeamTx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('invites')
    .set((eb) => ({ mail_asked_at: at, mails_asked: eb('mails_asked', '+', 1) }))
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}

export async function recordMailOutcome(
  tx: TeamTx,
  id: string,
  outcome: { mail_sent_at: Date } | { mail_failed_at: Date },
): Promise<void> {
  await tx
    .updateTable('invites')
    .set(outcome)
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}

export async function setRevoked(tx: TeamTx, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('invites')
    .set({ revoked_at: at })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}

/** Expires a user's open invites: they would otherwise become valid again if the user rejoined. */
export async function expireAllBy(tx: TeamTx, userId: string, at: Date): Promise<void> {
  await tx
    .updateTable('invites')
    .set({ expires_at: at })
    .where('team_id', '=', tx.teamId)
    .where('created_by', '=', userId)
    .where('expires_at', '>', at)
    .execute();
}

export async function addUse(tx: TeamTx, id: string): Promise<void> {
  await tx
    .updateTable('invites')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}

/** Resolves a link to its invite and team. This is the only lookup before a team is known. */
export async function findByLink(
  tx: SystemTx,
  linkHash: Buffer,
): Promise<{ teamId: string; inviteId: string } | null> {
  const row = await tx
    .selectFrom('invite_links')
    .select(['in_team as teamId', 'invite_id as inviteId'])
    .where('link_hash', '=', linkHash)
    .executeTakeFirst();
  return row ?? null;
}

export interface Person {
  name: string;
  email: string;
  language: Locale | null;
  hostedDomain: string | null;
}

const PERSON = ['name', 'email', 'language', 'hosted_domain as hostedDomain'] as const;

export async function findPerson(tx: TeamTx, userId: string): Promise<Person | null> {
  const row = await tx.selectFrom('users').select(PERSON).where('id', '=', userId).executeTakeFirst();
  return row ?? null;
}

/** Returns the language setting of the account with this address. Null if there is no account or no setting. */
export async function findLanguageOf(tx: TeamTx, email: string): Promise<Locale | null> {
  const row = await tx
    .selectFrom('users')
    .select('language')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst();
  return row?.language ?? null;
}

/** Revokes all invites to an address, in all teams, and erases the address from them. */
export async function eraseAddress(tx: SystemTx, email: string, now: Date): Promise<void> {
  await tx
    .updateTable('invites')
    .set((eb) => ({ email: null, revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .execute();
}
