import { SEQ_HEADER } from '@hearth/contracts/sync-values';
import type { SignedIn } from '#api/testing/make.ts';
import type { TestApp } from '#api/testing/start-app.ts';

/** A command that has reached the server with its response. */
interface Arrival {
  key: string;
  status: number;
  seq: string | null;
}

/** Throws the error that a browser's fetch() throws without a network. */
const failToFetch = (): never => {
  throw new TypeError('Failed to fetch');
};

/** A user's browser with its own cookies and a network connection that can be cut. */
export class Device {
  readonly person: SignedIn;
  /** Server origin unique to this browser. Several browsers can then run in one process. */
  readonly apiOrigin: string;
  /** The events of the browser's window, including 'online'. */
  readonly events = new EventTarget();
  /** Commands that have reached the server since the network was last cut. */
  arrivals: Arrival[] = [];
  readonly sockets = new Set<WebSocket>();
  #isCut = false;
  #losesAnswers = false;
  #pending = new Set<Promise<Response>>();

  constructor(person: SignedIn, apiOrigin: string) {
    this.person = person;
    this.apiOrigin = apiOrigin;
  }

  get isCut(): boolean {
    return this.#isCut;
  }

  cut(): void {
    this.#isCut = true;
    this.arrivals = [];
    for (const socket of this.sockets) {
      // Dispatch the event immediately, as after pulling the network cable. Waiting for a close frame from the server would take a while.
      socket.dispatchEvent(new CloseEvent('close', { code: 1006 }));
      socket.close();
    }
    this.sockets.clear();
  }

  /**
   * Reconnects the network.
   * @param losesAnswers drops the first response to each command; the command is then retried with its idempotency key
   */
  restore({ losesAnswers = false } = {}): void {
    this.#isCut = false;
    this.#losesAnswers = losesAnswers;
    this.#tellOnline();
  }

  /** Resolves once every request has its response. The response may arrive after the feed has delivered the command's effect. */
  async whenAnswered(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }

  async fetch(address: string, init: RequestInit): Promise<Response> {
    if (this.#isCut) return failToFetch();
    const work = this.#request(address, init);
    this.#pending.add(work);
    return await work.finally(() => this.#pending.delete(work));
  }

  async #request(address: string, init: RequestInit): Promise<Response> {
    const { arrivals } = this;
    const answer = await plainFetch(address, init);
    const key = new Headers(init.headers).get('idempotency-key');
    if (key === null) return this.#isCut ? failToFetch() : answer;
    const isFirst = arrivals.every((arrival) => arrival.key !== key);
    arrivals.push({ key, status: answer.status, seq: answer.headers.get(SEQ_HEADER) });
    if (!this.#isCut && (!isFirst || !this.#losesAnswers)) return answer;
    setTimeout(() => this.#tellOnline());
    return failToFetch();
  }

  #tellOnline(): void {
    this.events.dispatchEvent(new Event('online'));
  }
}

const { fetch: plainFetch, WebSocket: PlainSocket } = globalThis;

/** Creates a device for each user. Its requests and sockets reach the server like those of a browser. */
export function connectDevices<P extends SignedIn[]>(
  api: TestApp,
  people: readonly [...P],
): { devices: { [N in keyof P]: Device }; disconnect: () => void } {
  const devices = people.map((person, nth) => new Device(person, `http://device-${nth}.invalid`));
  const find = (address: string): Device | undefined =>
    devices.find(({ apiOrigin }) => address.startsWith(`${apiOrigin}/`));
  const identify = ({ person }: Device): Record<string, string> => ({
    origin: api.webOrigin,
    cookie: [...person.cookies].map(([name, { value }]) => `${name}=${value}`).join('; '),
  });
  globalThis.fetch = (input, init = {}) => {
    const device = typeof input === 'string' ? find(input) : undefined;
    if (device === undefined) return plainFetch(input, init);
    const address = (input as string).replace(device.apiOrigin, api.apiOrigin);
    return device.fetch(address, { ...init, headers: { ...(init.headers as object), ...identify(device) } });
  };
  globalThis.WebSocket = class extends PlainSocket {
    constructor(url: string | URL) {
      const address = String(url).replace(/^ws/, 'http');
      const device = find(address);
      if (device === undefined) throw new Error(`Unknown socket: ${address}`);
      const server = device.isCut ? 'http://127.0.0.1:1' : api.apiOrigin;
      const headers = identify(device);
      super(address.replace(device.apiOrigin, server).replace(/^http/, 'ws'), {
        headers,
      } as unknown as string);
      device.sockets.add(this);
    }
  };
  const disconnect = (): void => {
    globalThis.fetch = plainFetch;
    globalThis.WebSocket = PlainSocket;
  };
  return { devices: devices as { [N in keyof P]: Device }, disconnect };
}
