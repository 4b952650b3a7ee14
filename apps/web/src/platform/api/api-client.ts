import type { CallInput, CallReply, RouteKey } from '@hearth/contracts/client-types';
import type { ErrorCode, FieldError, Problem } from '@hearth/contracts/core/errors';
import { VIEW_AS_HEADER } from '@hearth/contracts/sync-values';
import { readPageSetting } from '#platform/page/page-settings.ts';

/** The server rejected the request. `detail` is for users, and `code` is for programs. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail || problem.title);
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
    this.errors = problem.errors ?? [];
    this.problem = problem;
  }
}

/** No response: no network, a timeout, or an intermediary that is not our API. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
}

interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Replaces the default timeout, in ms. */
  limitMs?: number;
}

type Rest<K extends RouteKey> =
  object extends CallInput<K> ? [input?: CallInput<K> & CallOptions] : [input: CallInput<K> & CallOptions];
export type Call = <K extends RouteKey>(key: K, ...rest: Rest<K>) => Promise<CallReply<K>>;

interface LooseInput extends CallOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  upload?: Blob;
}

/** The active view as another member. Requests that name its team are sent with its token. */
export const viewOf: { current: { teamId: string; token: string } | null } = { current: null };

/** Timeout of a request. */
const TIME_LIMIT_MS = 15_000;

/** The typed API client: `call('PATCH /teams/{teamId}', {params, body})`. Sends cookies. */
export function createCall(origin: string, send: typeof fetch): Call {
  return async (key, ...rest) => {
    const input: LooseInput = rest[0] ?? {};
    const { method, url } = buildAddress(origin, key, input);
    const limit = AbortSignal.timeout(input.limitMs ?? TIME_LIMIT_MS);
    let response: Response;
    let text: string;
    try {
      response = await send(url, {
        method,
        credentials: 'include',
        signal: input.signal ? AbortSignal.any([input.signal, limit]) : limit,
        headers: {
          accept: 'application/json',
          ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(input.upload === undefined ? {} : { 'content-type': input.upload.type }),
          ...headersOfView(input),
          ...input.headers,
        },
        body: input.upload ?? (input.body === undefined ? undefined : JSON.stringify(input.body)),
      });
      text = await response.text();
    } catch (error) {
      if (input.signal?.aborted) throw error;
      throw new NoResponseError('The server did not respond.', { cause: error });
    }
    if (!response.ok) throw readProblem(response.status, text);
    return (text === '' ? undefined : JSON.parse(text)) as never;
  };
}

function headersOfView({ params, query }: LooseInput): Record<string, string> {
  const { current } = viewOf;
  const teamId = params?.['teamId'] ?? query?.['teamId'];
  return current === null || current.teamId !== teamId ? {} : { [VIEW_AS_HEADER]: current.token };
}

/** The method and full URL of a call. */
export function buildAddress(
  origin: string,
  key: string,
  input: LooseInput,
): { method: string; url: string } {
  const [method = '', path = ''] = key.split(' ');
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  const question = search.size > 0 ? `?${search}` : '';
  return { method, url: origin + filled + question };
}

/**
 * Returns the error of an unsuccessful response: an `ApiError` for a problem document of our API, otherwise a `NoResponseError`, such as
 * for the page of a gateway.
 */
export function readProblem(status: number, text: string): Error {
  try {
    const problem = JSON.parse(text) as Partial<Problem>;
    if (typeof problem.code === 'string') {
      const title = problem.title ?? 'Not possible';
      return new ApiError({
        type: 'about:blank',
        detail: title,
        ...problem,
        title,
        code: problem.code,
        status,
      });
    }
  } catch {
    // The response is not JSON: fall through to `NoResponseError`.
  }
  return new NoResponseError(`Unexpected response (status ${status}).`);
}

/** Whether the error is transient and the request can be retried: no response, a server error or a rate limit. */
export function isTransientError(error: unknown): boolean {
  return (
    error instanceof NoResponseError ||
    (error instanceof ApiError && (error.status >= 500 || error.status === 429))
  );
}

export const apiOrigin = typeof document === 'undefined' ? '' : readPageSetting('api-origin');
const send = createCall(apiOrigin, (...request) => fetch(...request));
const inFlight = new Set<Promise<unknown>>();
export const call: Call = (key, ...rest) => {
  const answer = send(key, ...rest);
  inFlight.add(answer);
  const end = () => void inFlight.delete(answer);
  answer.then(end, end);
  return answer;
};

/** Resolves once every request sent so far has completed or failed. */
export async function whenAnswered(): Promise<void> {
  await Promise.allSettled(inFlight);
}
