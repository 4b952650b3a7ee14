import { can, type Actor } from '@hearth/contracts/permissions/permissions';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { ROUTES } from '@hearth/contracts/routes';
import { loadActor } from '#features/members/index.ts';
import { explainTokenRefusal } from '#features/tokens/index.ts';
import type { Tool } from '#features/assistant/tools/tool.ts';
import { TOOLS } from '#features/assistant/tools/tools.ts';
import { findPerson } from '#features/assistant/turns/turns.queries.ts';
import { readTeam } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App, TokenInfo } from '#platform/feature.ts';

const RULES = new Map((ROUTES as readonly RouteSpec[]).map((route) => [route.id, route.rule]));

/** The tools that a program may use in a team, and the time zone and locale of its user. */
export interface Offer {
  tools: readonly Tool[];
  /** Whether proposals can be made, and therefore be confirmed. */
  canWrite: boolean;
  timeZone: string;
  locale: string;
}

/**
 * Returns the tools whose routes the token's scopes and the user's role permit. The routes authorize each call again.
 * @throws AppError NOT_FOUND for a team that the user is not in; FORBIDDEN if the user may not use tokens in this team
 */
export async function offerTools(
  app: App,
  { teamId, userId, token }: { teamId: string; userId: string; token: TokenInfo },
): Promise<Offer> {
  const { actor, person } = await readTeam(app.db, { teamId, userId }, async (tx) => {
    const actor = await loadActor(tx, userId);
    if (actor === null) throw notFound('This team');
    const refusal = await explainTokenRefusal(tx, actor, token);
    if (refusal !== null) throw new AppError('FORBIDDEN', refusal);
    const person = await findPerson(tx, userId);
    return { actor, person };
  });
  const tools = TOOLS.filter(({ needs }) =>
    needs.every((id) => token.scopes.includes(id) && mayCall(actor, id)),
  );
  return {
    tools,
    canWrite: tools.some(({ kind }) => kind !== 'read'),
    timeZone: person.timeZone,
    locale: person.locale,
  };
}

/** Checks the role only. Permissions on a single object are checked by the call itself. */
function mayCall(actor: Actor, routeId: string): boolean {
  const rule = RULES.get(routeId);
  if (rule === undefined || rule.kind !== 'team') return false;
  return rule.object !== undefined || can(actor, rule.action);
}
