import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { ApiError, isTransientError } from '#platform/api/api-client.ts';
import { explainError } from '#platform/texts/error-messages.ts';

export interface InviteError {
  title: string;
  lead: string;
  /** Whether retrying the same link may work. */
  mayRetry: boolean;
  /** Whether the link may work with another account. */
  isOfAccount: boolean;
  /** Whether the link works once a seat is free. */
  isOfSeats: boolean;
}

/** `explainInviteError` for use while rendering. Follows the current language. */
export function useInviteError(error: unknown): InviteError | null {
  // A memoized message would keep the previous language.
  'use no memo';
  useLingui();
  return error === undefined ? null : explainInviteError(error);
}

/** Explains why the link does not work and what to do next. */
export function explainInviteError(error: unknown): InviteError {
  const plain = { mayRetry: false, isOfAccount: false, isOfSeats: false };
  if (isTransientError(error))
    return { ...plain, title: t`Not right now`, lead: explainError(error), mayRetry: true };
  if (!(error instanceof ApiError))
    return { ...plain, title: t`You can’t join with this link`, lead: explainError(error) };
  switch (error.status) {
    case 410:
      return {
        ...plain,
        title: t`This invite has expired`,
        lead: t`Ask the person who invited you for a new link.`,
      };
    case 402:
      return { ...plain, ...explainFull(error), isOfSeats: true };
    case 404:
      return {
        ...plain,
        title: t`This invite does not work`,
        lead: t`It may have been revoked, or part of the link is missing. Ask for a new one.`,
      };
    case 403:
      return { ...plain, ...explainAccount(error), isOfAccount: true };
    default:
      return { ...plain, title: t`You can’t join with this link`, lead: explainError(error) };
  }
}

function explainFull({ problem }: ApiError): { title: string; lead: string } {
  if (problem.limit === 'guests') {
    return {
      title: t`This team has no room for more guests`,
      lead: t`Ask the owner to free a seat, then try again: this link keeps working.`,
    };
  }
  return {
    title: t`This team is full`,
    lead: t`All seats are taken. We’ve told the owners that you couldn’t join. Ask them to free one, then try again: this link keeps working.`,
  };
}

function explainAccount(error: ApiError): { title: string; lead: string } {
  switch (error.problem.errors?.[0]?.path) {
    case 'email':
      return {
        title: t`This invite is for another address`,
        lead: t`Sign in with the address it was sent to.`,
      };
    case 'provider':
      return {
        title: t`We can’t confirm this address`,
        lead: t`This address isn’t hosted by Google, so Google can’t confirm it’s yours. Ask for an invite link or use another account.`,
      };
    case 'domain':
      return {
        title: t`This invite is limited to one organisation`,
        lead: t`Only Google accounts from that organisation can join with this link.`,
      };
    default:
      return { title: t`You can’t join with this link`, lead: explainError(error) };
  }
}
