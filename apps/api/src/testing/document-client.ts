import { setTimeout as sleep } from 'node:timers/promises';
import { HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import type { AccessMessage } from '@hearth/contracts/documents/collaboration-values';
import { DocumentProvider } from '@hearth/contracts/documents/document-provider';
import type { Client } from './make.ts';
import type { RoughNetwork } from './rough-network.ts';

/** Time limit for awaited conditions. */
const WAIT_MS = 15_000;
const LOOK_MS = 5;

export interface DocumentOptions {
  /** The schema version that the client announces. */
  schema?: number;
  viewAs?: string;
  /** The secret of an API token. */
  bearer?: string;
  origin?: string | null;
  /** An existing local document to continue with. */
  doc?: Y.Doc;
  /** False disables reconnecting. */
  comesBack?: boolean;
  network?: RoughNetwork;
}

/** Simulates a browser with an open document, using the web app's provider. */
export class DocumentClient {
  readonly doc: Y.Doc;
  readonly socket: HocuspocusProviderWebsocket;
  readonly provider: DocumentProvider;
  /** The server's reasons for closing or rejecting the document, oldest first. */
  readonly reasons: string[] = [];
  /** Close codes of the sockets. */
  readonly codes: number[] = [];
  /** Times of the entries in `reasons` and `codes`, from `performance.now()`. */
  readonly cutAt: number[] = [];
  readonly access: AccessMessage[] = [];
  readonly sockets: WebSocket[] = [];

  constructor(client: Client, name: string, options: DocumentOptions = {}) {
    this.doc = options.doc ?? new Y.Doc();
    const cookie = [...client.cookies].map(([key, { value }]) => `${key}=${value}`).join('; ');
    const origin = options.origin === undefined ? client.target.webOrigin : options.origin;
    const headers = {
      ...(options.bearer === undefined ? { cookie } : { authorization: `Bearer ${options.bearer}` }),
      ...(origin === null || options.bearer !== undefined ? {} : { origin }),
    };
    const { sockets } = this;
    const { network } = options;
    class Socket extends WebSocket {
      constructor(url: string) {
        super(url, { headers });
        // Ignore errors, as browsers do: a close event always follows. Without a listener, Node would throw.
        this.on('error', () => {});
        sockets.push(this);
      }

      override send(data: Uint8Array): void {
        if (network === undefined) super.send(data);
        else network.pass('up', data, () => this.readyState === WebSocket.OPEN && super.send(data));
      }

      override emit(name: string, ...args: unknown[]): boolean {
        const hand = (): boolean => super.emit(name, ...args);
        if (name !== 'message' || network === undefined) return hand();
        network.pass('down', new Uint8Array(args[0] as ArrayBuffer), hand);
        return true;
      }
    }
    const query = new URLSearchParams();
    if (options.schema !== undefined) query.set('schema', String(options.schema));
    if (options.viewAs !== undefined) query.set('viewAs', options.viewAs);
    this.socket = new HocuspocusProviderWebsocket({
      url: `${client.target.apiOrigin.replace('http', 'ws')}/collaboration${query.size === 0 ? '' : `?${query.toString()}`}`,
      WebSocketPolyfill: Socket,
      delay: 20,
      minDelay: 20,
      maxDelay: 200,
      ...(options.comesBack === false ? { maxAttempts: 1 } : {}),
      onClose: ({ event }) => this.#note(this.codes, event.code),
    });
    this.provider = new DocumentProvider({
      websocketProvider: this.socket,
      name,
      document: this.doc,
      token: '',
      onAuthenticationFailed: ({ reason }) => this.#note(this.reasons, reason),
      onClose: ({ event }) => {
        if (event.code === 1000) this.#note(this.reasons, event.reason);
      },
      onStateless: ({ payload }) => this.access.push(JSON.parse(payload) as AccessMessage),
    });
    this.provider.attach();
  }

  #note<T>(list: T[], what: T): void {
    list.push(what);
    this.cutAt.push(performance.now());
  }

  /** The text of the document, one line per paragraph. */
  get lines(): string[] {
    return this.doc
      .getXmlFragment('default')
      .toArray()
      .map((node) => (node as Y.XmlElement).toJSON().replaceAll(/<[^>]*>/g, ''));
  }

  /** Adds a paragraph. */
  write(text: string): void {
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [new Y.XmlText(text)]);
    this.doc.getXmlFragment('default').push([paragraph]);
  }

  /** Types a character at the end of the first paragraph. */
  type(character: string): void {
    const first = this.doc.getXmlFragment('default').get(0) as Y.XmlElement;
    const text = first.get(0) as Y.XmlText;
    text.insert(text.length, character);
  }

  get isAcknowledged(): boolean {
    return this.provider.synced && !this.provider.hasUnsyncedChanges;
  }

  /** Waits until the document is synced and the server has persisted all local updates. */
  async acknowledged(): Promise<void> {
    await this.until(() => this.isAcknowledged);
  }

  /** Waits until the document contains this line. */
  async shows(text: string): Promise<void> {
    await this.until(() => this.lines.includes(text));
  }

  async until(isTrue: () => boolean): Promise<void> {
    const until = performance.now() + WAIT_MS;
    while (!isTrue()) {
      if (performance.now() > until)
        throw new Error(JSON.stringify([this.lines, this.reasons, this.codes]).slice(-1000));
      await sleep(LOOK_MS);
    }
  }

  /** Reopens the document after the server has closed it but not the socket, as after an access change. */
  reopen(): void {
    void this.provider.onOpen(new Event('open'));
  }

  /** Simulates closing the tab. */
  close(): void {
    this.provider.destroy();
    this.socket.destroy();
  }

  /** Simulates a network failure. */
  cut(): void {
    for (const socket of this.sockets) socket.terminate();
  }
}

/** Opens a document and waits until it is loaded. */
export async function openDocument(
  client: Client,
  name: string,
  options: DocumentOptions = {},
): Promise<DocumentClient> {
  const opened = new DocumentClient(client, name, options);
  await opened.until(() => opened.isAcknowledged && opened.access.length > 0);
  return opened;
}
