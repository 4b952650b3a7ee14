import type { User } from '@hearth/contracts/auth/auth';
import { describe, expect, it } from 'vitest';
import { createCall } from '#platform/api/api-client.ts';
import { saveLocalSession, readLocalSession, type KeyValueStorage } from './local-session.ts';
import { createSession, NOBODY, type AuthState } from './session.ts';
import { createState } from '#platform/client-state/state.ts';

const THREAD = {
  id: 'thread',
  title: 'What is due today?',
  isPinned: false,
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  isRunning: false,
};

const ada: User = { id: 'ada', name: 'Ada', email: 'ada@example.com', image: null };
const ben: User = { id: 'ben', name: 'Ben', email: 'ben@example.com', image: null };
type Answer = { status: number; body?: unknown } | 'no answer';

const ok = (user: User): Answer => ({ status: 200, body: { user } });
const refuse = (code: string): Answer => ({
  status: 401,
  body: { code, title: code, detail: code, status: 401 },
});

function makeStorage(): KeyValueStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** Creates a session with a server that returns `answers` by path. */
function start(answers: Record<string, Answer>, remembered: User | null = null) {
  const calls: string[] = [];
  const call = createCall('https://api.example', async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname;
    const authorization = new Headers(init?.headers).get('authorization');
    calls.push(authorization === null ? path : `${path} ${authorization}`);
    const answer = answers[path] ?? 'no answer';
    if (answer === 'no answer') throw new TypeError('network');
    return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), {
      status: answer.status,
    });
  });
  const storage = makeStorage();
  if (remembered !== null) saveLocalSession(storage, { user: remembered, teams: [], subscription: null });
  const state = createState<AuthState>(NOBODY);
  const ended: string[] = [];
  const onEnded = () => void ended.push('ended');
  return { session: createSession({ call, state, storage, onEnded }), state, storage, calls, ended };
}

describe('local session', () => {
  const team = { _id: 'north', name: 'North', key: 'NO' };
  const stored = { version: 1, user: ada, teams: [team], subscription: null };
  const readBack = (value: unknown) => {
    const storage = makeStorage();
    storage.setItem('hearth:session', JSON.stringify(value));
    return readLocalSession(storage);
  };

  it('restores the stored session', () => {
    expect(readBack(stored)).toEqual({ user: ada, teams: [team], subscription: null });
  });

  it.each([
    null,
    7,
    [],
    {},
    { ...stored, version: 0 },
    { ...stored, user: null },
    { ...stored, user: { id: 7 } },
  ])('ignores stored data of another version or without a valid user: %j', (value) =>
    expect(readBack(value)).toBeNull(),
  );

  it.each([{ teams: { length: 1 } }, { teams: [null] }, { teams: 'x', subscription: { limits: null } }])(
    'replaces malformed teams and subscriptions with defaults: %j',
    (spoilt) =>
      expect(readBack({ ...stored, ...spoilt })).toEqual({ user: ada, teams: [], subscription: null }),
  );
});

describe('session', () => {
  it('stores the user that the server returns', async () => {
    const { session, state } = start({ '/auth/verify': ok(ada) });
    await session.start();
    expect(state.get()).toMatchObject({ user: ada, isReady: true });
  });

  it('clears the user and the local session when the server responds with UNAUTHENTICATED', async () => {
    const { session, state, storage, calls, ended } = start(
      { '/auth/verify': refuse('UNAUTHENTICATED') },
      ada,
    );
    await session.start();
    expect(ended).toEqual(['ended']);
    expect(state.get()).toMatchObject({ user: null, isReady: true });
    expect(readLocalSession(storage)).toBeNull();
    expect(calls).toEqual(['/auth/verify']);
  });

  it('renews an expired session silently and stores the user', async () => {
    const { session, state, calls } = start({
      '/auth/verify': refuse('TOKEN_EXPIRED'),
      '/auth/google/refresh': { status: 200, body: { token: 'fresh' } },
      '/auth/google': ok(ada),
    });
    await session.start();
    expect(state.get().user).toEqual(ada);
    expect(calls).toEqual(['/auth/verify', '/auth/google/refresh', '/auth/google Bearer fresh']);
  });

  it('clears the user when the renewal is refused', async () => {
    const { session, state } = start(
      { '/auth/verify': refuse('TOKEN_EXPIRED'), '/auth/google/refresh': refuse('UNAUTHENTICATED') },
      ada,
    );
    await session.start();
    expect(state.get()).toMatchObject({ user: null, isReady: true });
  });

  it.each<[string, Record<string, Answer>]>([
    ['does not respond', {}],
    ['fails', { '/auth/verify': { status: 503, body: { code: 'UNAVAILABLE', title: 'x' } } }],
    ['responds with an error page of a gateway', { '/auth/verify': { status: 401, body: 'Bad gateway' } }],
    [
      'is unreachable for the renewal',
      { '/auth/verify': refuse('TOKEN_EXPIRED'), '/auth/google/refresh': 'no answer' },
    ],
  ])('keeps the remembered user when the server %s', async (_, answers) => {
    const { session, state, storage, ended } = start(answers, ada);
    await session.start();
    expect(state.get()).toMatchObject({ user: ada, isReady: true });
    expect(ended).toEqual([]);
    expect(readLocalSession(storage)?.user).toEqual(ada);
  });

  it('restores the user before the server has responded', () => {
    const { session, state } = start({ '/auth/verify': ok(ada) }, ada);
    void session.start();
    expect(state.get()).toMatchObject({ user: ada, isReady: true });
  });

  it('fetches the user once for concurrent calls', async () => {
    const { session, calls } = start({ '/auth/verify': ok(ada) });
    await Promise.all([session.verify(), session.verify()]);
    expect(calls).toEqual(['/auth/verify']);
  });

  it('clears the previous user’s subscription and chat when another user signs in', async () => {
    const { session, state } = start({ '/auth/google': ok(ben) });
    const subscription = { plan: 'pro' } as AuthState['subscription'];
    state.set({ user: ada, subscription, aiHistory: [THREAD] });
    await session.signInWith('token');
    expect(state.get()).toMatchObject({ user: ben, subscription: null, aiHistory: [] });
  });

  it('clears the user and the local session only after a successful sign-out', async () => {
    const offline = start({}, ada);
    await offline.session.start();
    await expect(offline.session.signOut()).rejects.toThrow('did not respond');
    expect(offline.state.get().user).toEqual(ada);

    const online = start({ '/auth/verify': ok(ada), '/auth/signout': { status: 204 } }, ada);
    await online.session.start();
    await online.session.signOut();
    expect(online.state.get().user).toBeNull();
    expect(readLocalSession(online.storage)).toBeNull();
  });
});
