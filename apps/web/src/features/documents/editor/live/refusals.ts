import {
  READ_ONLY_REASONS,
  type CloseReason,
  type ReadOnlyReason,
} from '@hearth/contracts/documents/collaboration-values';

/** `gone`: access was revoked. Otherwise the document must be reopened, immediately (`again`) or after a delay (`later`). */
type Closing = 'gone' | 'again' | 'later';

const MEANINGS: Record<CloseReason, Closing> = {
  NOT_FOUND: 'gone',
  FORBIDDEN: 'gone',
  CHANGED: 'again',
  UNAVAILABLE: 'later',
  TOO_MANY: 'later',
  INVALID: 'later',
};

/** Maps the server's close reason to the client's reaction. Returns null for an unknown reason. */
export function readClosing(reason: string): Closing | null {
  return Object.hasOwn(MEANINGS, reason) ? MEANINGS[reason as CloseReason] : null;
}

/** Reads why the server rejects changes. Returns null if it accepts them, and undefined for a message that is not about access. */
export function readAccess(payload: string): ReadOnlyReason | null | undefined {
  try {
    const { type, readOnly } = JSON.parse(payload) as { type?: unknown; readOnly?: unknown };
    if (type !== 'access') return undefined;
    // Treat reasons unknown to this release as missing permissions.
    return readOnly === null ? null : (READ_ONLY_REASONS.find((reason) => reason === readOnly) ?? 'rights');
  } catch {
    return undefined;
  }
}
