import { lookup } from 'node:dns/promises';
import { Agent as PlainAgent, request as requestPlain, type IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/**
 * Sends outgoing requests to user-supplied addresses, for images, previews and webhooks, with protection against SSRF. No
 * other code in the API may connect to such an address (`.oxlintrc.json`).
 */
export interface Outbound {
  /**
   * Fetches an address.
   * @throws OutboundError on any failure
   */
  get(address: string, options: { accept: string }): Promise<OutboundResponse>;
  /** Aborts requests in progress and rejects new ones. */
  close(): void;
}

interface OutboundResponse {
  /** Final URL after redirects. */
  address: string;
  type: string;
  bytes: Buffer;
}

type OutboundRefusal =
  | 'invalid URL' // or contains a user name and password
  | 'protocol not allowed'
  | 'address not public' // the host, or its port
  | 'unknown host'
  | 'too many redirects'
  | 'timed out'
  | 'too large'
  | 'unsupported encoding'
  | 'unexpected status' // a response that is not 2xx
  | 'connection failed';

/** Contains only the reason, which may be logged. The address may contain secrets and must not be logged. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: OutboundRefusal;

  constructor(reason: OutboundRefusal, cause?: unknown) {
    super(`The address was not fetched: ${reason}.`, { cause });
    this.reason = reason;
  }
}

export interface OutboundParts {
  /** Resolves all addresses of a host. */
  resolve: (host: string) => Promise<readonly string[]>;
  protocols: readonly ('https:' | 'http:')[];
  ports: ReadonlySet<number>;
  /** Permits a connection outside the public Internet. For tests only, not configurable. */
  isExcepted: (address: string, port: number) => boolean;
  limitMs: number;
  maxBytes: number;
}

const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const USUAL: OutboundParts = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  protocols: ['https:'],
  ports: new Set([80, 443]),
  isExcepted: () => false,
  limitMs: 5_000,
  maxBytes: 512 * 1024,
};

/**
 * Protects against DNS rebinding: checks every address to which a name resolves, and connects to a checked address rather
 * than to the name. The target of each redirect is checked in the same way. Sends no cookies or credentials, and uses no
 * proxy or keep-alive.
 */
export function createOutbound(given: Partial<OutboundParts> = {}): Outbound {
  const parts = { ...USUAL, ...given };
  const closing = new AbortController();
  return {
    async get(address, { accept }) {
      const signal = AbortSignal.any([AbortSignal.timeout(parts.limitMs), closing.signal]);
      let url = readUrl(address, undefined);
      for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
        const addresses = await withinTime(checkTarget(parts, url), signal);
        const response = await send(url, addresses, accept, signal);
        const location = REDIRECTS.has(response.statusCode ?? 0) ? response.headers.location : undefined;
        if (location === undefined) return await readResponse(parts, url, response, signal);
        response.destroy();
        url = readUrl(location, url);
      }
      throw new OutboundError('too many redirects');
    },
    close: () => closing.abort(),
  };
}

function readUrl(text: string, base: URL | undefined): URL {
  const url = URL.parse(text, base?.href);
  if (url === null || url.username !== '' || url.password !== '' || url.hostname === '') {
    throw new OutboundError('invalid URL');
  }
  return url;
}

/** Returns the addresses to connect to. Rejects the name if any of its addresses is not public. */
async function checkTarget(parts: OutboundParts, url: URL): Promise<readonly string[]> {
  if (!(parts.protocols as readonly string[]).includes(url.protocol)) {
    throw new OutboundError('protocol not allowed');
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await resolve(parts, host) : [host];
  const port = portOf(url);
  const mayReach = (address: string) =>
    (parts.ports.has(port) && isPublicAddress(address)) || parts.isExcepted(address, port);
  if (addresses.length === 0) throw new OutboundError('unknown host');
  if (!addresses.every(mayReach)) throw new OutboundError('address not public');
  return addresses;
}

async function resolve(parts: OutboundParts, host: string): Promise<readonly string[]> {
  try {
    return await parts.resolve(host);
  } catch (error) {
    throw new OutboundError('unknown host', error);
  }
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

async function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(new OutboundError('timed out'));
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, late]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Either promise may reject after the other has settled.
    late.catch(() => undefined);
    work.catch(() => undefined);
  }
}

/** Returns a DNS lookup function that always yields the checked addresses. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, options, done) => {
    const [first] = all;
    if (options.all === true) done(null, all);
    else done(null, first?.address ?? '', first?.family);
  };
}

async function send(
  url: URL,
  addresses: readonly string[],
  accept: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:';
  // Use dedicated agents, because the environment may configure proxies for the global ones.
  const agent = isSecure ? new Agent({ keepAlive: false }) : new PlainAgent({ keepAlive: false });
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
  const open = isSecure ? request : requestPlain;
  const clientRequest = open(url, {
    agent,
    signal,
    lookup: answerWith(addresses),
    headers: { accept, 'accept-encoding': 'identity', 'user-agent': 'Hearth' },
  });
  clientRequest.on('response', answered);
  clientRequest.on('error', (error) => reject(toFailure(error, signal)));
  clientRequest.end();
  return await promise;
}

async function readResponse(
  parts: OutboundParts,
  url: URL,
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<OutboundResponse> {
  try {
    const { statusCode = 0, headers } = response;
    if (statusCode < 200 || statusCode > 299) throw new OutboundError('unexpected status');
    if ((headers['content-encoding'] ?? 'identity') !== 'identity')
      throw new OutboundError('unsupported encoding');
    if (Number(headers['content-length'] ?? 0) > parts.maxBytes) throw new OutboundError('too large');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > parts.maxBytes) throw new OutboundError('too large');
      chunks.push(chunk);
    }
    const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
    return { address: url.href, type, bytes: Buffer.concat(chunks) };
  } catch (error) {
    throw error instanceof OutboundError ? error : toFailure(error, signal);
  } finally {
    response.destroy();
  }
}

function toFailure(error: unknown, signal: AbortSignal): OutboundError {
  return new OutboundError(signal.aborted ? 'timed out' : 'connection failed', error);
}
