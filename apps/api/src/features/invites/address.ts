import { AppError } from '#platform/errors.ts';
import type { InviteRow, Person } from './invites.queries.ts';

/**
 * ASCII case-insensitive, nothing else: dots and plus signs are part of an address, and a Kelvin sign is no
 * k.
 */
export function foldAddress(address: string): string {
  return address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Does Google speak for this address? It does for its own and for those of Workspace domains. Any other account has
 * an address that was shown to be its holder's once, at some time: whoever runs the domain today knows nothing of it.
 */
export function isVouchedFor(person: Pick<Person, 'email' | 'hostedDomain'>): boolean {
  return person.hostedDomain !== null || foldAddress(person.email).endsWith('@gmail.com');
}

/**
 * Is the invite for this person? An invite to an address says neither which one it is, nor to whom it is near.
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

/** `path` says which rule it was, so that a program can say it in its person's language. */
function refuse(path: 'email' | 'provider' | 'domain', message: string): AppError {
  return new AppError('FORBIDDEN', message, { errors: [{ path, message }] });
}
