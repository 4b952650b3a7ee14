import { HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import type { ReadOnlyReason } from '@hearth/contracts/documents/collaboration-values';
import { DocumentProvider } from '@hearth/contracts/documents/document-provider';
import { SCHEMA_VERSION } from '@hearth/contracts/rich-text/rich-text-values';
import { applyUpdate, decodeUpdate, Doc, encodeStateAsUpdate } from 'yjs';
import { markUnsynced } from '#features/documents/model/unsynced-documents.ts';
import { LocalDocuments, lockNameOf } from './local-documents.ts';
import { OwnClients } from './own-clients.ts';
import { readAccess, readClosing } from './refusals.ts';
import { readIncoming, rescueOwnText, type IncomingMessage } from './rescue.ts';

export interface LiveFacts {
  /** Whether content is available: the local copy or the server's state. */
  isReady: boolean;
  isConnected: boolean;
  /** Whether the server cannot be reached: the device is offline, or the connection failed or takes too long. */
  isOffline: boolean;
  /** The reason why the server rejects changes. Null if the server accepts them. */
  readOnly: ReadOnlyReason | 'gone' | null;
  /** Number of changes that the server has not acknowledged. */
  unsent: number;
}

export interface LiveOptions {
  /** `ws(s)://…/collaboration` */
  address: string;
  userId: string;
  teamId: string;
  documentId: string;
  /** Whether the document is known to be empty. It can then be edited before the server has responded. */
  isBlank: boolean;
}

const LOCAL = Symbol('the copy of this device');
const NOTIFY_AFTER_MS = 250;
const REOPEN_AFTER_MS = 5_000;
const SETTLE_AFTER_MS = 1_500;
/** Grace period before a document without a connection is reported as offline. */
const PATIENCE_MS = 4_000;

/** A collaborative document: its shared text, the connection to the server, and the local copy. */
export class LiveDocument {
  readonly doc = new Doc();
  readonly provider: DocumentProvider;
  readonly options: LiveOptions;
  #socket: HocuspocusProviderWebsocket;
  #local: LocalDocuments;
  #session = crypto.randomUUID();
  /** Tracks the client id. Yjs replaces it if this client receives updates of another client under the same id. */
  #clientId = this.doc.clientID;
  /** Counts of unsent changes of earlier sessions. They are sent with the first sync. */
  #inherited: Readonly<Record<string, number>> = {};
  /** Number of this session's changes since the local copy was last settled. */
  #own = 0;
  #facts: LiveFacts = {
    isReady: false,
    isConnected: false,
    isOffline: false,
    readOnly: null,
    unsent: 0,
  };
  #listeners = new Set<() => void>();
  #settling: ReturnType<typeof setTimeout> | undefined;
  #reopening: ReturnType<typeof setTimeout> | undefined;
  #impatience: ReturnType<typeof setTimeout>;
  #notifyTimer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #ended = Promise.withResolvers<void>();
  #ownClients: OwnClients;
  /** Unacknowledged updates of this device, including those of earlier sessions. */
  #unacknowledged: Uint8Array[] = [];
  #isLoaded = false;
  #isConfirmed = false;
  #isContradicted = false;
  /** Whether the full state of the server has been received. */
  #isWhole = false;

  constructor(options: LiveOptions) {
    this.options = options;
    this.#local = new LocalDocuments(options.userId, options.teamId);
    this.#ownClients = new OwnClients(lockNameOf(options), this.#ended.promise);
    this.#ownClients.add(this.doc.clientID);
    this.#socket = new HocuspocusProviderWebsocket({ url: `${options.address}?schema=${SCHEMA_VERSION}` });
    this.provider = new DocumentProvider({
      name: `${options.teamId}/${options.documentId}`,
      document: this.doc,
      websocketProvider: this.#socket,
      token: '-',
    });
    this.#observe();
    this.#impatience = setTimeout(() => this.#set({ isOffline: !this.#facts.isConnected }), PATIENCE_MS);
    window.addEventListener('online', this.#reconnect);
    window.addEventListener('offline', this.#markOffline);
    // While this tab holds the lock, other tabs let it send the unsent changes.
    void navigator.locks
      .request(lockNameOf(options), { mode: 'shared' }, () => this.#ended.promise)
      .catch(() => undefined);
    void this.#start();
  }

  get = (): LiveFacts => this.#facts;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Deletes the local copy, including unsent changes. */
  async discard(): Promise<void> {
    this.#own = 0;
    this.#inherited = {};
    this.#unacknowledged = [];
    await this.#local.forget(this.options.documentId);
    this.#set({ unsent: 0 });
  }

  /** Called when the document is displayed again. */
  enter(): void {
    this.provider.awareness?.setLocalState({});
  }

  /** Called when the document is no longer displayed. Other users no longer see this user's avatar and caret. */
  leave(): void {
    this.provider.awareness?.setLocalState(null);
  }

  async #start(): Promise<void> {
    const stored = await this.#local.load(this.options.documentId);
    if (this.#isClosed) return;
    if (stored !== null) {
      this.doc.transact(() => {
        for (const update of stored.updates) applyUpdate(this.doc, update, LOCAL);
      }, LOCAL);
      this.#inherited = stored.unsent;
      this.#unacknowledged.push(...stored.unsentUpdates);
      await this.#claimClients(stored.unsentUpdates);
      if (this.#isClosed) return;
      const unsent = Object.values(stored.unsent).reduce((sum, count) => sum + count, 0);
      this.#set({ isReady: true, unsent: this.#facts.unsent + unsent });
    } else if (this.options.isBlank) {
      // Store the empty document so that it opens after a reload before the server has created it.
      void this.#local.settle(this.options.documentId, encodeStateAsUpdate(this.doc), {});
      this.#set({ isReady: true });
    }
    this.#isLoaded = true;
    this.#attach();
  }

  async #claimClients(updates: readonly Uint8Array[]): Promise<void> {
    const structs = updates.flatMap((update) => decodeUpdate(update).structs);
    const clients = new Set(structs.map(({ id }) => id.client));
    await Promise.all([...clients].map((client) => this.#ownClients.claim(client)));
  }

  /** Called when the server has created the document. Changes can then be sent. */
  attach(): void {
    this.#isConfirmed = true;
    this.#attach();
  }

  #attach(): void {
    // Attach after the local copy is loaded so that the sync exchanges only differences.
    if (this.#isLoaded && this.#isConfirmed && !this.#isClosed) this.provider.attach();
  }

  #observe(): void {
    const { provider } = this;
    let readUpdate = (): ReturnType<typeof readIncoming> => null;
    provider.on('message', ({ message }: { message: IncomingMessage }) => {
      readUpdate = () => readIncoming(message);
    });
    rescueOwnText(this.doc, {
      origin: provider,
      readUpdate: () => readUpdate(),
      listUnacknowledged: () => this.#unacknowledged,
      isOwn: this.#ownClients.has,
    });
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === LOCAL) return;
      const isOwn = origin !== provider;
      void this.#local.append(this.options.documentId, update, isOwn ? this.#session : null);
      if (!isOwn) {
        this.#checkClient();
        return;
      }
      this.#own += 1;
      this.#unacknowledged.push(update);
      this.#set({ unsent: this.#facts.unsent + 1 });
    });
    provider.on('synced', () => {
      this.#isWhole = true;
      this.#set({ isReady: true });
      this.#settleSoon();
    });
    provider.on('unsyncedChanges', ({ number }: { number: number }) => {
      if (number > 0 || this.#isContradicted) return;
      this.#set({ unsent: 0 });
      this.#settleSoon();
    });
    provider.on('authenticated', () => {
      clearTimeout(this.#impatience);
      this.#set({ isConnected: true, isOffline: false });
    });
    provider.on('stateless', ({ payload }: { payload: string }) => {
      const readOnly = readAccess(payload);
      if (readOnly !== undefined) this.#set({ readOnly });
    });
    provider.on('authenticationFailed', ({ reason }: { reason: string }) => this.#handleClosing(reason));
    provider.on('close', ({ event }: { event: { reason: string } }) => {
      this.#set({ isConnected: false, isOffline: readClosing(event.reason) !== 'again' });
      this.#handleClosing(event.reason);
    });
  }

  /**
   * Handles a client id collision. Another client's structs under this client id occupy the clocks of unsent changes. The server therefore
   * treats the unsent changes as known and acknowledges them without having received them. They stay unsent and can be saved elsewhere.
   */
  #checkClient(): void {
    if (this.doc.clientID === this.#clientId) return;
    this.#clientId = this.doc.clientID;
    this.#ownClients.add(this.doc.clientID);
    if (this.#facts.unsent === 0) return;
    this.#isContradicted = true;
    this.#handleClosing('FORBIDDEN');
  }

  /** Handles the case that the server closed or rejected the document while the connection stays open. */
  #handleClosing(reason: string): void {
    const closing = readClosing(reason);
    if (closing === 'gone') {
      this.#set({ readOnly: 'gone', isConnected: false, isOffline: false });
      // Reconnecting would yield the same response.
      this.#socket.disconnect();
    } else if (closing !== null) {
      const reopen = (): void => void this.provider.onOpen(new Event('open'));
      clearTimeout(this.#reopening);
      this.#reopening = setTimeout(reopen, closing === 'again' ? 0 : REOPEN_AFTER_MS);
    }
  }

  #settleSoon(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => void this.#settle(), SETTLE_AFTER_MS);
  }

  async #settle(): Promise<void> {
    // Compact the local copy only when the document is fully loaded and all changes are acknowledged.
    if (this.#facts.unsent > 0 || !this.#isWhole) return;
    const settled = { ...this.#inherited, [this.#session]: this.#own };
    this.#inherited = {};
    this.#own = 0;
    this.#unacknowledged = [];
    await this.#local.settle(this.options.documentId, encodeStateAsUpdate(this.doc), settled);
  }

  #reconnect = (): void => {
    if (this.#facts.readOnly === 'gone') return;
    // After a short network interruption, the connection may still be open.
    this.#set({ isOffline: !this.#facts.isConnected });
    void this.#socket.connect();
  };

  #markOffline = (): void => this.#set({ isOffline: true });

  #set(change: Partial<LiveFacts>): void {
    this.#facts = { ...this.#facts, ...change };
    const { unsent, isConnected, isOffline } = this.#facts;
    // Changes in flight are not marked as unsynced. An existing mark stays until all changes are sent.
    if (unsent === 0 || !isConnected || isOffline) markUnsynced(this.options.documentId, unsent > 0);
    if (Object.keys(change).every((name) => name === 'unsent')) {
      // Throttled because each keystroke changes the count twice.
      this.#notifyTimer ??= setTimeout(() => this.#notify(), NOTIFY_AFTER_MS);
    } else this.#notify();
  }

  #notify(): void {
    clearTimeout(this.#notifyTimer);
    this.#notifyTimer = undefined;
    for (const listener of this.#listeners) listener();
  }

  /** Closes the document. Unsent changes stay in the local copy. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#settling);
    clearTimeout(this.#impatience);
    clearTimeout(this.#reopening);
    clearTimeout(this.#notifyTimer);
    window.removeEventListener('online', this.#reconnect);
    window.removeEventListener('offline', this.#markOffline);
    this.provider.destroy();
    this.#socket.destroy();
    void this.#settle().then(async () => {
      await this.#local.close();
      this.#ended.resolve();
    });
    this.doc.destroy();
  }
}
