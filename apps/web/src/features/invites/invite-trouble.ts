import { ApiError, explainError, isPassing } from '#platform/api-client.ts';

export interface InviteTrouble {
  title: string;
  lead: string;
  /** Whether the same link may work in a moment. */
  mayRetry: boolean;
}

/** Kind words for a link that does not work, with what to do next. */
export function explainInviteTrouble(error: unknown): InviteTrouble {
  if (isPassing(error)) return { title: 'Not right now', lead: explainError(error), mayRetry: true };
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 410) {
    return { title: 'This invite has expired', lead: 'Ask whoever sent it for a new link.', mayRetry: false };
  }
  if (status === 402) {
    return {
      title: 'This team is full',
      lead: 'Its plan has no seat left. Ask the owner to make room, then open the link again.',
      mayRetry: false,
    };
  }
  if (status === 404) {
    return {
      title: 'This invite does not work',
      lead: 'It may have been withdrawn, or part of the link is missing. Ask for a new one.',
      mayRetry: false,
    };
  }
  return { title: 'You cannot join with this link', lead: explainError(error), mayRetry: false };
}
