import type { Problem } from '@hearth/contracts/core/errors';
import type { FeedFrame, SyncPage } from '@hearth/contracts/sync';
import { BASE_HEADER, SEQ_HEADER, VIEW_AS_HEADER } from '@hearth/contracts/sync-values';
import { TransportError, type Mutation, type Transport } from '#platform/sync/rows/types.ts';

/** Request timeout, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** Page size: maximum number of rows or changes. */
const PAGE = 5_000;

/** The transport to the server for one team: HTTP and a socket. The session cookie authenticates both. */
export function createHttpTransport(
  apiOrigin: string,
  teamId: string,
  { viewToken = '', at }: { viewToken?: string; /** A past timestamp. */ at?: string } = {},
): Transport {
  const ofView: Record<string, string> = viewToken === '' ? {} : { [VIEW_AS_HEADER]: viewToken };
  const team = `${apiOrigin}/teams/${encodeURIComponent(teamId)}`;

  async function request(url: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    return fetch(url, {
      ...init,
      credentials: 'include',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
  }

  async function read<T>(
    path: string,
    query: Record<string, string | undefined>,
    signal: AbortSignal,
  ): Promise<T> {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value);
    const response = await request(`${team}${path}?${search}`, { headers: ofView }, signal);
    if (!response.ok) throw new TransportError(response.status, readRetryAfter(response));
    return (await response.json()) as T;
  }

  return {
    snapshot: (cursor, signal) =>
      read<SyncPage>(
        '/sync',
        { at, cursor: cursor ?? undefined, form: 'columns', limit: String(PAGE) },
        signal,
      ),

    since: (seq, epoch, cursor, signal) =>
      read<SyncPage>(
        '/sync',
        {
          since: String(seq),
          epoch: epoch ?? undefined,
          cursor: cursor ?? undefined,
          limit: String(PAGE),
        },
        signal,
      ),

    listTasks: (query, signal) => read('/tasks', { ...query, limit: '200' }, signal),

    async send(mutation, signal) {
      const { method, path } = addressOf(mutation);
      const headers: Record<string, string> = { ...ofView, 'idempotency-key': mutation.mutationId };
      if (mutation.base !== undefined) headers[BASE_HEADER] = String(mutation.base);
      if (mutation.body !== undefined) headers['content-type'] = 'application/json';
      const body = mutation.body === undefined ? null : JSON.stringify(mutation.body);
      const response = await request(`${apiOrigin}${path}`, { method, headers, body }, signal);
      const seq = response.headers.get(SEQ_HEADER);
      return {
        status: response.status,
        seq: seq === null ? null : Number(seq),
        problem: response.ok ? null : await readProblem(response),
        retryAfterMs: readRetryAfter(response),
      };
    },

    openFeed(since, epoch, handlers) {
      const socket = new WebSocket(
        `${team.replace(/^http/, 'ws')}/feed?since=${since}${epoch === null ? '' : `&epoch=${encodeURIComponent(epoch)}`}${viewToken && `&viewAs=${viewToken}`}`,
      );
      let waiting: string | null = null;
      socket.addEventListener('open', () => waiting !== null && socket.send(waiting), { once: true });
      socket.addEventListener('message', (event: MessageEvent<string>) => {
        handlers.onFrame(JSON.parse(event.data) as FeedFrame);
      });
      socket.addEventListener('close', (event) => handlers.onClose(event.code), { once: true });
      const opened = new Promise<void>((resolve) => {
        for (const type of ['open', 'close'] as const)
          socket.addEventListener(type, () => resolve(), { once: true });
      });
      return {
        opened,
        send(frame) {
          const text = JSON.stringify(frame);
          if (socket.readyState === WebSocket.CONNECTING) waiting = text;
          else if (socket.readyState === WebSocket.OPEN) socket.send(text);
        },
        close: () => socket.close(),
      };
    },
  };
}

function addressOf(mutation: Mutation): { method: string; path: string } {
  const [method = '', template = ''] = mutation.route.split(' ');
  const path = template.replaceAll(/\{(\w+)\}/g, (_brace, name: string) =>
    encodeURIComponent(mutation.params[name] ?? ''),
  );
  return { method, path };
}

async function readProblem(response: Response): Promise<Problem | null> {
  if (response.headers.get('content-type')?.startsWith('application/problem+json') !== true) return null;
  try {
    return (await response.json()) as Problem;
  } catch {
    return null;
  }
}

/** `Retry-After` contains seconds or a date. */
function readRetryAfter(response: Response): number | null {
  const value = response.headers.get('retry-after');
  if (value === null) return null;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : null;
}
