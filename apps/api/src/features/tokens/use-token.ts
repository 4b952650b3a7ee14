import { createHash } from 'node:crypto';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { mayUseTokens } from '@hearth/contracts/tokens/token-values';
import { passFullDisk, commitWith, withSystem, type TeamTx } from '#platform/db/index.ts';
import type { App, SessionInfo, TokenInfo } from '#platform/feature.ts';
import { findTokenByHash, findTokenRules, touchToken } from './tokens.queries.ts';

/** Throttle: minimum interval in ms between two writes of the last use. */
const TOUCH_MS = 60_000;
/** Matches the prefix and 256 bits in base64url. */
const SECRET = /^hth_[\w-]{43}$/;

export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Authenticates a program with one lookup by the secret's hash, and at most one write per minute. */
export async function authenticateToken(app: App, secret: string): Promise<SessionInfo | 'none' | 'expired'> {
  if (!SECRET.test(secret)) return 'none';
  const row = await withSystem(app.db, (tx) => commitWith(() => findTokenByHash(tx, hashSecret(secret))), {
    isReadOnly: true,
  });
  if (row === undefined || row.revoked_at !== null) return 'none';
  const now = app.clock.now();
  if (now >= row.expires_at) return 'expired';
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= TOUCH_MS) {
    await withSystem(app.db, (tx) => touchToken(tx, row.id, now)).catch(passFullDisk);
  }
  const { id, scopes } = row;
  return {
    id,
    userId: row.user_id,
    // Programs never sign in, and therefore never pass the check for recent authentication.
    signedInAt: new Date(0),
    token: { id, scopes, onlyTeam: row.only_team, createdAt: row.created_at },
  };
}

/**
 * Returns why a token is rejected, or null if it is accepted. Checked on every use. Depends on the team's setting, the user's role and, for
 * a token limited to one team, the membership under which it was created.
 */
export async function explainTokenRefusal(
  tx: TeamTx,
  actor: Actor,
  token: TokenInfo,
): Promise<string | null> {
  const rules = await findTokenRules(tx, actor.userId);
  if (rules === null || !mayUseTokens(actor.role, rules.membersMayUseTokens)) {
    return 'API tokens are for owners and admins, and for members if the team allows it.';
  }
  // Members who were removed and have rejoined need a new token.
  if (token.onlyTeam !== null && token.createdAt < rules.joinedAt) {
    return 'This API token was made before you rejoined the team. Make a new one.';
  }
  return null;
}
