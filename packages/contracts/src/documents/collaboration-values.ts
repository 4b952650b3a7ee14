/** The fixed values of writing together; free of the schema library, so that the browser loads only these. */
export const COLLABORATION = {
  /** Bytes of one frame: a longer one closes the socket with 1009. */
  frame: 1024 * 1024,
  /** Documents that one socket has open at the same time. */
  documents: 20,
  /** Bytes of what one tells of where they are. */
  caret: 4096,
} as const;

/**
 * Why the server closes a document on a socket, or does not open it: as the reason of the protocol's own message.
 * - NOT_FOUND: there is no such document for this person, or no longer.   - FORBIDDEN: their token or view may not.
 * - CHANGED: what they may do is not what it was; open it again.   - UNAVAILABLE: it failed here; open it again in a while.
 * - INVALID: what was sent is none of this protocol.   - TOO_MANY: as many documents are open as a socket can have.
 */
export type CloseReason = 'NOT_FOUND' | 'FORBIDDEN' | 'CHANGED' | 'UNAVAILABLE' | 'INVALID' | 'TOO_MANY';

/**
 * Why an open document can only be read. `rights`: they may only read.   - archived: it or its project is.
 * - reload: this build of the app is older than the schema.   - view: they see the team as somebody else.
 * - full: it has grown as large as a document can be.   - storage: the team's documents fill the storage of its plan.
 */
export const READ_ONLY_REASONS = ['rights', 'archived', 'reload', 'view', 'full', 'storage'] as const;
export type ReadOnlyReason = (typeof READ_ONLY_REASONS)[number];

/**
 * The Yjs map beside the text in which a rewrite by a program marks its transaction. An editor that has the document open takes
 * such a transaction into its undo history.
 */
export const REWRITES = 'rewrites';

/**
 * The same for text that the server puts back because its block was deleted or made anew by somebody who had not seen it. A caret in front
 * of it belongs behind it.
 */
export const RESCUES = 'rescues';

/** Told as a stateless message when a document has been opened. `readOnly` null: it can be edited. */
export interface AccessMessage {
  type: 'access';
  readOnly: ReadOnlyReason | null;
}

/** What one tells others of where they are; whoever it is from, the server says. */
export interface Caret {
  user: { id: string };
  cursor?: { anchor: unknown; head: unknown } | null;
}
