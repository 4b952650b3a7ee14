import type { CallInput, CallReply, RouteKey } from '@hearth/contracts/client-types';
import type { ErrorCode, FieldError, Problem } from '@hearth/contracts/errors';
import { readPageSetting } from './page-settings.ts';

/** The server answered, and refused. `detail` is for people, `code` for programs. */
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

/** No answer came: no network, a time-out, or something in between that is not our API. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

export interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

type Rest<K extends RouteKey> =
  object extends CallInput<K> ? [input?: CallInput<K> & CallOptions] : [input: CallInput<K> & CallOptions];
export type Call = <K extends RouteKey>(key: K, ...rest: Rest<K>) => Promise<CallReply<K>>;

interface LooseInput extends CallOptions {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

/** How long the server may take before it counts as away. */
const TIME_LIMIT_MS = 15_000;

/** The typed door to the API: `call('PATCH /teams/{teamId}', {params, body})`. Cookies go along. */
export function createCall(origin: string, send: typeof fetch): Call {
  return async (key, ...rest) => {
    const input: LooseInput = rest[0] ?? {};
    const { method, url } = buildAddress(origin, key, input);
    const limit = AbortSignal.timeout(TIME_LIMIT_MS);
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
          ...input.headers,
        },
        body: input.body === undefined ? undefined : JSON.stringify(input.body),
      });
      text = await response.text();
    } catch (error) {
      if (input.signal?.aborted) throw error;
      throw new NoAnswerError('The server did not answer.', { cause: error });
    }
    if (!response.ok) throw readProblem(response.status, text);
    return (text === '' ? undefined : JSON.parse(text)) as never;
  };
}

function buildAddress(origin: string, key: string, input: LooseInput): { method: string; url: string } {
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

/** A gateway in between may answer with a page of its own; it says nothing about the request, so it is no refusal. */
function readProblem(status: number, text: string): Error {
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
    // Not JSON: falls through to 'no answer of ours'.
  }
  return new NoAnswerError(`An answer that is not the API's (status ${status}).`);
}

/** Whether trying again later may help: nothing was refused. */
export function isPassing(error: unknown): boolean {
  return (
    error instanceof NoAnswerError ||
    (error instanceof ApiError && (error.status >= 500 || error.status === 429))
  );
}

/** What to tell a person about a failed call. */
export function explainError(error: unknown, fallback = 'Something went wrong. Please try again.'): string {
  if (error instanceof NoAnswerError) return 'The server cannot be reached. Please try again.';
  if (!(error instanceof ApiError) || error.status >= 500) return fallback;
  return explainProblem(error.problem);
}

/** The refusal in words for a person. */
export function explainProblem(problem: Problem): string {
  if (problem.code === 'RATE_LIMITED') return 'That was a lot at once. Please wait a moment and try again.';
  if (problem.code === 'PLAN_LIMIT_REACHED') return explainLimit(problem);
  const first = problem.errors?.[0];
  return first === undefined ? problem.detail || problem.title : `${first.path}: ${first.message}`;
}

function explainLimit(problem: Problem): string {
  if (problem.limit === undefined || problem.max === undefined) return problem.detail;
  const plan = problem.plan === 'pro' ? 'Pro' : 'Trial';
  const things = problem.max === 1 ? problem.limit.replace(/s$/, '') : problem.limit;
  return `The ${plan} plan has room for ${problem.max} ${things}, and this team uses ${problem.used ?? problem.max}.`;
}

export const apiOrigin = typeof document === 'undefined' ? '' : readPageSetting('api-origin');
export const call = createCall(apiOrigin, (...request) => fetch(...request));
