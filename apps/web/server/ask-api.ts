/** What the API says to a read that the web server makes for somebody. */
interface ApiAnswer {
  status: number;
  text: string;
  /** Seconds, where it was asked too often. */
  retryAfter: string | undefined;
}

/** Asks the API for a path, for whoever is at that address: limits count for them. */
export type AskApi = (path: string, address: string) => Promise<ApiAnswer>;

const LONGEST_WAIT_MS = 10_000;

/** Over the network. The API believes the address where TRUSTED_PROXIES names the web server. */
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
