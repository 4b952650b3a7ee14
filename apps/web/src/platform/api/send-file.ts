import type { CallReply, RouteKey } from '@hearth/contracts/client-types';
import { SEQ_HEADER } from '@hearth/contracts/sync-values';
import { apiOrigin, buildAddress, NoResponseError, readProblem } from './api-client.ts';

/** Long enough for a large file over a slow connection. */
const TIME_LIMIT_MS = 10 * 60_000;

interface FileInput {
  params: Record<string, string>;
  query: Record<string, string>;
  content: Blob;
  /** The file's media type. */
  type: string;
  signal: AbortSignal;
  /** Upload progress, from 0 to 1. */
  onShare: (share: number) => void;
}

interface SentFile<K extends RouteKey> {
  reply: CallReply<K>;
  /** The upload's position in the team's log. */
  seq: number;
}

/**
 * Uploads a file and reports progress. `fetch` does not support that.
 * @throws ApiError, NoResponseError, or the signal's reason
 */
export async function sendFile<K extends RouteKey>(key: K, input: FileInput): Promise<SentFile<K>> {
  const { content, type, signal, onShare } = input;
  const { method, url } = buildAddress(apiOrigin, key, input);
  signal.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const noAnswer = (): void => reject(new NoResponseError('The server did not respond.'));
    request.open(method, url);
    request.withCredentials = true;
    request.timeout = TIME_LIMIT_MS;
    request.setRequestHeader('content-type', type);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onShare(total === 0 ? 0 : loaded / total),
    );
    request.addEventListener('error', noAnswer);
    request.addEventListener('timeout', noAnswer);
    request.addEventListener('abort', () => reject(signal.reason as Error));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (status < 200 || status > 299) return reject(readProblem(status, responseText));
      resolve({
        reply: JSON.parse(responseText) as CallReply<K>,
        seq: Number(request.getResponseHeader(SEQ_HEADER) ?? 0),
      });
    });
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(content);
  });
}
