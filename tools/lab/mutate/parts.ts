/** An area of the security code. The tests in `tests` must kill at least 90 % of the mutants of the files in `mutate`. */
interface Part {
  mutate: readonly string[];
  tests: readonly string[];
}

const API = 'apps/api/src';
const AUTH = `${API}/features/auth`;
const INVITES = `${API}/features/invites`;

export const PARTS: Readonly<Record<string, Part>> = {
  rights: {
    mutate: ['packages/contracts/src/permissions/permissions.ts'],
    tests: [
      'permissions.test.ts',
      'permissions-of-things.test.ts',
      'see-as.test.ts',
      'roles.test.ts',
      'explain-rule.test.ts',
    ].map((name) => `packages/contracts/src/permissions/${name}`),
  },
  plans: {
    mutate: ['packages/contracts/src/billing/plans.ts'],
    tests: ['packages/contracts/src/billing/plans.test.ts'],
  },
  tokens: {
    mutate: [`${AUTH}/provider/identity-token.ts`],
    tests: [`${AUTH}/provider/identity-token.test.ts`],
  },
  cookies: {
    mutate: [`${AUTH}/sessions/cookies.ts`, `${AUTH}/sessions/single-flight.ts`],
    tests: [`${AUTH}/sessions/cookies.test.ts`, `${AUTH}/sessions/single-flight.test.ts`],
  },
  sessions: {
    mutate: [`${AUTH}/sessions/sessions.ts`],
    tests: [`${AUTH}/sessions/sessions.test.ts`, `${AUTH}/sessions/session-rows.api.test.ts`],
  },
  refresh: {
    mutate: [`${AUTH}/sessions/refresh.ts`],
    tests: [`${AUTH}/sessions/refresh-provider.api.test.ts`],
  },
  inviteRules: {
    mutate: [`${INVITES}/invite-rules.ts`, `${INVITES}/address.ts`],
    tests: [`${INVITES}/invite-rules.test.ts`, `${INVITES}/address.test.ts`],
  },
  invites: {
    mutate: [`${INVITES}/invites.service.ts`],
    tests: [`${INVITES}/invites.api.test.ts`, `${INVITES}/invite-trail.api.test.ts`],
  },
  joining: {
    mutate: [`${INVITES}/join.service.ts`],
    tests: [`${INVITES}/invites.api.test.ts`, `${INVITES}/invite-trail.api.test.ts`],
  },
  limits: {
    mutate: [`${API}/platform/commands/limits.queries.ts`, `${API}/features/members/seats.ts`],
    tests: [`${API}/platform/commands/limits.api.test.ts`, `${API}/features/members/seats.api.test.ts`],
  },
};
