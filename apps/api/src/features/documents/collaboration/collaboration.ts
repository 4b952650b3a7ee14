import { Hocuspocus, type Document } from '@hocuspocus/server';
import type { FastifyInstance } from 'fastify';
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
import { getSync } from '#platform/sync/index.ts';
import { Attachment } from './attachment.ts';
import { cleanCarets } from './carets.ts';
import { KeptOwners } from './client-owners.ts';
import { DocumentSocket, type SocketOwner } from './document-socket.ts';
import { isKnown } from './frame.ts';
import { judge, type Asker } from './judge.ts';
import { LiveDocument } from './live-document.ts';
import { RightsWatch } from './rights-watch.ts';
import { SocketWatch } from './socket-watch.ts';
import { UnreadBytes } from './unread-bytes.ts';

const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** Hocuspocus closes sockets that say nothing for so long; ours are held to heartbeats. */
const NEVER_MS = 2 ** 31 - 1;
/** How long a stop waits for what is being written. */
const SETTLE_MS = 1000;
const STEP_1 = 0;
const STEP_2 = 1;
const UPDATE = 2;

interface Context {
  socket: DocumentSocket;
  attachment: Attachment;
}

/** What Hocuspocus tells the client where a hook throws it; without a message, which it would write to the console. */
class Refusal extends Error {
  readonly reason: CloseReason;
  constructor(reason: CloseReason) {
    super('');
    this.reason = reason;
  }
}

/**
 * Documents that are written together. Hocuspocus speaks the protocol and holds documents in memory; whether somebody may,
 * and that nothing is told before it is kept, is decided here.
 */
export class Collaboration {
  readonly #app: App;
  readonly #hocuspocus: Hocuspocus<Context>;
  readonly #live = new Map<Document, LiveDocument>();
  readonly #rights: RightsWatch;
  readonly #sockets: SocketWatch;
  readonly #trials = new UpdateTrials();
  readonly #owners = new KeptOwners();
  readonly #unread = new UnreadBytes();
  readonly #unsubscribe: () => void;

  constructor(app: App) {
    this.#app = app;
    // What nodes before this one did not come to is looked for from the start.
    getCheckpoints(app);
    this.#rights = new RightsWatch(app, (teamId, attachments) => {
      const askers = attachments.map((one) => this.#asker(one.socket.owner, one));
      return judge(app, getSync(app).port, teamId, askers);
    });
    this.#sockets = new SocketWatch(app, {
      lookAgain: () => this.#rights.lookAtAll(),
      carried: () => [...this.#live.values()],
    });
    this.#hocuspocus = this.#createHocuspocus();
    this.#unsubscribe = app.fanout.subscribe((notice) => this.#hear(notice));
  }

  serve(ws: WebSocket, owner: SocketOwner, url: string): void {
    const isLimited = this.#app.config.hasRateLimits;
    const socket = new DocumentSocket(ws, owner, { isLimited, unread: this.#unread });
    if (!this.#sockets.add(socket)) return;
    // Without its headers: what is in them is no business of the documents.
    const client = this.#hocuspocus.handleConnection(socket, new Request(new URL(url, 'http://localhost')), {
      socket,
    } as Context);
    socket.serve(client);
    socket.onClose(() => {
      for (const attachment of socket.attachments.values()) this.#rights.remove(attachment);
      socket.attachments.clear();
    });
  }

  /** Stops reading, answers what was read, and closes. */
  async closeSockets(): Promise<void> {
    this.#unsubscribe();
    await this.#sockets.close(async () => {
      await Promise.all([...this.#live.values()].map((live) => live.settled()));
    }, SETTLE_MS);
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
        const attachment = await this.#open(context.socket, documentName);
        connectionConfig.readOnly = attachment.verdict.readOnly !== null;
        return { attachment };
      },
      onLoadDocument: async ({ document, documentName }) => {
        await this.#load(document, documentName);
      },
      afterUnloadDocument: async () => this.#forgetUnloaded(),
      connected: async ({ connection, context, documentName }) => {
        const { attachment } = context;
        const isThere = this.#hocuspocus.documents.get(documentName) === connection.document;
        // It was unloaded in the very moment: whoever is left with it would write past all others.
        if (!isThere) attachment.close('UNAVAILABLE');
        if (!attachment.connect(connection)) return;
        // The size is known only after loading.
        const readOnly = this.#live.get(connection.document)?.readOnly ?? null;
        if (attachment.verdict.readOnly === null && readOnly !== null) {
          attachment.verdict = { ...attachment.verdict, readOnly };
          connection.readOnly = true;
        }
        const message: AccessMessage = { type: 'access', readOnly: attachment.verdict.readOnly };
        connection.sendStateless(JSON.stringify(message));
        // Rights may have changed since they were asked for.
        this.#rights.look(attachment.teamId);
      },
      beforeSync: async ({ connection, context, document, type, payload }) => {
        if (type === STEP_1 || connection.readOnly) return;
        if (!(await this.#write(document, context.attachment, type, payload))) connection.readOnly = true;
      },
      beforeHandleAwareness: async ({ document, context, states }) => {
        if (context !== undefined) cleanCarets(document, context.attachment, states);
      },
      afterHandleMessage: async ({ context, update }) => {
        context.socket.settle(context.attachment, update.length);
      },
      onDisconnect: async ({ context }) => this.#drop(context.attachment),
    });
  }

  /** @throws Refusal */
  async #open(socket: DocumentSocket, documentName: string): Promise<Attachment> {
    const [, teamId, documentId] = NAME.exec(documentName) ?? [];
    if (teamId === undefined || documentId === undefined) throw new Refusal('NOT_FOUND');
    const { attachments, owner } = socket;
    if (attachments.size >= COLLABORATION.documents && !attachments.has(documentName))
      throw new Refusal('TOO_MANY');
    const name = { teamId, documentId };
    const asker = this.#asker(owner, name);
    const { port } = getSync(this.#app);
    const [verdict = 'UNAVAILABLE'] = await judge(this.#app, port, teamId, [asker]).catch(
      (error: unknown) => {
        this.#app.log.warn({ err: error, ...name }, 'a document could not be opened');
        return ['UNAVAILABLE' as const];
      },
    );
    if (typeof verdict === 'string') throw new Refusal(verdict);
    const { view } = asker;
    const viewEndsAt = view === null || view === 'ended' ? null : view.endsAt;
    const attachment = new Attachment(socket, name, verdict, viewEndsAt);
    const former = attachments.get(documentName);
    if (former !== undefined) {
      former.close('CHANGED');
      this.#drop(former);
    }
    attachments.set(documentName, attachment);
    this.#rights.add(attachment);
    return attachment;
  }

  #asker(owner: SocketOwner, { teamId, documentId }: DocumentName): Asker {
    const { session, viewToken } = owner;
    const asking = { headers: {}, query: viewToken === null ? {} : { viewAs: viewToken } };
    return { owner, teamId, documentId, view: readView(this.#app, asking, { session, teamId }) };
  }

  async #load(document: Document, documentName: string): Promise<void> {
    const [, teamId = '', documentId = ''] = NAME.exec(documentName) ?? [];
    const name = { teamId, documentId };
    const judgeAgain = (attachment: Attachment) => this.#rights.judgeAgain(attachment);
    const owners = this.#owners.of(documentId);
    const parts = { app: this.#app, judgeAgain, trials: this.#trials, owners };
    const live = new LiveDocument(document, name, parts);
    // Before it is read: what is said to have grown meanwhile is read, too.
    this.#live.set(document, live);
    try {
      await live.load();
    } catch (error) {
      this.#live.delete(document);
      this.#app.log.warn({ err: error, ...name }, 'a document could not be opened');
      throw new Refusal('UNAVAILABLE');
    }
  }

  /** False: it is not written, and whoever sent it has been told so. */
  async #write(
    document: Document,
    attachment: Attachment,
    type: number,
    update: Uint8Array,
  ): Promise<boolean> {
    if (type === STEP_2 && isKnown(document, update)) return true;
    const live = this.#live.get(document);
    if (live === undefined) {
      attachment.close('UNAVAILABLE');
      return false;
    }
    return await live.write(attachment, update, { isOwn: type === UPDATE });
  }

  #drop(attachment: Attachment): void {
    const { socket, name } = attachment;
    socket.settle(attachment);
    this.#rights.remove(attachment);
    if (socket.attachments.get(name) === attachment) socket.attachments.delete(name);
  }

  #forgetUnloaded(): void {
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

  #hear(notice: Notice): void {
    switch (notice.kind) {
      case 'head':
      case 'access':
        this.#rights.look(notice.teamId);
        break;
      case 'document':
        this.#liveOf(notice.documentId)?.grow(notice.seq);
        break;
      case 'caret':
        this.#liveOf(notice.documentId)?.carets.hear(notice.update);
        break;
      case 'caretsAsked':
        this.#liveOf(notice.documentId)?.carets.tellAll();
        break;
      case 'sessionEnded':
        this.#sockets.endSession(notice.sessionId);
        break;
      case 'gap':
        void this.#sockets.lookForItself();
        break;
    }
  }
}

/** The socket's route, and what the feature does with the server around it. */
export function bindCollaboration(
  app: App,
  collaboration: Collaboration,
): Required<Pick<Feature, 'bindings' | 'mount' | 'close'>> {
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
    mount: async (server: FastifyInstance) => {
      server.addHook('preClose', () => collaboration.closeSockets());
    },
    close: () => collaboration.close(),
  };
}
