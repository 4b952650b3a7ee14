import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const KEYS_A_PAGE = 3;

/** A fake S3 server with one bucket and the operations needed by file storage. Rejects incorrectly signed requests. */
export interface S3Peer {
  settings: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  /** Settings that make the API store its files in this bucket. */
  env: Record<string, string>;
  objects: Map<string, Buffer>;
  /** Methods and URLs of received requests. */
  calls: string[];
  /** Makes the next `times` calls fail with this status. */
  refuse(times: number, status: number): void;
  /** From now on, calls are accepted but not answered. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

export async function startS3(): Promise<S3Peer> {
  const objects = new Map<string, Buffer>();
  const calls: string[] = [];
  let refusals = { times: 0, status: 0 };
  let isFrozen = false;
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };

  function decide(request: IncomingMessage, body: Buffer): PeerResponse {
    if (refusals.times > 0) {
      refusals.times -= 1;
      return refuse(refusals.status, 'SlowDown');
    }
    const url = new URL(request.url ?? '/', 'http://peer');
    if (!isSigned(request, url, keys)) return refuse(403, 'SignatureDoesNotMatch');
    const [bucket, ...rest] = decodeURIComponent(url.pathname).slice(1).split('/');
    if (bucket !== 'hearth') return refuse(404, 'NoSuchBucket');
    const key = rest.join('/');
    if (key === '') return { status: 200, content: writeListing([...objects.keys()], url.searchParams) };
    switch (request.method) {
      case 'PUT':
        // Like the real S3, reject bodies of unknown length.
        if (request.headers['content-length'] === undefined) return refuse(411, 'MissingContentLength');
        objects.set(key, body);
        return { status: 200 };
      case 'GET': {
        const content = objects.get(key);
        return content === undefined ? refuse(404, 'NoSuchKey') : { status: 200, content };
      }
      case 'DELETE':
        objects.delete(key);
        return { status: 204 };
      default:
        return refuse(405, 'MethodNotAllowed');
    }
  }

  const server = createServer((request, reply) => {
    calls.push(`${request.method} ${request.url}`);
    void buffer(request).then((body) => {
      if (isFrozen) return;
      const { status, content = '' } = decide(request, body);
      reply.writeHead(status, { 'content-length': Buffer.byteLength(content) }).end(content);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const settings = { endpoint: `http://127.0.0.1:${port}`, bucket: 'hearth', region: 'eu-north-1', ...keys };
  return {
    settings,
    env: {
      S3_ENDPOINT: settings.endpoint,
      S3_BUCKET: settings.bucket,
      S3_REGION: settings.region,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    objects,
    calls,
    refuse: (times, status) => {
      refusals = { times, status };
    },
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface PeerResponse {
  status: number;
  content?: string | Buffer;
}

const refuse = (status: number, code: string): PeerResponse => ({
  status,
  content: `<Error><Code>${code}</Code></Error>`,
});

function writeListing(all: string[], query: URLSearchParams): string {
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
  const found = all.filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).toSorted();
  const page = found.slice(0, KEYS_A_PAGE);
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`);
  const token = Buffer.from(page.at(-1) ?? '').toString('base64');
  const next = found.length > page.length ? `<NextContinuationToken>${token}</NextContinuationToken>` : '';
  return `<ListBucketResult>${next}${contents.join('')}</ListBucketResult>`;
}

/**
 * Verifies Signature Version 4. Implemented from the specification, not with the library that signs the requests:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html
 */
function isSigned(
  request: IncomingMessage,
  url: URL,
  keys: { accessKeyId: string; secretAccessKey: string },
): boolean {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (given === null) return false;
  const [, id = '', day = '', region = '', names = '', signature = ''] = given;
  const at = String(request.headers['x-amz-date']);
  if (id !== keys.accessKeyId || region !== 'eu-north-1' || !at.startsWith(day)) return false;
  const moment = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - moment) < 15 * 60_000)) return false;
  const encode = (part: string) =>
    encodeURIComponent(part).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const canonical = [
    request.method,
    decodeURIComponent(url.pathname).split('/').map(encode).join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n');
  const sign = (key: string | Buffer, what: string) => createHmac('sha256', key).update(what).digest();
  const scope = `${day}/${region}/s3/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const key = sign(sign(sign(sign(`AWS4${keys.secretAccessKey}`, day), region), 's3'), 'aws4_request');
  const expected = sign(key, `AWS4-HMAC-SHA256\n${at}\n${scope}\n${hash}`);
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
