import { Hocuspocus, type Document } from '@hocuspocus/server';
import type { WebSocket } from 'ws';
import {
  COLLABORATION,
  type AccessMessage,
  type CloseReason,
} from '@hearth/contracts/documents/collaboration-values';
import { collaborationRoute } from '@hearth/contracts/documents/collaboration';
import { SCHEMA_VERSION } from '@hearth/contracts/rich-text/rich-text-values';
import type { DocumentName } from '#features/documents/store/checkpoints.ts';
import { UpdateTrials } from '#features/documents/store/update-trials.ts';
import { getCheckpoints } from '#features/documents/store/growth.ts';
import { bindRoute, sessionOf, type App, type Binding, type Feature } from '#platform/feature.ts';
import type { Notice } from '#platform/fanout/index.ts';
import { readView, readViewToken } from '#platform/http/view-as.ts';
import { SHUTDOWN } from '#platform/shutdown.ts';
import { getSync } from '#platform/sync/index.ts';
import { DocumentConnection } from './document-connection.ts';
import { cleanCarets } from './carets.ts';
import { RetainedOwners } from './client-owners.ts';
import { DocumentSocket, type SocketOwner } from './document-socket.ts';
import { isKnown } from './frame.ts';
import { authorize, type OpenRequest } from './authorize.ts';
import { LiveDocument } from './live-document.ts';
import { RightsWatch } from './rights-watch.ts';
import { GOODBYE_MS, SocketWatch } from './socket-watch.ts';
import { UnreadBytes } from './unread-bytes.ts';

const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** Disables the idle timeout of Hocuspocus: dead sockets are detected by heartbeats instead. */
const NEVER_MS = 2 ** 31 - 1;
const STEP_1 = 0;
const STEP_2 = 1;
const UPDATE = 2;

interface Context {
  socket: DocumentSocket;
  documentConnection: DocumentConnection;
}

/**
 * Thrown by a hook to close the connection: Hocuspocus sends `reason` to the client. The message is empty because Hocuspocus would log it
 * to the console.
 */
class Refusal extends Error {
  readonly reason: CloseReason;
  constructor(reason: CloseReason) {
    super('');
    this.reason = reason;
  }
}

/**
 * Collaborative editing. Hocuspocus implements the protocol and keeps documents in memory; this class authorizes requests and makes updates
 * durable before they are broadcast.
 */
export class Collaboration {
  readonly #app: App;
  readonly #hocuspocus: Hocuspocus<Context>;
  readonly #live = new Map<Document, LiveDocument>();
  readonly #rights: RightsWatch;
  readonly #sockets: SocketWatch;
  readonly #trials = new UpdateTrials();
  readonly #owners = new RetainedOwners();
  readonly #unread = new UnreadBytes();
  readonly #unsubscribe: () => void;

  constructor(app: App) {
    this.#app = app;
    // Starts the checkpoint sweep. It also compacts logs left pending by stopped nodes.
    getCheckpoints(app);
    this.#rights = new RightsWatch(app, (teamId, documentConnections) => {
      const requests = documentConnections.map((one) => this.#openRequestOf(one.socket.owner, one));
      return authorize(app, getSync(app).port, teamId, requests);
    });
    this.#sockets = new SocketWatch(app, {
      recheck: () => this.#rights.checkAll(),
      carried: () => [...this.#live.values()],
    });
    this.#hocuspocus = this.#createHocuspocus();
    this.#unsubscribe = app.fanout.subscribe((notice) => this.#onNotice(notice));
  }

  serve(ws: WebSocket, owner: SocketOwner, url: string): void {
    const isLimited = this.#app.config.hasRateLimits;
    const socket = new DocumentSocket(ws, owner, { isLimited, unread: this.#unread });
    if (!this.#sockets.add(socket)) return;
    // The headers are omitted because no hook reads them.
    const client = this.#hocuspocus.handleConnection(socket, new Request(new URL(url, 'http://localhost')), {
      socket,
    } as Context);
    socket.serve(client);
    socket.onClose(() => {
      for (const documentConnection of socket.documentConnections.values())
        this.#rights.remove(documentConnection);
      socket.documentConnections.clear();
    });
  }

  /** Stops reading, processes the messages already read, and closes the sockets. */
  async closeSockets(): Promise<void> {
    this.#unsubscribe();
    await this.#sockets.close(async () => {
      await Promise.all([...this.#live.values()].map((live) => live.settled()));
    }, SHUTDOWN.drain - GOODBYE_MS);
  }

  async close(): Promise<void> {
    for (const live of this.#live.values()) live.carets.close();
    await this.#trials.close();
    await getCheckpoints(this.#app).close();
  }

  #createHocuspocus(): Hocuspocus<Context> {
    return new Hocuspocus<Context>({
      quiet: true,
      timeout: NEVER_MS,
      maxPendingDocuments: COLLABORATION.documents,
      maxUnauthenticatedQueueSize: 2 * COLLABORATION.frame,
      onAuthenticate: async ({ documentName, context, connectionConfig }) => {
        const documentConnection = await this.#open(context.socket, documentName);
        connectionConfig.readOnly = documentConnection.access.readOnly !== null;
        return { documentConnection };
      },
      onLoadDocument: async ({ document, documentName }) => {
        await this.#load(document, documentName);
      },
      afterUnloadDocument: async () => this.#removeUnloaded(),
      connected: async ({ connection, context, documentName }) => {
        const { documentConnection } = context;
        const isCurrent = this.#hocuspocus.documents.get(documentName) === connection.document;
        // The document was unloaded while this connection opened: updates would go to a copy that no other connection uses.
        if (!isCurrent) documentConnection.close('UNAVAILABLE');
        if (!documentConnection.connect(connection)) return;
        // Whether the document is full can be determined only after it has been loaded.
        const readOnly = this.#live.get(connection.document)?.readOnly ?? null;
        if (documentConnection.access.readOnly === null && readOnly !== null) {
          documentConnection.access = { ...documentConnection.access, readOnly };
          connection.readOnly = true;
        }
        const message: AccessMessage = { type: 'access', readOnly: documentConnection.access.readOnly };
        connection.sendStateless(JSON.stringify(message));
        // Check the rights again: they may have changed since the connection was authorized.
        this.#rights.checkTeam(documentConnection.teamId);
      },
      beforeSync: async ({ connection, context, document, type, payload }) => {
        if (type === STEP_1 || connection.readOnly) return;
        if (!(await this.#write(document, context.documentConnection, type, payload)))
          connection.readOnly = true;
      },
      beforeHandleAwareness: async ({ document, context, states }) => {
        if (context !== undefined) cleanCarets(document, context.documentConnection, states);
      },
      afterHandleMessage: async ({ context, update }) => {
        context.socket.settle(context.documentConnection, update.length);
      },
      onDisconnect: async ({ context }) => this.#drop(context.documentConnection),
    });
  }

  /**
   * Authorizes a connection to a document and registers it. Replaces the socket's former connection to that document.
   * @throws Refusal
   */
  async #open(socket: DocumentSocket, documentName: string): Promise<DocumentConnection> {
    const [, teamId, documentId] = NAME.exec(documentName) ?? [];
    if (teamId === undefined || documentId === undefined) throw new Refusal('NOT_FOUND');
    const { documentConnections, owner } = socket;
    if (documentConnections.size >= COLLABORATION.documents && !documentConnections.has(documentName))
      throw new Refusal('TOO_MANY');
    const name = { teamId, documentId };
    const request = this.#openRequestOf(owner, name);
    const { port } = getSync(this.#app);
    const [access = 'UNAVAILABLE'] = await authorize(this.#app, port, teamId, [request]).catch(
      (error: unknown) => {
        this.#app.log.warn({ err: error, ...name }, 'failed to open a document');
        return ['UNAVAILABLE' as const];
      },
    );
    if (typeof access === 'string') throw new Refusal(access);
    const { view } = request;
    const viewEndsAt = view === null || view === 'ended' ? null : view.endsAt;
    const documentConnection = new DocumentConnection(socket, name, access, viewEndsAt);
    const former = documentConnections.get(documentName);
    if (former !== undefined) {
      former.close('CHANGED');
      this.#drop(former);
    }
    documentConnections.set(documentName, documentConnection);
    this.#rights.add(documentConnection);
    return documentConnection;
  }

  #openRequestOf(owner: SocketOwner, { teamId, documentId }: DocumentName): OpenRequest {
    const { session, viewToken } = owner;
    const viewRequest = { headers: {}, query: viewToken === null ? {} : { viewAs: viewToken } };
    return { owner, teamId, documentId, view: readView(this.#app, viewRequest, { session, teamId }) };
  }

  async #load(document: Document, documentName: string): Promise<void> {
    const [, teamId = '', documentId = ''] = NAME.exec(documentName) ?? [];
    const name = { teamId, documentId };
    const authorizeAgain = (documentConnection: DocumentConnection) =>
      this.#rights.authorizeAgain(documentConnection);
    const owners = this.#owners.of(documentId);
    const parts = { app: this.#app, authorizeAgain, trials: this.#trials, owners };
    const live = new LiveDocument(document, name, parts);
    // Register before loading, to read updates that are announced during the load as well.
    this.#live.set(document, live);
    try {
      await live.load();
    } catch (error) {
      this.#live.delete(document);
      this.#app.log.warn({ err: error, ...name }, 'failed to open a document');
      throw new Refusal('UNAVAILABLE');
    }
  }

  /** @returns false if the update was not written and the connection has been closed with the reason */
  async #write(
    document: Document,
    documentConnection: DocumentConnection,
    type: number,
    update: Uint8Array,
  ): Promise<boolean> {
    if (type === STEP_2 && isKnown(document, update)) return true;
    const live = this.#live.get(document);
    if (live === undefined) {
      documentConnection.close('UNAVAILABLE');
      return false;
    }
    return await live.write(documentConnection, update, { isOwn: type === UPDATE });
  }

  #drop(documentConnection: DocumentConnection): void {
    const { socket, name } = documentConnection;
    socket.settle(documentConnection);
    this.#rights.remove(documentConnection);
    if (socket.documentConnections.get(name) === documentConnection) socket.documentConnections.delete(name);
  }

  #removeUnloaded(): void {
    for (const [document, live] of this.#live) {
      if (!document.isDestroyed) continue;
      live.carets.close();
      this.#live.delete(document);
    }
  }

  #liveOf(documentId: string): LiveDocument | undefined {
    for (const live of this.#live.values()) if (live.name.documentId === documentId) return live;
    return undefined;
  }

  #onNotice(notice: Notice): void {
    switch (notice.kind) {
      case 'head':
      case 'access':
        this.#rights.checkTeam(notice.teamId);
        break;
      case 'document':
        this.#liveOf(notice.documentId)?.advance(notice.seq);
        break;
      case 'caret':
        this.#liveOf(notice.documentId)?.carets.receive(notice.update);
        break;
      case 'caretsAsked':
        this.#liveOf(notice.documentId)?.carets.broadcast();
        break;
      case 'sessionEnded':
        this.#sockets.endSession(notice.sessionId);
        break;
      case 'gap':
        void this.#sockets.poll();
        break;
    }
  }
}

/** Registers the socket route and the server hooks of collaborative editing. */
export function bindCollaboration(
  app: App,
  collaboration: Collaboration,
): Required<Pick<Feature, 'bindings' | 'disconnect' | 'close'>> {
  const open: Binding = bindRoute(collaborationRoute, async ({ caller, query, request, reply }) => {
    const owner: SocketOwner = {
      session: sessionOf(caller),
      viewToken: readViewToken(request),
      schema: query.schema ?? SCHEMA_VERSION,
    };
    getSync(app).accept(request, reply, owner.session, COLLABORATION.frame, (ws) => {
      collaboration.serve(ws, owner, request.url);
    });
  });
  return {
    bindings: [open],
    disconnect: () => collaboration.closeSockets(),
    close: () => collaboration.close(),
  };
}
