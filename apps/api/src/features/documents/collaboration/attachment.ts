import type { Connection } from '@hocuspocus/server';
import type { CloseReason, ReadOnlyReason } from '@hearth/contracts/documents/collaboration-values';
import type { DocumentName } from '#features/documents/store/checkpoints.ts';
import type { DocumentSocket } from './document-socket.ts';

/** What somebody may do with a document, and under which version of the team's rights that was said. */
export interface Verdict {
  rights: number;
  /** Null: they may edit it. */
  readOnly: ReadOnlyReason | null;
}

/** The protocol's code for "closed by the server"; what counts is the reason. */
const CLOSED = 4403;

/** One document that is open on one socket. */
export class Attachment implements DocumentName {
  readonly socket: DocumentSocket;
  readonly teamId: string;
  readonly documentId: string;
  verdict: Verdict;
  /** Until when it may be read by somebody who sees the team as another person; null = it is not a view. */
  readonly viewEndsAt: Date | null;
  /** The one client of Yjs that speaks here; null until it has said where it is. */
  clientId: number | null = null;
  /** Bytes that were handed on and are not dealt with yet. */
  pendingBytes = 0;
  #connection: Connection | null = null;
  #reason: CloseReason | null = null;

  constructor(
    socket: DocumentSocket,
    { teamId, documentId }: DocumentName,
    verdict: Verdict,
    viewEndsAt: Date | null = null,
  ) {
    this.viewEndsAt = viewEndsAt;
    this.socket = socket;
    this.teamId = teamId;
    this.documentId = documentId;
    this.verdict = verdict;
  }

  get isClosed(): boolean {
    return this.#reason !== null;
  }

  get name(): string {
    return `${this.teamId}/${this.documentId}`;
  }

  /** @returns false when it was closed before it had begun, which tells its client why */
  connect(connection: Connection): boolean {
    this.#connection = connection;
    if (this.#reason === null) return true;
    this.close(this.#reason);
    return false;
  }

  /** From now on nothing that comes from there is taken, what is under way included. */
  close(reason: CloseReason): void {
    this.#reason ??= reason;
    if (this.#connection === null) return;
    this.#connection.readOnly = true;
    this.#connection.close({ code: CLOSED, reason: this.#reason });
  }
}
