import { AppError } from '#platform/errors.ts';
import type { InviteRow, Person } from './invites.queries.ts';

/**
 * ASCII case-insensitive, nothing else: dots and plus signs are part of an address, and the Kelvin sign is not
 * a k.
 */
export function foldAddress(address: string): string {
  return address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Whether Google vouches for this address: for its own and for those of Workspace domains. Any other account has an
 * address whose holder was verified once, at some time: the domain may have changed hands since.
 */
export function isVouchedFor(person: Pick<Person, 'email' | 'hostedDomain'>): boolean {
  return person.hostedDomain !== null || foldAddress(person.email).endsWith('@gmail.com');
}

/**
 * Checks that the invite is for this person. The error reveals neither the address nor how close theirs is.
 * @throws AppError FORBIDDEN
 */
export function assertMeantFor(invite: Pick<InviteRow, 'email' | 'domain'>, person: Person | null): void {
  if (invite.email !== null) {
    if (person === null || foldAddress(person.email) !== foldAddress(invite.email)) {
      throw refuse(
        'email',
        'This invite is for another email address. Sign in with the account it was sent to.',
      );
    }
    if (!isVouchedFor(person)) {
      throw refuse(
        'provider',
        'Google doesn’t run email for this address, so it can’t confirm that it’s yours. Ask for an invite link instead.',
      );
    }
  }
  if (invite.domain !== null && person?.hostedDomain !== invite.domain) {
    throw refuse('domain', `This invite is only for ${invite.domain} accounts.`);
  }
}

/** `path` identifies the rule, so that a client can localize the message. */
function refuse(path: 'email' | 'provider' | 'domain', message: string): AppError {
  return new AppError('FORBIDDEN', message, { errors: [{ path, message }] });
}
