import { DAY_MS } from '@hearth/contracts/core/days';
import { TOKEN_LIMITS, TOKEN_PREFIX } from '@hearth/contracts/tokens/token-values';
import type { ApiToken } from '@hearth/contracts/tokens/tokens';
import { loadActor } from '#features/members/index.ts';
import { writeAudit, type Provenance } from '#platform/audit/index.ts';
import { withTeam, withUser, type AnyTx } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import {
  endTokens,
  insertToken,
  listTokens,
  listTokenTeams,
  lockTokens,
  toApiToken,
  type TokenRow,
} from './tokens.queries.ts';
import { explainTokenRefusal, hashSecret } from './use-token.ts';

interface By {
  userId: string;
  from: Provenance;
}

interface TokenRequest {
  name: string;
  scopes: readonly string[];
  teamId?: string | undefined;
  expiresInDays: number;
}

/**
 * Creates a token. The creation is audited in every team that the token can access, before the token exists if it is for all teams.
 * @throws AppError NOT_FOUND (the team), FORBIDDEN if the caller may not use tokens, INVALID_STATE above the limit
 */
export async function makeToken(
  app: App,
  by: By,
  request: TokenRequest,
): Promise<{ token: ApiToken; secret: string }> {
  const { userId } = by;
  const now = app.clock.now();
  const secret = TOKEN_PREFIX + app.ids.newToken(32);
  const row: TokenRow = {
    id: app.ids.uuid(),
    user_id: userId,
    token_hash: hashSecret(secret),
    name: request.name,
    hint: secret.slice(-4),
    scopes: [...request.scopes],
    only_team: request.teamId ?? null,
    created_at: now,
    expires_at: new Date(now.getTime() + request.expiresInDays * DAY_MS),
    last_used_at: null,
    revoked_at: null,
  };
  if (row.only_team === null) await makeForAllTeams(app, by, row);
  else await makeForTeam(app, by, row, row.only_team);
  return { token: toApiToken(row), secret };
}

async function makeForTeam(app: App, by: By, row: TokenRow, teamId: string): Promise<void> {
  await withTeam(app.db, { teamId, userId: by.userId }, async (tx) => {
    const actor = await loadActor(tx, by.userId);
    if (actor === null) throw notFound('This team');
    const token = { id: row.id, scopes: row.scopes, onlyTeam: teamId, createdAt: row.created_at };
    const refusal = await explainTokenRefusal(tx, actor, token);
    if (refusal !== null) throw new AppError('FORBIDDEN', refusal);
    await addToken(tx, row);
    await writeAudit(tx, auditOf('token.made', row), { teamId, now: row.created_at, ...by });
  });
}

async function makeForAllTeams(app: App, by: By, row: TokenRow): Promise<void> {
  const { userId } = by;
  const teamIds = await withUser(app.db, { userId }, (tx) => listTokenTeams(tx, userId), {
    isReadOnly: true,
  });
  if (teamIds.length === 0) {
    throw new AppError('FORBIDDEN', 'None of your teams allows you to use API tokens.');
  }
  for (const teamId of teamIds) await auditToken(app, by, teamId, 'token.made', row);
  await withUser(app.db, { userId }, (tx) => addToken(tx, row));
}

async function addToken(tx: AnyTx, row: TokenRow): Promise<void> {
  if ((await lockTokens(tx, row.user_id, row.created_at)) >= TOKEN_LIMITS.perPerson) {
    throw new AppError(
      'INVALID_STATE',
      `You can have up to ${TOKEN_LIMITS.perPerson} API tokens. Revoke some first.`,
    );
  }
  await insertToken(tx, row);
}

/** Revokes one token, or all tokens of a user if `tokenId` is null. Closes their open connections. @returns the number of revoked tokens */
export async function revokeTokens(app: App, by: By, tokenId: string | null): Promise<number> {
  const { userId } = by;
  const now = app.clock.now();
  const ended = await withUser(app.db, { userId }, (tx) => endTokens(tx, userId, now, tokenId));
  for (const row of ended) app.fanout.publish({ kind: 'sessionEnded', sessionId: row.id });
  if (ended.length === 0) return 0;
  const teamIds = await withUser(app.db, { userId }, (tx) => listTokenTeams(tx, userId), {
    isReadOnly: true,
  });
  for (const row of ended) {
    const reached = teamIds.filter((teamId) => row.only_team === null || row.only_team === teamId);
    for (const teamId of reached) await auditToken(app, by, teamId, 'token.revoked', row);
  }
  return ended.length;
}

/** Returns a user's unrevoked tokens, including expired ones, which are not limited in number. For the data export. */
export async function listAllTokens(app: App, userId: string): Promise<ApiToken[]> {
  const page = { after: null, limit: null };
  const rows = await withUser(app.db, { userId }, (tx) => listTokens(tx, userId, page), { isReadOnly: true });
  return rows.map(toApiToken);
}

async function auditToken(
  app: App,
  by: By,
  teamId: string,
  act: 'token.made' | 'token.revoked',
  row: TokenRow,
): Promise<void> {
  await withTeam(app.db, { teamId, userId: by.userId }, (tx) =>
    writeAudit(tx, auditOf(act, row), { teamId, now: app.clock.now(), ...by }),
  );
}

function auditOf(act: 'token.made' | 'token.revoked', row: TokenRow) {
  const details = {
    scopes: row.scopes,
    isForAllTeams: row.only_team === null,
    expiresAt: row.expires_at.toISOString(),
  };
  return { act, object: 'token', objectId: row.id, objectName: row.name, details } as const;
}
