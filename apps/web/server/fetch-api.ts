/** The API's response to a read request of the web server on behalf of a visitor. */
interface ApiResponse {
  status: number;
  text: string;
  /** Delay in seconds before a retry after too many requests. */
  retryAfter: string | undefined;
}

/** Requests a path from the API on behalf of a visitor's IP address. Rate limits apply to that address. */
export type FetchApi = (path: string, address: string) => Promise<ApiResponse>;

const LONGEST_WAIT_MS = 10_000;

/** Requests over the network. The API trusts the visitor's address if TRUSTED_PROXIES includes the web server. */
export function fetchOverHttp(apiOrigin: string): FetchApi {
  return async (path, address) => {
    const answer = await fetch(apiOrigin + path, {
      headers: { 'x-forwarded-for': address },
      redirect: 'error',
      signal: AbortSignal.timeout(LONGEST_WAIT_MS),
    });
    return {
      status: answer.status,
      text: await answer.text(),
      retryAfter: answer.headers.get('retry-after') ?? undefined,
    };
  };
}
