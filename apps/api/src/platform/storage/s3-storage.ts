import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { AppError } from '#platform/errors.ts';
import type { Logger } from '#platform/log.ts';
import { assertKey, type Storage } from './storage.ts';

export interface S3Settings {
  /** The URL of the service, such as `https://s3.eu-central-1.amazonaws.com`. The name of the bucket is appended as path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

interface Call {
  method: 'GET' | 'PUT' | 'DELETE';
  /** The path within the bucket. */
  path: string;
  query?: Record<string, string>;
  body?: Blob;
}

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 200;
/** Timeout in ms until the service starts to respond. Uploads get one additional second per megabyte. */
const LIMIT_MS = 15_000;
const BYTES_A_MS = 1_000;

/**
 * Stores files in a bucket of an S3-compatible service, with the same keys as on disk. Uses only the part of the API
 * (https://docs.aws.amazon.com/AmazonS3/latest/API) that all services implement. One request writes a complete object of up to 5 GB, and
 * readers see either the old or the new object.
 * @throws AppError UNAVAILABLE from each method, if the service is unreachable or denies access
 */
export function createS3Storage(settings: S3Settings, log: Logger, limitMs = LIMIT_MS): Storage {
  const signer = new AwsClient({ ...settings, service: 's3' });

  async function send({ method, path, query, body }: Call): Promise<Response> {
    const url = new URL(`${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}/${path}`);
    url.search = new URLSearchParams(query).toString();
    const request = await signer.sign(url.href, { method, ...(body === undefined ? {} : { body }) });
    // The limit applies only until the response starts, because slow readers of a large file must not be cut off.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), limitMs + (body?.size ?? 0) / BYTES_A_MS);
    try {
      return await fetch(request, { signal: limit.signal, redirect: 'error' });
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Returns the response, or null if the object does not exist. Retries after transient failures because all these calls are idempotent.
   */
  async function sendWithRetry(call: Call): Promise<Response | null> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await send(call).catch((error: unknown) => error);
      const isAnswer = response instanceof Response;
      if (isAnswer && response.ok) return response;
      const code = isAnswer ? await readCode(response) : undefined;
      if (isAnswer && response.status === 404 && code !== 'NoSuchBucket') return null;
      const canPass = !isAnswer || response.status >= 500 || response.status === 429;
      if (canPass && attempt < ATTEMPTS) {
        await sleep(FIRST_PAUSE_MS * 4 ** (attempt - 1));
        continue;
      }
      const why = isAnswer ? { status: response.status, code } : { err: response };
      log.error({ ...why, method: call.method }, 'S3 request failed');
      throw new AppError('UNAVAILABLE', 'Files aren’t available right now. Try again in a minute.');
    }
  }

  const pathOf = (key: string): string => {
    assertKey(key);
    return key;
  };

  async function put(key: string, body: Blob): Promise<void> {
    const response = await sendWithRetry({ method: 'PUT', path: pathOf(key), body });
    if (response === null)
      throw new AppError('UNAVAILABLE', 'Files can’t be saved right now. Try again in a minute.');
    await response.body?.cancel();
  }

  return {
    put: (key, bytes) => put(key, new Blob([new Uint8Array(bytes)])),
    async take(key, path) {
      await put(key, await openAsBlob(path));
      await rm(path);
    },
    async open(key) {
      const response = await sendWithRetry({ method: 'GET', path: pathOf(key) });
      if (response === null) return null;
      return {
        bytes: Number(response.headers.get('content-length')),
        stream: Readable.from(response.body ?? [], { objectMode: false }),
      };
    },
    async read(key) {
      const response = await sendWithRetry({ method: 'GET', path: pathOf(key) });
      return response === null ? null : Buffer.from(await response.arrayBuffer());
    },
    async remove(key) {
      const response = await sendWithRetry({ method: 'DELETE', path: pathOf(key) });
      await response?.body?.cancel();
    },
    async list(folder) {
      const names: string[] = [];
      let token: string | undefined;
      do {
        const query = {
          'list-type': '2',
          prefix: `${folder}/`,
          ...(token === undefined ? {} : { 'continuation-token': token }),
        };
        const response = await sendWithRetry({ method: 'GET', path: '', query });
        const page = readListing((await response?.text()) ?? '');
        names.push(...page.keys.map((key) => key.slice(folder.length + 1)));
        token = page.next;
      } while (token !== undefined);
      return names;
    },
  };
}

function readListing(xml: string): { keys: string[]; next: string | undefined } {
  // Storage keys contain no characters that XML would escape.
  const keys = [...xml.matchAll(/<Key>([^<&]+)<\/Key>/g)].map(([, key = '']) => key);
  const next = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1];
  return { keys, next: next?.replaceAll('&amp;', '&') };
}

/** Returns the error code of the service, such as `AccessDenied`. */
async function readCode(response: Response): Promise<string | undefined> {
  const text = await response.text().catch(() => '');
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1];
}
