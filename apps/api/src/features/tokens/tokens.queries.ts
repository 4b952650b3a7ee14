import { sql, type Selectable } from 'kysely';
import type { ApiToken } from '@hearth/contracts/tokens/tokens';
import type { AnyTx, SystemTx, TeamTx, UserTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';

export type TokenRow = Selectable<Tables['api_tokens']>;

export function toApiToken(row: TokenRow): ApiToken {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    teamId: row.only_team,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

export async function findTokenByHash(tx: SystemTx, hash: Buffer): Promise<TokenRow | undefined> {
  return await tx.selectFrom('api_tokens').selectAll().where('token_hash', '=', hash).executeTakeFirst();
}

export async function touchToken(tx: SystemTx, id: string, now: Date): Promise<void> {
  await tx.updateTable('api_tokens').set({ last_used_at: now }).where('id', '=', id).execute();
}

export async function findLiveTokens(tx: SystemTx, ids: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('api_tokens')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Returns a page (`limit` + 1), or all tokens without a limit, newest first. Expired tokens are included until they are revoked. */
export async function listTokens(
  tx: UserTx,
  userId: string,
  page: { after: { at: Date; id: string } | null; limit: number | null },
): Promise<TokenRow[]> {
  const { after, limit } = page;
  return await tx
    .selectFrom('api_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after?.at ?? new Date(0), after?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$if(limit !== null, (query) => query.limit((limit ?? 0) + 1))
    .execute();
}

/** Takes an advisory lock on the user's tokens to prevent races between counting and adding. @returns the number of active ones */
export async function lockTokens(tx: AnyTx, userId: string, now: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api tokens of ${userId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from api_tokens
    where user_id = ${userId} and revoked_at is null and expires_at > ${now}`.execute(tx);
  return rows[0]?.n ?? 0;
}

export async function insertToken(tx: AnyTx, row: TokenRow): Promise<void> {
  await tx.insertInto('api_tokens').values(row).execute();
}

/** Revokes one token, or all tokens of a user if `tokenId` is null. @returns the tokens that were not yet revoked */
export async function endTokens(
  tx: UserTx,
  userId: string,
  now: Date,
  tokenId: string | null,
): Promise<TokenRow[]> {
  return await tx
    .updateTable('api_tokens')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(tokenId !== null, (query) => query.where('id', '=', tokenId as string))
    .returningAll()
    .execute();
}

export async function deleteTokens(tx: UserTx, userId: string): Promise<void> {
  await tx.deleteFrom('api_tokens').where('user_id', '=', userId).execute();
}

/** Returns what restricts a user's tokens in the transaction's team: its setting and the user's join date. Null for non-members. */
export async function findTokenRules(
  tx: TeamTx,
  userId: string,
): Promise<{ membersMayUseTokens: boolean; joinedAt: Date } | null> {
  const { rows } = await sql<{ membersMayUseTokens: boolean; joinedAt: Date }>`
    select t.members_may_use_tokens as "membersMayUseTokens", m.joined_at as "joinedAt"
    from teams t join memberships m on m.team_id = t.id and m.user_id = ${userId} and m.removed_at is null
    where t.id = (select app_team())`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the ids of the teams in which a user may use tokens. */
export async function listTokenTeams(tx: UserTx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('memberships as m')
    .innerJoin('teams as t', 't.id', 'm.team_id')
    .select('m.team_id')
    .where('m.user_id', '=', userId)
    .where('m.removed_at', 'is', null)
    .where('t.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('m.role', 'in', ['owner', 'admin']),
        eb.and([eb('m.role', '=', 'member'), eb('t.members_may_use_tokens', '=', true)]),
      ]),
    )
    .orderBy('m.team_id')
    .execute();
  return rows.map((row) => row.team_id);
}
