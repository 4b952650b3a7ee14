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
  /** There is something to show: the copy of this device, or what the server has. */
  isReady: boolean;
  isConnected: boolean;
  /** The connection has been tried, and is not there. */
  isOffline: boolean;
  /** Why the server takes nothing that is typed here; null = it does. */
  readOnly: ReadOnlyReason | 'gone' | null;
  /** Changes that the server has not acknowledged. */
  unsent: number;
}

export interface LiveOptions {
  /** `ws(s)://…/collaboration` */
  address: string;
  userId: string;
  teamId: string;
  documentId: string;
  /** Nothing is in it yet: it can be written in before the server has been asked. */
  isBlank: boolean;
}

const LOCAL = Symbol('the copy of this device');
const TELL_AFTER_MS = 250;
const REOPEN_AFTER_MS = 5_000;
const SETTLE_AFTER_MS = 1_500;
/** So long the server may take before a document without a connection is said to be offline. */
const PATIENCE_MS = 4_000;

/** A document that several write at once: its shared text, the way to the server, and the copy of this device. */
export class LiveDocument {
  readonly doc = new Doc();
  readonly provider: DocumentProvider;
  readonly options: LiveOptions;
  #socket: HocuspocusProviderWebsocket;
  #local: LocalDocuments;
  #session = crypto.randomUUID();
  /** Yjs changes it when somebody else has written as this client. */
  #clientId = this.doc.clientID;
  /** What earlier sessions left unsent; it goes with the first exchange. */
  #inherited: Readonly<Record<string, number>> = {};
  /** Of this session, since the copy was settled last. */
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
  #telling: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #ended = Promise.withResolvers<void>();
  #ownClients: OwnClients;
  /** Updates of this device without an acknowledgement, including those of earlier visits. */
  #unacknowledged: Uint8Array[] = [];
  #isLoaded = false;
  #isConfirmed = false;
  #isContradicted = false;
  /** Everything that the server had is here. */
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
    this.#hear();
    this.#impatience = setTimeout(() => this.#set({ isOffline: !this.#facts.isConnected }), PATIENCE_MS);
    window.addEventListener('online', this.#reconnect);
    window.addEventListener('offline', this.#tellOffline);
    // Other tabs leave it to this one to send what is unsent.
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

  /** Deletes the copy of this device, with what was not sent. */
  async discard(): Promise<void> {
    this.#own = 0;
    this.#inherited = {};
    this.#unacknowledged = [];
    await this.#local.forget(this.options.documentId);
    this.#set({ unsent: 0 });
  }

  /** The screen shows it again. */
  enter(): void {
    this.provider.awareness?.setLocalState({});
  }

  /** The screen has left it: others see neither face nor caret. */
  leave(): void {
    this.provider.awareness?.setLocalState(null);
  }

  async #start(): Promise<void> {
    const kept = await this.#local.load(this.options.documentId);
    if (this.#isClosed) return;
    if (kept !== null) {
      this.doc.transact(() => {
        for (const update of kept.updates) applyUpdate(this.doc, update, LOCAL);
      }, LOCAL);
      this.#inherited = kept.unsent;
      this.#unacknowledged.push(...kept.unsentUpdates);
      await this.#claimClients(kept.unsentUpdates);
      if (this.#isClosed) return;
      const unsent = Object.values(kept.unsent).reduce((sum, count) => sum + count, 0);
      this.#set({ isReady: true, unsent: this.#facts.unsent + unsent });
    } else if (this.options.isBlank) {
      // So that it opens after a reload too, while the server does not have it yet.
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

  /** The server has the document: what is written goes there from now on. */
  attach(): void {
    this.#isConfirmed = true;
    this.#attach();
  }

  #attach(): void {
    // After the copy, so that both only exchange what the other lacks.
    if (this.#isLoaded && this.#isConfirmed && !this.#isClosed) this.provider.attach();
  }

  #hear(): void {
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
    provider.on('authenticationFailed', ({ reason }: { reason: string }) => this.#hearClosing(reason));
    provider.on('close', ({ event }: { event: { reason: string } }) => {
      this.#set({ isConnected: false, isOffline: readClosing(event.reason) !== 'again' });
      this.#hearClosing(event.reason);
    });
  }

  /**
   * Structs of somebody else under this client's id take the clocks of what is on its way: the server counts that as known
   * and acknowledges it without having it. It stays unsent, and can be saved elsewhere.
   */
  #checkClient(): void {
    if (this.doc.clientID === this.#clientId) return;
    this.#clientId = this.doc.clientID;
    this.#ownClients.add(this.doc.clientID);
    if (this.#facts.unsent === 0) return;
    this.#isContradicted = true;
    this.#hearClosing('FORBIDDEN');
  }

  /** The document was closed, or not opened, while the connection stands. */
  #hearClosing(reason: string): void {
    const closing = readClosing(reason);
    if (closing === 'gone') {
      this.#set({ readOnly: 'gone', isConnected: false, isOffline: false });
      // Asking again would be answered in the same way.
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
    // What was not loaded yet, or not acknowledged, is no state to keep.
    if (this.#facts.unsent > 0 || !this.#isWhole) return;
    const settled = { ...this.#inherited, [this.#session]: this.#own };
    this.#inherited = {};
    this.#own = 0;
    this.#unacknowledged = [];
    await this.#local.settle(this.options.documentId, encodeStateAsUpdate(this.doc), settled);
  }

  #reconnect = (): void => {
    if (this.#facts.readOnly === 'gone') return;
    // A short gap may have left the connection as it was.
    this.#set({ isOffline: !this.#facts.isConnected });
    void this.#socket.connect();
  };

  #tellOffline = (): void => this.#set({ isOffline: true });

  #set(change: Partial<LiveFacts>): void {
    this.#facts = { ...this.#facts, ...change };
    const { unsent, isConnected, isOffline } = this.#facts;
    // What is on its way is not marked, unless it has waited before.
    if (unsent === 0 || !isConnected || isOffline) markUnsynced(this.options.documentId, unsent > 0);
    if (Object.keys(change).every((name) => name === 'unsent')) {
      // Each key that is pressed changes the number twice: it is told of when it has been for a while.
      this.#telling ??= setTimeout(() => this.#tell(), TELL_AFTER_MS);
    } else this.#tell();
  }

  #tell(): void {
    clearTimeout(this.#telling);
    this.#telling = undefined;
    for (const listener of this.#listeners) listener();
  }

  /** Unsent changes stay in the local copy. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#settling);
    clearTimeout(this.#impatience);
    clearTimeout(this.#reopening);
    clearTimeout(this.#telling);
    window.removeEventListener('online', this.#reconnect);
    window.removeEventListener('offline', this.#tellOffline);
    this.provider.destroy();
    this.#socket.destroy();
    void this.#settle().then(async () => {
      await this.#local.close();
      this.#ended.resolve();
    });
    this.doc.destroy();
  }
}
