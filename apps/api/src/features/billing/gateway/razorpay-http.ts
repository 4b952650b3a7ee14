import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { GatewayError } from './gateway.ts';

interface GatewayCall<S extends z.ZodType> {
  method: 'GET' | 'POST';
  /** Path relative to the configured address, with a leading slash. */
  path: string;
  response: S;
  body?: object;
  headers?: Record<string, string>;
  /** Whether the call is idempotent and is retried after a transient failure. */
  canRepeat: boolean;
}

export interface CallLimits {
  /** Timeout of one attempt, including the whole response. */
  timeoutMs: number;
  firstPauseMs: number;
}

export const LIMITS: CallLimits = { timeoutMs: 10_000, firstPauseMs: 200 };
const ATTEMPTS = 3;
const MAX_BYTES = 1024 * 1024;
const LONGEST_PAUSE_MS = 5000;

const errorResponse = z.object({
  error: z.object({ code: z.string().optional(), description: z.string().optional() }),
});

interface GatewayResponse {
  status: number;
  text: string;
  /** Pause before a retry that the gateway requested. Null if none was requested. */
  pauseMs: number | null;
}

/** Calls the gateway. @throws GatewayError for every response except success */
export type CallGateway = <S extends z.ZodType>(call: GatewayCall<S>) => Promise<z.output<S>>;

export function createCaller(
  settings: { url: string; keyId: string; keySecret: string },
  limits: CallLimits = LIMITS,
): CallGateway {
  const key = Buffer.from(`${settings.keyId}:${settings.keySecret}`).toString('base64');

  async function attempt(call: GatewayCall<z.ZodType>): Promise<GatewayResponse> {
    const response = await fetch(`${settings.url}${call.path}`, {
      method: call.method,
      headers: {
        accept: 'application/json',
        authorization: `Basic ${key}`,
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      redirect: 'error',
      signal: AbortSignal.timeout(limits.timeoutMs),
    });
    const pause = Number(response.headers.get('retry-after') ?? Number.NaN);
    return {
      status: response.status,
      text: await readBounded(response),
      pauseMs: pause >= 0 ? Math.min(pause * 1000, LONGEST_PAUSE_MS) : null,
    };
  }

  return async (call) => {
    for (let number = 1; ; number += 1) {
      const response = await attempt(call).catch((cause: unknown) => {
        if (cause instanceof GatewayError) throw cause;
        return new GatewayError('unavailable', 'The payment gateway is not responding', { cause });
      });
      const isAnswer = !(response instanceof GatewayError);
      if (isAnswer && response.status < 300) return parseResponse(response.text, call.response);
      const error = isAnswer ? explainRefusal(response) : response;
      const canPass = !isAnswer || response.status === 429 || response.status >= 500;
      if (!canPass || !call.canRepeat || number === ATTEMPTS) throw error;
      await sleep((isAnswer ? response.pauseMs : null) ?? limits.firstPauseMs * 4 ** (number - 1));
    }
  };
}

/** Reads a response body. @throws GatewayError if the body is larger than any valid response */
async function readBounded(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_BYTES)
      throw new GatewayError('unavailable', 'The response of the payment gateway is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parseResponse<S extends z.ZodType>(text: string, schema: S): z.output<S> {
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new GatewayError('unavailable', `The response of the payment gateway is invalid (${where})`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function explainRefusal({ status, text }: GatewayResponse): GatewayError {
  const { code, description } = errorResponse.safeParse(parseJson(text)).data?.error ?? {};
  const message = `The payment gateway says ${status} ${code ?? ''}: ${(description ?? '').slice(0, 200)}`;
  // The gateway also reports unknown ids as 400; only the description distinguishes them from rejected operations.
  if (status === 404 || (status === 400 && /\bdoes not exist\b/i.test(description ?? '')))
    return new GatewayError('missing', message);
  // Rejected keys (401, 403) are a configuration error rather than a rejected operation.
  const isUnavailable = status === 401 || status === 403 || status === 429 || status >= 500 || status < 400;
  return new GatewayError(isUnavailable ? 'unavailable' : 'refused', message);
}
