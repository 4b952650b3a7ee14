import {
  READ_ONLY_REASONS,
  type CloseReason,
  type ReadOnlyReason,
} from '@hearth/contracts/documents/collaboration-values';

/** The document is gone for this person; it is to be opened anew, at once or in a while. */
type Closing = 'gone' | 'again' | 'later';

const MEANINGS: Record<CloseReason, Closing> = {
  NOT_FOUND: 'gone',
  FORBIDDEN: 'gone',
  CHANGED: 'again',
  UNAVAILABLE: 'later',
  TOO_MANY: 'later',
  INVALID: 'later',
};

/** What the server's reason for closing a document, or not opening it, means here. */
export function readClosing(reason: string): Closing | null {
  return Object.hasOwn(MEANINGS, reason) ? MEANINGS[reason as CloseReason] : null;
}

/** @returns undefined for a message about something else */
export function readAccess(payload: string): ReadOnlyReason | null | undefined {
  try {
    const { type, readOnly } = JSON.parse(payload) as { type?: unknown; readOnly?: unknown };
    if (type !== 'access') return undefined;
    // A reason that this release does not know is one all the same.
    return readOnly === null ? null : (READ_ONLY_REASONS.find((reason) => reason === readOnly) ?? 'rights');
  } catch {
    return undefined;
  }
}
