import { Agent, request } from 'node:http';
import { fillIn, type Call, type Find } from './calls.ts';

/** A call as sent over the wire. */
export interface WireCall {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

export interface WireResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  ms: number;
}

// oxlint-disable-next-line no-control-regex -- HTTP forbids these characters in headers
const UNSENDABLE = /[^\t\u0020-\u007e\u0080-\u00ff]/g;
const RESPONSE_TIMEOUT_MS = 30_000;

/** Serializes a call: path, query, headers and body as bytes. */
export function toWire(call: Call, find: Find, own: { cookie: string; origin: string }): WireCall {
  // Resolve the last parameter first: a comment determines its task, but not the other way round.
  const params = call.params.toReversed().map(({ value, isRaw }) => {
    const text = toText(fillIn(value, find));
    return isRaw ? text.replaceAll(/[^\u0021-\u00ff]/g, '_') : escapePart(text);
  });
  const path = call.operation.path.replaceAll(/\{\w+\}/g, () => params.pop() ?? '');
  const query = call.query
    .map(([name, value]) => `${escapePart(name)}=${escapePart(toText(fillIn(value, find)))}`)
    .join('&');
  const body = call.body === null ? null : writeBody(call.body, find);
  const headers: Record<string, string> = {
    origin: own.origin,
    ...(own.cookie === '' ? {} : { cookie: own.cookie }),
    ...(call.body !== null && !('bytes' in call.body) ? { 'content-type': 'application/json' } : {}),
    // Node omits this header for GET and DELETE. The server would then parse the body as the next request.
    ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...call.headers,
  };
  for (const [name, text] of Object.entries(headers)) headers[name] = text.replaceAll(UNSENDABLE, '');
  return { method: call.method, path: query === '' ? path : `${path}?${query}`, headers, body };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Like encodeURIComponent, but encodes a lone surrogate as three (invalid) bytes instead of throwing. */
function escapePart(text: string): string {
  return Array.from(text)
    .map((char) => {
      const code = char.codePointAt(0) ?? 0;
      if (code < 0xd800 || code > 0xdfff || char.length > 1) return encodeURIComponent(char);
      return `%ED%${(0x80 | ((code >> 6) & 0x3f)).toString(16)}%${(0x80 | (code & 0x3f)).toString(16)}`;
    })
    .join('');
}

function writeBody(body: NonNullable<Call['body']>, find: Find): string | Uint8Array {
  if ('bytes' in body) return body.bytes;
  return 'text' in body ? body.text : (JSON.stringify(fillIn(body.json, find)) ?? '');
}

/** Creates a sender that reuses connections, to make calls cheap. */
export function createSender(apiOrigin: string): {
  send: (call: WireCall) => Promise<WireResponse>;
  close: () => void;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const { hostname, port } = new URL(apiOrigin);
  return {
    send: async (call) =>
      await new Promise<WireResponse>((resolve, reject) => {
        const started = performance.now();
        const outgoing = request({
          agent,
          hostname,
          port,
          method: call.method,
          path: call.path,
          headers: call.headers,
          timeout: RESPONSE_TIMEOUT_MS,
        });
        outgoing.on('response', (response) => {
          const chunks: Buffer[] = [];
          // Don't wait for the end of HEAD responses: error responses to unparsable requests announce a body.
          if (call.method === 'HEAD') {
            const { statusCode: status = 0, headers } = response;
            resolve({ status, headers, text: '', ms: performance.now() - started });
          }
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString('utf8'),
              ms: performance.now() - started,
            }),
          );
        });
        outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer in ${RESPONSE_TIMEOUT_MS} ms`)));
        outgoing.on('error', reject);
        outgoing.end(call.body ?? undefined);
      }),
    close: () => agent.destroy(),
  };
}
