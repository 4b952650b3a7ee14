/** Constants of collaborative editing; free of the schema library, so that the browser loads only these. */
export const COLLABORATION = {
  /** Maximum bytes of one frame: a longer one closes the socket with 1009. */
  frame: 1024 * 1024,
  /** Open documents per socket. */
  documents: 20,
  /** Maximum bytes of a caret update. */
  caret: 4096,
} as const;

/**
 * Why the server closes a document on a socket, or refuses to open it: sent as the reason of the protocol's own message.
 * - NOT_FOUND: the document doesn't exist for this person, or no longer.
 * - FORBIDDEN: their token or view doesn't allow it.
 * - CHANGED: their permissions changed; reopen it.
 * - UNAVAILABLE: server error; retry later.
 * - INVALID: the message violates the protocol.
 * - TOO_MANY: the socket has reached its limit of open documents.
 */
export type CloseReason = 'NOT_FOUND' | 'FORBIDDEN' | 'CHANGED' | 'UNAVAILABLE' | 'INVALID' | 'TOO_MANY';

/**
 * Why an open document is read-only.
 * - rights: no permission to edit.
 * - archived: the document or its project is archived.
 * - reload: this build of the app is older than the schema.
 * - view: the team is viewed as another person.
 * - full: the document has reached its maximum size.
 * - storage: the team's documents fill the storage of its plan.
 */
export const READ_ONLY_REASONS = ['rights', 'archived', 'reload', 'view', 'full', 'storage'] as const;
export type ReadOnlyReason = (typeof READ_ONLY_REASONS)[number];

/**
 * The Yjs map next to the text in which programs mark their rewrites. Editors that have the document open add
 * such transactions to their undo history.
 */
export const REWRITES = 'rewrites';

/**
 * The same for text restored by the server after a concurrent edit deleted or recreated its block. A caret in front
 * of it belongs behind it.
 */
export const RESCUES = 'rescues';

/** Sent as a stateless message when a document has been opened. `readOnly` null: it can be edited. */
export interface AccessMessage {
  type: 'access';
  readOnly: ReadOnlyReason | null;
}

/** A client's awareness state; the server sets the user. */
export interface Caret {
  user: { id: string };
  cursor?: { anchor: unknown; head: unknown } | null;
}
