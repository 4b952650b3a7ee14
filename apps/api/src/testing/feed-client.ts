import { once } from 'node:events';
import { vi } from 'vitest';
import { WebSocket } from 'ws';
import type { PersonHere } from '@hearth/contracts/presence/presence-values';
import { unpackRows } from '@hearth/contracts/packed-rows-values';
import type { Change, FeedFrame, SyncPage } from '@hearth/contracts/sync';
import type { Client } from './make.ts';

/** A client of a team's live feed, which stores all frames in order of arrival. */
export class FeedClient {
  readonly ws: WebSocket;
  readonly frames: FeedFrame[] = [];
  /** The close code, once the socket is closed. */
  closeCode: number | null = null;
  readonly #closed: Promise<number>;

  constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on('message', (data: Buffer) => this.frames.push(JSON.parse(data.toString()) as FeedFrame));
    this.#closed = new Promise((resolve) => {
      ws.on('close', (code) => {
        this.closeCode = code;
        resolve(code);
      });
    });
  }

  get changes(): Change[] {
    return this.frames.flatMap((frame) => (frame.type === 'changes' ? frame.changes : []));
  }

  /** The users present, according to the frames received so far. */
  get people(): PersonHere[] {
    const known = new Map<string, PersonHere>();
    for (const frame of this.frames) {
      if (frame.type !== 'presence') continue;
      if (frame.isWhole) known.clear();
      for (const one of frame.people) {
        if (one.places.length === 0) known.delete(one.userId);
        else known.set(one.userId, one);
      }
    }
    return [...known.values()];
  }

  /** Waits until the feed has delivered a change at or after this log position. */
  async waitForSeq(seq: number): Promise<void> {
    await this.waitUntil(() => this.changes.some((change) => change.seq >= seq));
  }

  async waitUntil(isTrue: () => boolean): Promise<void> {
    await vi.waitFor(() => {
      if (!isTrue()) throw new Error(`Only got ${JSON.stringify(this.frames).slice(-1000)}`);
    }, WAIT);
  }

  /** Resolves with the close code. */
  async waitForClose(): Promise<number> {
    return await this.#closed;
  }

  close(): void {
    this.ws.close();
  }
}

const WAIT = { timeout: 10_000, interval: 5 };

interface FeedOptions {
  since?: number | string;
  epoch?: string;
  /** Token for viewing the team as another member. */
  viewAs?: string;
  /** The Origin header. Null omits it. */
  origin?: string | null;
  /** The secret of an API token. */
  bearer?: string;
  /** False disables answering the server's pings. */
  answersPings?: boolean;
}

/** Requests the feed. Resolves with the socket, or with the HTTP status and body of the error response. */
export async function requestFeed(
  client: Client,
  teamId: string,
  options: FeedOptions = {},
): Promise<FeedClient | { status: number; body: unknown }> {
  const url = new URL(`/teams/${teamId}/feed`, client.target.apiOrigin.replace(/^http/, 'ws'));
  if (options.since !== undefined) url.searchParams.set('since', String(options.since));
  if (options.epoch !== undefined) url.searchParams.set('epoch', options.epoch);
  if (options.viewAs !== undefined) url.searchParams.set('viewAs', options.viewAs);
  const cookie = [...client.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const origin = options.origin === undefined ? client.target.webOrigin : options.origin;
  const ws = new WebSocket(url, {
    autoPong: options.answersPings ?? true,
    headers: {
      ...(options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` }),
      ...(cookie === '' ? {} : { cookie }),
      ...(origin === null ? {} : { origin }),
    },
  });
  const feed = new FeedClient(ws);
  const refusal = Promise.withResolvers<{ status: number; body: unknown }>();
  ws.on('unexpected-response', (_request, response) => {
    let text = '';
    response.on('data', (part: Buffer) => (text += part.toString()));
    response.on('end', () => refusal.resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }));
  });
  return await Promise.race([once(ws, 'open').then(() => feed), refusal.promise]);
}

/** Opens the feed, starting after the log position `since` if given. @throws Error if it is rejected */
export async function openFeed(
  client: Client,
  teamId: string,
  since?: number,
  options: FeedOptions = {},
): Promise<FeedClient> {
  const response = await requestFeed(client, teamId, {
    ...options,
    ...(since === undefined ? {} : { since }),
  });
  if (response instanceof FeedClient) return response;
  throw new Error(`The feed was refused: ${JSON.stringify(response)}`);
}

/** Reads all pages of the snapshot, or of the changes after a log position. */
export async function readSync(
  client: Client,
  teamId: string,
  options: { since?: number; epoch?: string; limit?: number; form?: 'columns' } = {},
): Promise<Omit<SyncPage, 'nextCursor'> & { pages: number }> {
  const query = new URLSearchParams();
  if (options.since !== undefined) query.set('since', String(options.since));
  if (options.epoch !== undefined) query.set('epoch', options.epoch);
  if (options.limit !== undefined) query.set('limit', String(options.limit));
  if (options.form !== undefined) query.set('form', options.form);
  const changes: Change[] = [];
  let first: SyncPage | null = null;
  let seq = 0;
  for (let pages = 1; ; pages += 1) {
    const { status, body } = await client.get<SyncPage>(`/teams/${teamId}/sync?${query.toString()}`);
    if (status !== 200) throw new Error(`Sync refused: ${status} ${JSON.stringify(body)}`);
    first ??= body;
    seq = body.seq;
    changes.push(...body.changes, ...unpackPuts(body));
    if (body.nextCursor === null || body.reset)
      return { seq, epoch: body.epoch, reset: body.reset, changes, pages };
    query.set('cursor', body.nextCursor);
  }
}

/** Converts the rows of a page in column format to puts. */
export function unpackPuts({ seq, packed = [] }: Pick<SyncPage, 'seq' | 'packed'>): Change[] {
  const puts: Change[] = [];
  for (const some of packed)
    unpackRows(some, (id, data) =>
      puts.push({ seq, entity: some.entity, id, op: 'put', data } as unknown as Change),
    );
  return puts;
}
