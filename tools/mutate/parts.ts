/** A piece of the wall whose tests are tested: each mutant of `mutate` has to be noticed by one of `tests`. */
export interface Part {
  mutate: readonly string[];
  tests: readonly string[];
}

const API = 'apps/api/src';
const AUTH = `${API}/features/auth`;
const INVITES = `${API}/features/invites`;

export const PARTS: Readonly<Record<string, Part>> = {
  rights: {
    mutate: ['packages/contracts/src/permissions.ts'],
    tests: ['packages/contracts/src/permissions.test.ts', 'packages/contracts/src/explain-rule.test.ts'],
  },
  plans: {
    mutate: ['packages/contracts/src/plans.ts'],
    tests: ['packages/contracts/src/plans.test.ts'],
  },
  tokens: {
    mutate: [`${AUTH}/identity-token.ts`],
    tests: [`${AUTH}/identity-token.test.ts`],
  },
  sessions: {
    mutate: [`${AUTH}/sessions.ts`, `${AUTH}/cookies.ts`],
    tests: [`${AUTH}/sessions.api.test.ts`, `${AUTH}/auth.api.test.ts`, `${AUTH}/cookies.test.ts`],
  },
  refresh: {
    mutate: [`${AUTH}/refresh.ts`],
    tests: [`${AUTH}/refresh.api.test.ts`],
  },
  invites: {
    mutate: [`${INVITES}/join.service.ts`, `${INVITES}/invites.service.ts`],
    tests: [`${INVITES}/invites.api.test.ts`],
  },
  limits: {
    mutate: [`${API}/platform/commands/limits.queries.ts`, `${API}/features/members/seats.ts`],
    tests: [
      `${API}/testing/plan-limits.api.test.ts`,
      `${API}/features/billing/billing.api.test.ts`,
      `${API}/features/members/members.api.test.ts`,
    ],
  },
};
