import type { Problem } from '@hearth/contracts/core/errors';

const TIME_LIMIT_MS = 15_000;

/** Session state according to the server. `unknown` means that there was no response, so the user may or may not be signed in. */
type Finding = 'here' | 'nobody' | 'unknown';

/** Requests the session from the server and renews an expired session. */
export async function findPerson(apiOrigin: string, send: typeof fetch = fetch): Promise<Finding> {
  const post = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    send(apiOrigin + path, {
      method: 'POST',
      credentials: 'include',
      headers: { accept: 'application/json', ...headers },
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
  try {
    const verified = await post('/auth/verify');
    if (verified.status !== 401) return toFinding(verified);
    const { code } = (await verified.json()) as Partial<Problem>;
    if (code !== 'TOKEN_EXPIRED') return 'nobody';
    const renewed = await post('/auth/google/refresh');
    if (!renewed.ok) return toFinding(renewed);
    const { token } = (await renewed.json()) as { token: string };
    return toFinding(await post('/auth/google', { authorization: `Bearer ${token}` }));
  } catch {
    return 'unknown';
  }
}

function toFinding(answer: Response): Finding {
  if (answer.ok) return 'here';
  return answer.status === 401 ? 'nobody' : 'unknown';
}
