import type { Connection } from '@hocuspocus/server';
import type { CloseReason, ReadOnlyReason } from '@hearth/contracts/documents/collaboration-values';
import type { DocumentName } from '#features/documents/store/checkpoints.ts';
import type { DocumentSocket } from './document-socket.ts';

/** A user's access to a document, and the version of the team's rights on which the decision is based. */
export interface DocumentAccess {
  rights: number;
  /** Why the document is read-only for this user. Null if the user may edit it. */
  readOnly: ReadOnlyReason | null;
}

/** The protocol's code for "closed by the server". Clients evaluate only the reason. */
const CLOSED = 4403;

/** A document that is open on a socket. */
export class DocumentConnection implements DocumentName {
  readonly socket: DocumentSocket;
  readonly teamId: string;
  readonly documentId: string;
  access: DocumentAccess;
  /** End of the view as another member. Null if the user does not view the team as another member. */
  readonly viewEndsAt: Date | null;
  /** The Yjs client of this connection. Null until the first awareness message. */
  clientId: number | null = null;
  /** Bytes received and not yet processed. */
  pendingBytes = 0;
  #connection: Connection | null = null;
  #reason: CloseReason | null = null;

  constructor(
    socket: DocumentSocket,
    { teamId, documentId }: DocumentName,
    access: DocumentAccess,
    viewEndsAt: Date | null = null,
  ) {
    this.viewEndsAt = viewEndsAt;
    this.socket = socket;
    this.teamId = teamId;
    this.documentId = documentId;
    this.access = access;
  }

  get isClosed(): boolean {
    return this.#reason !== null;
  }

  get name(): string {
    return `${this.teamId}/${this.documentId}`;
  }

  /** @returns false if the connection was closed before it connected. In that case, the client receives the reason */
  connect(connection: Connection): boolean {
    this.#connection = connection;
    if (this.#reason === null) return true;
    this.close(this.#reason);
    return false;
  }

  /** Rejects further updates of this connection, including those in flight. */
  close(reason: CloseReason): void {
    this.#reason ??= reason;
    if (this.#connection === null) return;
    this.#connection.readOnly = true;
    this.#connection.close({ code: CLOSED, reason: this.#reason });
  }
}
