import { setTimeout as sleep } from 'node:timers/promises';
import type { Document } from '@hocuspocus/server';
import type { Insertion } from '@hearth/contracts/documents/rescue/insertions';
import type { DocumentName } from '#features/documents/store/checkpoints.ts';
import { getDocumentRoom } from '#features/documents/store/document-room.ts';
import { readPieces } from '#features/documents/store/documents-store.ts';
import { getCheckpoints, publishDocumentUpdate } from '#features/documents/store/growth.ts';
import { appendOwnUpdate, appendUpdates, type UpdateEntry } from '#features/documents/store/log.queries.ts';
import { readTeam, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import type { UpdateTrials } from '#features/documents/store/update-trials.ts';
import * as Y from 'yjs';
import type { DocumentConnection } from './document-connection.ts';
import { CaretRelay } from './carets.ts';
import type { ClientOwners } from './client-owners.ts';
import { applyAndPlan, writeRescue } from './rescue-text.ts';
import { checkUpdate, readUpdate, type ReadUpdate } from './update-check.ts';

/** Group commit: updates that arrive during a commit are written together in the next one. */
const MAX_AT_ONCE = 100;
const MAX_BYTES_AT_ONCE = 4 * 1024 * 1024;
/** Maximum number of times one update is reauthorized while the team's rights keep changing. */
const MAX_CHECKS = 5;
/** Retry delays while the database is unavailable. After the last one, the connections are closed as UNAVAILABLE. */
const RETRIES_MS = [50, 200, 500, 1000, 2000, 3000];
const READ_AGAIN_MS = 500;
/** Limit of state and log, in bytes. Larger documents are read-only. */
const MAX_BYTES = 10 * 1024 * 1024;
/**
 * After an update that takes longer than this (ms) to apply, the next `SLOW_TRIALS` updates go through a trial, regardless of their size.
 */
const SLOW_MS = 100;
const SLOW_TRIALS = 50;
/** Skips the store hooks of Hocuspocus because every update is in the log before it is applied. */
const FROM_LOG = { source: 'local', skipStoreHooks: true } as const;

interface PendingUpdate {
  documentConnection: DocumentConnection;
  update: Uint8Array;
  checks: number;
  settle: (isWritten: boolean) => void;
}

interface LiveParts {
  app: App;
  /** Reauthorizes the connection. Returns false if it may no longer edit and was closed. */
  authorizeAgain: (documentConnection: DocumentConnection) => Promise<boolean>;
  trials: UpdateTrials;
  owners: ClientOwners;
}

/**
 * A document that is loaded on this node. The log is the source of truth: an update is committed before it is applied here, broadcast or
 * acknowledged. Updates of other nodes are read from the log.
 */
export class LiveDocument {
  readonly name: DocumentName;
  readonly carets: CaretRelay;
  readonly #document: Document;
  readonly #parts: LiveParts;
  readonly #owners: ClientOwners;
  readonly #waiting: PendingUpdate[] = [];
  #committing: Promise<void> | null = null;
  /** The log is applied up to this `seq`. */
  #seq = -1;
  #wanted = -1;
  /** Tracks updates that were applied before rows with an earlier `seq`: their first clock by client, and their last author. */
  #ahead: { clocks: Map<number, number>; userId: string | null } = { clocks: new Map(), userId: null };
  #bytes = 0;
  #isReading = false;
  /** Number of upcoming updates that go through a trial regardless of size and structure. */
  #trialsLeft = 0;

  constructor(document: Document, name: DocumentName, parts: LiveParts) {
    this.#document = document;
    this.name = name;
    this.#parts = parts;
    this.#owners = parts.owners;
    this.#owners.follow(document);
    this.carets = new CaretRelay(document, name.documentId, parts.app.fanout);
  }

  get isFull(): boolean {
    return this.#bytes > MAX_BYTES;
  }

  /** Why the document is read-only for everyone. Null if it is writable. */
  get readOnly(): 'full' | 'storage' | null {
    if (this.isFull) return 'full';
    return getDocumentRoom(this.#parts.app).isFull(this.name.teamId) ? 'storage' : null;
  }

  /** @throws Error if the document cannot be read or does not exist */
  async load(): Promise<void> {
    const rows = await this.#read();
    if (rows === null) throw new Error('Document not found.');
    this.#wanted = Math.max(this.#wanted, this.#seq);
    if (rows > 0) getCheckpoints(this.#parts.app).note(this.name, rows);
  }

  /**
   * Writes an update into the log, then applies it here. If a read or the commit fails, closes the connection instead of rejecting.
   * @param isOwn whether the client of this connection has just made the update. Otherwise the update may come from other clients or
   * earlier sessions
   * @returns false if the update was not written and the connection has been closed
   */
  async write(
    documentConnection: DocumentConnection,
    update: Uint8Array,
    { isOwn }: { isOwn: boolean },
  ): Promise<boolean> {
    if (this.isFull || !getDocumentRoom(this.#parts.app).spend(this.name.teamId, update.length)) {
      documentConnection.close('CHANGED');
      return false;
    }
    const read = readUpdate(update);
    let isAcceptable = false;
    try {
      isAcceptable = read !== null && (await this.#isAcceptable(documentConnection, read, update));
    } catch (error) {
      this.#parts.app.log.warn({ err: error, ...this.name }, 'failed to check an update of a document');
      documentConnection.close('UNAVAILABLE');
      return false;
    }
    if (read === null || !isAcceptable) {
      documentConnection.close('INVALID');
      return false;
    }
    const [client, ...others] = new Set(read.structs.map(({ id }) => id.client));
    if (isOwn && client !== undefined && others.length === 0)
      this.#owners.note(client, documentConnection.socket.owner.session.userId);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiting.push({ documentConnection, update, checks: 0, settle: resolve });
    this.#committing ??= this.#commitAll().finally(() => {
      this.#committing = null;
    });
    return await promise;
  }

  /** Whether the update harms neither the document nor the process. Updates of one connection are checked in order. */
  async #isAcceptable(
    documentConnection: DocumentConnection,
    read: ReadUpdate,
    update: Uint8Array,
  ): Promise<boolean> {
    const { userId } = documentConnection.socket.owner.session;
    const isForeign = (client: number): boolean => this.#owners.isForeign(client, userId);
    let verdict = checkUpdate(this.#document, read, isForeign);
    if (verdict === 'gap' || verdict === 'refused') {
      // Another node may have written the structs on which the update depends.
      await this.#read();
      verdict = checkUpdate(this.#document, read, isForeign);
    }
    if (verdict === 'gap' || verdict === 'refused') return false;
    if (verdict === 'ok' && this.#trialsLeft === 0) return true;
    this.#trialsLeft = Math.max(0, this.#trialsLeft - 1);
    return await this.#parts.trials.isFine(Y.encodeStateAsUpdate(this.#document), update, userId);
  }

  /** Reads the missing updates of a log that has grown to `seq`. */
  advance(seq: number): void {
    this.#wanted = Math.max(this.#wanted, seq);
    if (!this.#isReading && this.#wanted > this.#seq) void this.#readOn();
  }

  /** Resolves when no write is pending. */
  async settled(): Promise<void> {
    while (this.#committing !== null) await this.#committing;
  }

  async #readOn(): Promise<void> {
    this.#isReading = true;
    while (this.#wanted > this.#seq && !this.#document.isDestroyed) {
      try {
        // The document was deleted or is not yet readable: the next notification triggers another read.
        if ((await this.#read()) === null) break;
      } catch (error) {
        const { app } = this.#parts;
        app.log.warn({ err: error, ...this.name }, 'failed to read the log of a document; will retry');
        await sleep(READ_AGAIN_MS, undefined, { ref: false });
      }
    }
    this.#isReading = false;
  }

  /** Reads and applies the new rows of the log. Returns their number, or null if the document does not exist. */
  async #read(): Promise<number | null> {
    const { teamId, documentId } = this.name;
    const { app } = this.#parts;
    const read = await readTeam(app.db, { teamId, userId: null }, (tx) =>
      readPieces(tx, documentId, this.#seq, (piece) => {
        void this.#rescue(this.#applyPiece(piece), this.#ahead.userId);
        this.#seq = Math.max(this.#seq, piece.seq);
        for (const part of [piece.state, ...piece.updates]) this.#bytes += part?.length ?? 0;
      }),
    );
    if (read !== null) this.#wanted = Math.max(this.#seq, Math.min(this.#wanted, read.seq));
    return read?.rows ?? null;
  }

  /**
   * Applies rows of the log.
   * @returns insertions that restore content deleted by rows committed before that content but applied after it
   */
  #applyPiece(piece: { state: Uint8Array | null; updates: readonly Uint8Array[] }): Insertion[] {
    const { clocks } = this.#ahead;
    this.#ahead = { clocks: new Map(), userId: this.#ahead.userId };
    return applyAndPlan(this.#document, piece, FROM_LOG, (client, clock) => {
      return clock >= (clocks.get(client) ?? Infinity);
    });
  }

  async #commitAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup();
      try {
        await this.#commit(group);
      } catch (error) {
        this.#parts.app.log.error({ err: error, ...this.name }, 'failed to write a document update');
        for (const one of group) refuse(one);
      }
    }
  }

  /** Groups updates for one commit. A group has at most one API token because the transaction runs as the token's user to check it. */
  #takeGroup(): PendingUpdate[] {
    const [first] = this.#waiting;
    const programOf = ({ documentConnection }: PendingUpdate): string | null =>
      documentConnection.socket.owner.session.token?.id ?? null;
    const group: PendingUpdate[] = [];
    let bytes = 0;
    for (const one of this.#waiting) {
      bytes += one.update.length;
      const isSame = first !== undefined && programOf(one) === programOf(first);
      if (!isSame || group.length === MAX_AT_ONCE || (group.length > 0 && bytes > MAX_BYTES_AT_ONCE)) break;
      group.push(one);
    }
    this.#waiting.splice(0, group.length);
    return group;
  }

  async #commit(group: readonly PendingUpdate[]): Promise<void> {
    const { app } = this.#parts;
    const appended = await this.#append(group);
    const appendedIndexes = new Set(appended?.places ?? []);
    const appendedUpdates = group.filter((_one, index) => appendedIndexes.has(index));
    if (appended !== null) {
      const updates = appendedUpdates.map(({ update }) => update);
      const began = performance.now();
      const insertions = applyAndPlan(this.#document, { state: null, updates }, FROM_LOG);
      if (performance.now() - began > SLOW_MS) this.#trialsLeft = SLOW_TRIALS;
      for (const update of updates) this.#bytes += update.length;
      if (appended.seq - appendedUpdates.length === this.#seq) this.#seq = appended.seq;
      else {
        this.#noteAhead(appendedUpdates);
        this.advance(appended.seq);
      }
      for (const { settle } of appendedUpdates) settle(true);
      publishDocumentUpdate(app, this.name, { seq: appended.seq, updates: appendedUpdates.length });
      await this.#rescue(insertions, group[0]?.documentConnection.socket.owner.session.userId ?? null);
    }
    for (const one of group) {
      if (appendedUpdates.includes(one)) continue;
      one.checks += 1;
      if (one.checks <= MAX_CHECKS && (await this.#parts.authorizeAgain(one.documentConnection)))
        this.#waiting.unshift(one);
      else refuse(one);
    }
  }

  #noteAhead(written: readonly PendingUpdate[]): void {
    for (const { update, documentConnection } of written) {
      this.#ahead.userId = documentConnection.socket.owner.session.userId;
      for (const { id } of Y.decodeUpdate(update).structs)
        if (id.clock < (this.#ahead.clocks.get(id.client) ?? Infinity))
          this.#ahead.clocks.set(id.client, id.clock);
    }
  }

  /** Restores text that was lost when a user who had not seen it deleted its block. */
  async #rescue(insertions: readonly Insertion[], userId: string | null): Promise<void> {
    const update = insertions.length === 0 ? null : writeRescue(this.#document, insertions);
    if (update === null || userId === null) return;
    const { app } = this.#parts;
    const { teamId, documentId } = this.name;
    try {
      const seq = await withTeam(app.db, { teamId, userId }, (tx) =>
        appendOwnUpdate(tx, documentId, { userId, update }, app.clock.now()),
      );
      publishDocumentUpdate(app, this.name, { seq, updates: 1 });
      this.advance(seq);
    } catch (error) {
      app.log.error({ err: error, ...this.name }, 'failed to restore text of a deleted block');
    }
  }

  async #append(group: readonly PendingUpdate[]): ReturnType<typeof appendUpdates> {
    const { app } = this.#parts;
    const { teamId, documentId } = this.name;
    const entries = group.map(({ documentConnection, update }): UpdateEntry => {
      const { session } = documentConnection.socket.owner;
      const isProgram = session.token !== undefined;
      return {
        sessionId: isProgram ? null : session.id,
        tokenId: isProgram ? session.id : null,
        userId: session.userId,
        rights: documentConnection.access.rights,
        update,
      };
    });
    const userId = entries[0]?.userId ?? null;
    for (let attempt = 0; ; attempt += 1) {
      try {
        const append = (tx: Parameters<typeof appendUpdates>[0]) =>
          appendUpdates(tx, documentId, entries, app.clock.now());
        // If the commit succeeded after all, applying the update twice is a no-op in Yjs.
        return await withTeam(app.db, { teamId, userId }, append);
      } catch (error) {
        const wait = RETRIES_MS[attempt];
        if (wait === undefined) throw error;
        await sleep(wait, undefined, { ref: false });
      }
    }
  }
}

function refuse({ documentConnection, settle }: PendingUpdate): void {
  documentConnection.close('UNAVAILABLE');
  settle(false);
}
