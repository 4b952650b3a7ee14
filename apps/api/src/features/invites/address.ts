import { AppError } from '#platform/errors.ts';
import type { InviteRow, Person } from './invites.queries.ts';

/** Lower-cases ASCII letters only. Dots and plus signs are part of an address, and the Kelvin sign must not become a k. */
export function foldAddress(address: string): string {
  return address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Returns whether Google guarantees that this user controls the address. It does so for Gmail addresses and for addresses of Workspace
 * domains. Other addresses were verified only once, and their domain may have changed hands since.
 */
export function isVerifiedByProvider(person: Pick<Person, 'email' | 'hostedDomain'>): boolean {
  return person.hostedDomain !== null || foldAddress(person.email).endsWith('@gmail.com');
}

/**
 * Checks that the invite is for this user. The error reveals nothing about the invited address.
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
    if (!isVerifiedByProvider(person)) {
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

/** `path` identifies the rule that failed, so that a client can localize the message. */
function refuse(path: 'email' | 'provider' | 'domain', message: string): AppError {
  return new AppError('FORBIDDEN', message, { errors: [{ path, message }] });
}
