import { describe, expect, it } from 'vitest';
import type { RouteSpec } from '#core/route.ts';
import { ROUTES } from '#routes.ts';
import { mayUseTokens, TOKEN_OPERATIONS } from './token-values.ts';

describe('API token scopes', () => {
  const routes = new Map((ROUTES as readonly RouteSpec[]).map((route) => [route.id, route]));

  it.each(TOKEN_OPERATIONS.map((name) => [name]))('excludes routes that require a person: %s', (name) => {
    const route = routes.get(name);
    expect(route).toBeDefined();
    expect(route?.rule).not.toHaveProperty('needsFreshSignIn');
    expect(name).not.toMatch(/^(?:auth|account|tokens|invites)\./);
    // The list of teams is the only route without a team. It is filtered for tokens limited to one team.
    expect(route?.rule.kind === 'team' || name === 'teams.list').toBe(true);
  });

  it('contains each operation once', () => {
    expect(new Set(TOKEN_OPERATIONS).size).toBe(TOKEN_OPERATIONS.length);
  });

  it('denies tokens to guests, and to members unless the team allows them', () => {
    expect(
      ([null, 'guest', 'member', 'admin', 'owner'] as const).map((role) => mayUseTokens(role, true)),
    ).toEqual([false, false, true, true, true]);
    expect(mayUseTokens('member', false)).toBe(false);
    expect(mayUseTokens('admin', false)).toBe(true);
  });
});
