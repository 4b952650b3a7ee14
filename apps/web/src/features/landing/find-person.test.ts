import { expect, it } from 'vitest';
import { findPerson } from './find-person.ts';

type Answers = Record<string, { status: number; body?: object }>;

/** A fake network that responds only to these paths. */
function openNetwork(answers: Answers): { send: typeof fetch; sentRequests: string[] } {
  const sentRequests: string[] = [];
  return {
    sentRequests,
    send: async (address, options) => {
      const request = new Request(address, options);
      const { pathname } = new URL(request.url);
      sentRequests.push(`${request.method} ${pathname} ${request.headers.get('authorization') ?? ''}`.trim());
      const answer = answers[pathname];
      if (answer === undefined) throw new TypeError('Failed to fetch');
      return Response.json(answer.body ?? {}, { status: answer.status });
    },
  };
}

const EXPIRED = { status: 401, body: { code: 'TOKEN_EXPIRED' } };
const HERE = { status: 200, body: { user: {} } };
const CASES: [found: string, where: string, answers: Answers, requests: number][] = [
  ['here', 'a session', { '/auth/verify': HERE }, 1],
  ['nobody', 'no session', { '/auth/verify': { status: 401, body: { code: 'UNAUTHENTICATED' } } }, 1],
  ['unknown', 'a server error', { '/auth/verify': { status: 503 } }, 1],
  ['unknown', 'no network', {}, 1],
  [
    'nobody',
    'an expired session that cannot be renewed',
    { '/auth/verify': EXPIRED, '/auth/google/refresh': { status: 401 } },
    2,
  ],
  ['unknown', 'a renewal without a response', { '/auth/verify': EXPIRED }, 2],
  [
    'here',
    'a renewed session',
    {
      '/auth/verify': EXPIRED,
      '/auth/google/refresh': { status: 200, body: { token: 'fresh' } },
      '/auth/google': HERE,
    },
    3,
  ],
];

it.each(CASES)('returns “%s” for %s', async (found, _where, answers, requests) => {
  const { send, sentRequests } = openNetwork(answers);
  expect(await findPerson('https://api.example.com', send)).toBe(found);
  expect(sentRequests).toHaveLength(requests);
  if (requests === 3) expect(sentRequests.at(-1)).toBe('POST /auth/google Bearer fresh');
});
