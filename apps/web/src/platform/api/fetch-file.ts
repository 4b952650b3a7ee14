import { apiOrigin, NoResponseError, readProblem } from './api-client.ts';

/** Long enough for a large file over a slow connection. */
const TIME_LIMIT_MS = 120_000;

/**
 * Fetches a file from the API.
 * @throws ApiError, NoResponseError
 */
export async function fetchFile(path: string): Promise<Blob> {
  let answer: Response;
  let content: Blob;
  try {
    answer = await fetch(apiOrigin + path, {
      credentials: 'include',
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    content = await answer.blob();
  } catch (error) {
    throw new NoResponseError('Failed to download the file.', { cause: error });
  }
  if (answer.ok) return content;
  throw readProblem(answer.status, await content.text());
}
