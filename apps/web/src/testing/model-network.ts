import type { FeedFrame, SyncPage, SyncRows } from '@hearth/contracts/sync';
import {
  TransportError,
  type FeedHandlers,
  type SendResult,
  type Transport,
} from '#platform/sync/rows/types.ts';
import type { ModelServer } from './model-server.ts';

interface Flight {
  tab: string;
  /** Lets the server process the request. The response is delivered later or lost. */
  arrive: () => void;
  answer: (() => void) | null;
  lose: () => void;
}

interface Socket {
  tab: string;
  person: string;
  position: number;
  handlers: FeedHandlers;
  last: FeedFrame | null;
}

/** The network between the tabs and the model server. Each request and frame waits until a test step moves it. */
export class ModelNetwork {
  readonly server: ModelServer;
  #flights: Flight[] = [];
  #sockets: Socket[] = [];
  #offline = new Set<string>();
  #signedOut = new Set<string>();
  /** Devices that received rows without the ids of the mutations that produced them. */
  readonly snapshots = new Set<string>();

  constructor(server: ModelServer) {
    this.server = server;
  }

  setOffline(device: string, isOffline: boolean): void {
    if (isOffline) this.#offline.add(device);
    else this.#offline.delete(device);
  }

  setSignedOut(device: string, isSignedOut: boolean): void {
    if (isSignedOut) this.#signedOut.add(device);
    else this.#signedOut.delete(device);
  }

  isSignedOut(device: string): boolean {
    return this.#signedOut.has(device);
  }

  get isQuiet(): boolean {
    return this.#flights.length === 0 && this.#sockets.every((socket) => socket.position >= this.server.head);
  }

  /** Whether no request is in flight. */
  get isIdle(): boolean {
    return this.#flights.length === 0;
  }

  /** Moves one request by one step: to the server, then back. */
  moveFlight(pick: number): void {
    const flight = this.#flights[pick % Math.max(1, this.#flights.length)];
    if (flight === undefined) return;
    if (flight.answer === null) return flight.arrive();
    this.#flights = this.#flights.filter((other) => other !== flight);
    flight.answer();
  }

  /**
   * Drops a request's response. If `isGhost`, an undelivered request still reaches the server later, when the client no longer waits for
   * it.
   */
  loseFlight(pick: number, isGhost: boolean): void {
    const at = pick % Math.max(1, this.#flights.length);
    const flight = this.#flights[at];
    if (flight === undefined) return;
    flight.lose();
    if (isGhost && flight.answer === null) flight.answer = flight.arrive;
    else this.#flights.splice(at, 1);
  }

  /** A socket delivers its next frame, repeats its last frame or delivers a ping. */
  moveSocket(pick: number, kind: 'next' | 'repeat' | 'ping'): void {
    const socket = this.#sockets[pick % Math.max(1, this.#sockets.length)];
    if (socket === undefined) return;
    if (this.server.mustReset(socket.person, socket.position)) {
      socket.position = Infinity;
      socket.handlers.onFrame({ type: 'reset' });
    } else if (kind === 'repeat') {
      if (socket.last !== null) socket.handlers.onFrame(structuredClone(socket.last));
    } else if (kind === 'ping') {
      socket.handlers.onFrame({ type: 'ping', seq: this.server.head });
    } else this.#nextFrame(socket);
  }

  breakSocket(pick: number, code: number): void {
    const socket = this.#sockets[pick % Math.max(1, this.#sockets.length)];
    if (socket === undefined) return;
    this.#sockets = this.#sockets.filter((other) => other !== socket);
    socket.handlers.onClose(code);
  }

  /** Aborts all requests in flight for a tab, as when the tab is closed. The requests may still reach the server. */
  forget(tab: string, arrives: boolean): void {
    for (const flight of this.#flights.filter((other) => other.tab === tab)) {
      if (arrives && flight.answer === null) flight.arrive();
    }
    this.#flights = this.#flights.filter((other) => other.tab !== tab);
    this.#sockets = this.#sockets.filter((other) => other.tab !== tab);
  }

  cut(device: string): void {
    for (const flight of this.#flights.filter((other) => other.tab.startsWith(`${device}/`))) flight.lose();
    this.#flights = this.#flights.filter((other) => !other.tab.startsWith(`${device}/`));
    for (const socket of this.#sockets.filter((other) => other.tab.startsWith(`${device}/`))) {
      this.#sockets = this.#sockets.filter((other) => other !== socket);
      socket.handlers.onClose(1006);
    }
  }

  transportFor(
    person: string,
    device: string,
    tab: string,
    isAlive: () => boolean,
    onArrival: (mutationId: string) => void,
  ): Transport {
    const request = <T>(work: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        if (!isAlive()) return;
        if (this.#offline.has(device)) return reject(new TypeError('no network'));
        let isLost = false;
        const flight: Flight = {
          tab,
          answer: null,
          arrive: () => {
            try {
              const result = structuredClone(work());
              flight.answer = () => !isLost && isAlive() && resolve(result);
            } catch (error) {
              flight.answer = () =>
                !isLost && isAlive() && reject(error instanceof Error ? error : new Error(String(error)));
            }
          },
          lose: () => {
            isLost = true;
            if (isAlive()) reject(new TypeError('no answer'));
          },
        };
        this.#flights.push(flight);
      });
    const checkSession = (): void => {
      if (this.#signedOut.has(device)) throw new TransportError(401);
    };
    return {
      snapshot: (cursor) =>
        request(() => {
          checkSession();
          this.snapshots.add(device);
          return this.server.snapshot(person, cursor) as unknown as SyncPage;
        }),
      since: (seq, _epoch, cursor) =>
        request(() => {
          checkSession();
          return this.server.since(person, seq, cursor) as unknown as SyncPage;
        }),
      send: (mutation) =>
        request((): SendResult => {
          if (this.#signedOut.has(device)) {
            return { status: 401, seq: null, problem: null, retryAfterMs: null };
          }
          onArrival(mutation.mutationId);
          const answer = this.server.send(person, mutation);
          return {
            status: answer.status,
            seq: answer.seq,
            problem:
              answer.code === null
                ? null
                : {
                    type: 'about:blank',
                    title: answer.code,
                    detail: answer.code,
                    status: answer.status,
                    code: 'INVALID_REQUEST',
                  },
            retryAfterMs: null,
          };
        }),
      openFeed: (since, _epoch, handlers) => {
        const socket: Socket = { tab, person, position: since, handlers, last: null };
        if (this.#offline.has(device)) queueMicrotask(() => isAlive() && handlers.onClose(1006));
        else if (this.#signedOut.has(device)) queueMicrotask(() => isAlive() && handlers.onClose(4401));
        else this.#sockets.push(socket);
        return {
          send: () => undefined,
          close: () => (this.#sockets = this.#sockets.filter((other) => other !== socket)),
        };
      },
      listTasks: () =>
        request(() => {
          checkSession();
          return { tasks: this.server.tasksOf(person) as unknown as SyncRows['task'][], nextCursor: null };
        }),
    };
  }

  #nextFrame(socket: Socket): void {
    const next = this.server.nextFrame(socket.person, socket.position);
    if (next === null) return;
    socket.position = next.to;
    if (next.changes.length === 0) return;
    const frame = { type: 'changes', changes: next.changes } as unknown as FeedFrame;
    socket.last = frame;
    socket.handlers.onFrame(structuredClone(frame));
  }
}
