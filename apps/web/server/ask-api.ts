/** The API's response to a read that the web server makes for a visitor. */
interface ApiAnswer {
  status: number;
  text: string;
  /** Seconds, after too many requests. */
  retryAfter: string | undefined;
}

/** Requests a path from the API on behalf of a visitor's IP address: rate limits count for that address. */
export type AskApi = (path: string, address: string) => Promise<ApiAnswer>;

const LONGEST_WAIT_MS = 10_000;

/** Over the network. The API trusts the address if TRUSTED_PROXIES includes the web server. */
export function askOverHttp(apiOrigin: string): AskApi {
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
