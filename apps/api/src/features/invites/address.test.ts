import { expect, it } from 'vitest';
import type { AppError } from '#platform/errors.ts';
import { assertMeantFor, foldAddress, isVerifiedByProvider } from './address.ts';
import type { Person } from './invites.queries.ts';

const person = (email: string, hostedDomain: string | null = null): Person => ({
  name: 'Ada',
  email,
  language: null,
  hostedDomain,
});

/** Returns the rule that rejects a user with its message, or 'let in'. */
function outcomeOf(invite: { email?: string; domain?: string }, who: Person | null): string {
  try {
    assertMeantFor({ email: invite.email ?? null, domain: invite.domain ?? null }, who);
    return 'let in';
  } catch (error) {
    const { code, detail, errors } = error as AppError;
    expect(errors?.[0]?.message).toBe(detail);
    return `${code} ${errors?.[0]?.path}: ${detail}`;
  }
}

const OTHER =
  'FORBIDDEN email: This invite is for another email address. Sign in with the account it was sent to.';
const UNSURE =
  'FORBIDDEN provider: Google doesn’t run email for this address, so it can’t confirm that it’s yours. Ask for an invite link instead.';
const DOMAIN = 'FORBIDDEN domain: This invite is only for corp.example accounts.';

it.each([
  ['ADA@Example.COM', 'ada@example.com'],
  ['AZaz09.+_@X', 'azaz09.+_@x'],
  ['\u212Aelvin@\u0130.example', '\u212Aelvin@\u0130.example'],
])('folds %s to %s', (address, folded) => {
  expect(foldAddress(address)).toBe(folded);
});

it.each([
  ['a@gmail.com', null, true],
  ['A@GMail.Com', null, true],
  ['a@corp.example', 'corp.example', true],
  ['a@corp.example', null, false],
  ['a@gmail.com.example', null, false],
  ['a@notgmail.com', null, false],
])(
  'returns whether Google vouches for %s with the Workspace domain %s: %s',
  (email, hostedDomain, isVouched) => {
    expect(isVerifiedByProvider({ email, hostedDomain })).toBe(isVouched);
  },
);

it.each([
  [{}, person('anybody@example.com'), 'let in'],
  [{}, null, 'let in'],
  [{ email: 'Ada@Gmail.com' }, person('aDA@gmail.com'), 'let in'],
  [{ email: 'ada@gmail.com' }, person('a.da@gmail.com'), OTHER],
  [{ email: 'ada@gmail.com' }, null, OTHER],
  [{ email: 'ada@corp.example' }, person('ada@corp.example', 'corp.example'), 'let in'],
  [{ email: 'ada@corp.example' }, person('ada@corp.example'), UNSURE],
  [{ domain: 'corp.example' }, person('ada@corp.example', 'corp.example'), 'let in'],
  [{ domain: 'corp.example' }, person('ada@corp.example'), DOMAIN],
  [{ domain: 'corp.example' }, person('ada@corp.example', 'other.example'), DOMAIN],
  [{ domain: 'corp.example' }, null, DOMAIN],
])('matches an invite for %j against %j: %s', (invite, who, outcome) => {
  expect(outcomeOf(invite, who)).toBe(outcome);
});
