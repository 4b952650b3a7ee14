import { describe, expect, it } from 'vitest';
import type { RouteSpec } from '#core/route.ts';
import { ROUTES } from '#routes.ts';
import { mayUseTokens, TOKEN_OPERATIONS } from './token-values.ts';

describe('what API tokens can be used for', () => {
  const routes = new Map((ROUTES as readonly RouteSpec[]).map((route) => [route.id, route]));

  it.each(TOKEN_OPERATIONS.map((name) => [name]))('%s is a route, and none that needs a person', (name) => {
    const route = routes.get(name);
    expect(route).toBeDefined();
    expect(route?.rule).not.toHaveProperty('needsFreshSignIn');
    expect(name).not.toMatch(/^(?:auth|account|tokens|invites)\./);
    // Of the routes without a team only the list of teams, which a token for one team sees cut down to it.
    expect(route?.rule.kind === 'team' || name === 'teams.list').toBe(true);
  });

  it('names each operation once', () => {
    expect(new Set(TOKEN_OPERATIONS).size).toBe(TOKEN_OPERATIONS.length);
  });

  it('is never for guests, and for members if the team lets them', () => {
    expect(
      ([null, 'guest', 'member', 'admin', 'owner'] as const).map((role) => mayUseTokens(role, true)),
    ).toEqual([false, false, true, true, true]);
    expect(mayUseTokens('member', false)).toBe(false);
    expect(mayUseTokens('admin', false)).toBe(true);
  });
});
