import type { Subscription } from '@hearth/contracts/billing/billing';
import type { PersonHere } from '@hearth/contracts/presence/presence-values';
import type { Change, FeedFrame, SyncRows } from '@hearth/contracts/sync';
import { SEQ_HEADER, type SyncEntity } from '@hearth/contracts/sync-values';
import { PRO } from './team-rows.ts';

export type Rows = { [E in SyncEntity]?: readonly SyncRows[E][] };

/** A change requested by the page. */
interface RecordedRequest {
  /** The method and the path below the team. */
  what: string;
  body: unknown;
}

export interface ServerResponse {
  status: number;
  body: unknown;
}

/** Produces the response to a request. The request is in flight until the promise settles. */
type RequestHandler = (
  body: unknown,
  signal?: AbortSignal | null,
) => ServerResponse | Promise<ServerResponse>;

const ID_FIELDS: Partial<Record<SyncEntity, string>> = { team: '_id', member: 'userId', ownTask: 'taskId' };
const idOf = (entity: SyncEntity, row: object): string =>
  String((row as Record<string, unknown>)[ID_FIELDS[entity] ?? 'id']);

/**
 * The fake server behind the `fetch` and `WebSocket` of a page in a test: the user, one team with its rows, and any responses that the test
 * defines. Changes are accepted and recorded in `recordedRequests`. The feed delivers what a test emits.
 */
export class PageServer {
  readonly recordedRequests: RecordedRequest[] = [];
  /** All requests, with method, path and query. */
  readonly requests: string[] = [];
  user: { id: string; name: string; email: string; image: null } | null;
  subscription: Subscription = PRO;
  /** Keyed by method and path below the team (or the whole path), with `*` for one path segment. */
  readonly handlers = new Map<string, RequestHandler>();
  /** The log position of accepted changes. By default, it is beyond the feed's position so that changes stay in the optimistic overlay. */
  answerSeq = 1_000_000;
  teams: SyncRows['team'][];
  #rows: Rows;
  #feeds = new Set<PageSocket>();
  #seq = 1;

  constructor(rows: Rows, userId: string) {
    this.#rows = rows;
    this.teams = [...(rows.team ?? [])];
    const own = rows.member?.find((member) => member.userId === userId);
    this.user =
      own === undefined ? null : { id: own.userId, name: own.name, email: own.email ?? '', image: null };
  }

  /** Replaces the network of this page. */
  install(): void {
    const listen = (socket: PageSocket): void => void this.#feeds.add(socket);
    const Socket = class extends PageSocket {
      constructor(address: string | URL) {
        super();
        // Document sockets use the Yjs protocol and receive no feed frames.
        if (new URL(address, location.href).pathname.endsWith('/feed')) listen(this);
      }
    };
    Object.assign(globalThis, {
      fetch: async (input: string | URL | Request, init?: RequestInit) =>
        this.#respond(new URL(String(input instanceof Request ? input.url : input), location.href), init),
      WebSocket: Socket,
    });
  }

  /** Emits a change to these rows by another user. */
  publish<E extends SyncEntity>(entity: E, ...rows: SyncRows[E][]): void {
    this.#seq += 1;
    const changes = rows.map((data) => putOf(this.#seq, entity, data));
    this.#send({ type: 'changes', changes });
  }

  /** Sets the locations of the other users. */
  sendPresence(people: PersonHere[]): void {
    this.#send({ type: 'presence', isWhole: true, people });
  }

  /** Emits a deletion of a row by another user. */
  sendDelete(entity: SyncEntity, id: string): void {
    this.#seq += 1;
    this.#send({ type: 'changes', changes: [{ seq: this.#seq, entity, id, op: 'delete' }] });
  }

  #send(frame: FeedFrame): void {
    for (const socket of this.#feeds)
      socket.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }

  async #respond(url: URL, init: RequestInit = {}): Promise<Response> {
    const method = init.method ?? 'GET';
    const path = url.pathname.replace(/^\/teams\/[^/]+(?=\/.)/, '');
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    this.requests.push(`${method} ${url.pathname}${url.search}`);
    if (method !== 'GET' && !path.startsWith('/auth/'))
      this.recordedRequests.push({ what: `${method} ${path}`, body });
    const { status, body: reply } = await this.#answer(method, path, url, { body, signal: init.signal });
    const headers = { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' };
    if (reply instanceof ReadableStream)
      return new Response(reply as ReadableStream<Uint8Array<ArrayBuffer>>, {
        status,
        headers: { 'content-type': 'text/event-stream' },
      });
    return new Response(reply === undefined ? null : JSON.stringify(reply), {
      status,
      headers: { ...headers, [SEQ_HEADER]: String(this.answerSeq) },
    });
  }

  #answer(
    method: string,
    path: string,
    url: URL,
    { body, signal }: { body: unknown; signal: AbortSignal | null | undefined },
  ): ServerResponse | Promise<ServerResponse> {
    for (const [pattern, answer] of this.handlers) {
      const [wanted, where = ''] = pattern.split(' ');
      const isMatch = new RegExp(`^${where.replaceAll('*', '[^/]+')}$`).test(path);
      if (wanted === method && isMatch) return answer(body, signal);
    }
    if (path === '/auth/verify') {
      return this.user === null ? refuse(401, 'UNAUTHENTICATED') : ok({ user: this.user });
    }
    if (method !== 'GET') return ok({});
    if (path === '/teams') return ok({ teams: this.teams, nextCursor: null });
    if (path === '/subscriptions/team/') return ok({ subscription: this.subscription });
    if (path === `/members/${this.user?.id}`) {
      return ok({ member: this.#rows.member?.find(({ userId }) => userId === this.user?.id) });
    }
    if (path === '/sync') {
      const changes = url.searchParams.has('since') ? [] : this.#listAll();
      return ok({ seq: this.#seq, epoch: 'e', reset: false, changes, nextCursor: null });
    }
    if (path === '/tasks') return ok({ tasks: [], nextCursor: null });
    return refuse(404, 'NOT_FOUND');
  }

  #listAll(): Change[] {
    return Object.entries(this.#rows).flatMap(([entity, rows]) =>
      rows.map((row) => putOf(1, entity as SyncEntity, row)),
    );
  }
}

class PageSocket extends EventTarget {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  readonly readyState = PageSocket.OPEN;
  send(): void {}
  close(): void {}
}

export function ok(body: unknown): ServerResponse {
  return { status: 200, body };
}

export function refuse(status: number, code: string, detail = code): ServerResponse {
  return { status, body: { type: 'about:blank', title: detail, detail, status, code } };
}

function putOf(seq: number, entity: SyncEntity, data: object): Change {
  return { seq, entity, id: idOf(entity, data), op: 'put', data } as unknown as Change;
}
