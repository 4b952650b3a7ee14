/** Constants for collaborative editing, kept out of the schema files to keep the schema library out of the browser. */
export const COLLABORATION = {
  /** Maximum size of a frame in bytes. A longer frame closes the socket with 1009. */
  frame: 1024 * 1024,
  /** Maximum open documents per socket. */
  documents: 20,
  /** Maximum length of a caret as JSON text, in characters. */
  caret: 4096,
} as const;

/**
 * Why the server closes a document on a socket, or does not open it. Sent as the reason of the protocol's own message.
 * - NOT_FOUND: the document does not exist, or is not (or no longer) visible to this user.
 * - FORBIDDEN: the API token or the view as another member does not allow access.
 * - CHANGED: the permissions changed. Reopen the document.
 * - UNAVAILABLE: server error. Retry later.
 * - INVALID: the message violates the protocol.
 * - TOO_MANY: the socket has reached its limit of open documents.
 */
export type CloseReason = 'NOT_FOUND' | 'FORBIDDEN' | 'CHANGED' | 'UNAVAILABLE' | 'INVALID' | 'TOO_MANY';

/**
 * Why an open document is read-only.
 * - rights: no permission to edit.
 * - archived: the document or its project is archived.
 * - reload: this build of the app is older than the schema.
 * - view: the team is viewed as another member.
 * - full: the document has reached its maximum size.
 * - storage: the team's documents fill the storage of its plan.
 */
export const READ_ONLY_REASONS = ['rights', 'archived', 'reload', 'view', 'full', 'storage'] as const;
export type ReadOnlyReason = (typeof READ_ONLY_REASONS)[number];

/**
 * Name of the Yjs map, next to the text, in which programs mark their rewrites. Editors that have the document open add the marked
 * transactions to their undo history.
 */
export const REWRITES = 'rewrites';

/**
 * Name of the Yjs map in which the server marks text that it restored after a concurrent edit deleted or recreated its block. A caret
 * before restored text is moved after it.
 */
export const RESCUES = 'rescues';

/** Stateless message sent when a document has been opened. `readOnly` is null if the document can be edited. */
export interface AccessMessage {
  type: 'access';
  readOnly: ReadOnlyReason | null;
}

/** Awareness state of a client. The server sets the user. */
export interface Caret {
  user: { id: string };
  cursor?: { anchor: unknown; head: unknown } | null;
}
