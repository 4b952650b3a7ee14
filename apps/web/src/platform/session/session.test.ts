import type { User } from '@hearth/contracts/auth/auth';
import { describe, expect, it } from 'vitest';
import { createCall } from '#platform/api/api-client.ts';
import { keepLocalSession, readLocalSession, type KeyValueStorage } from './local-session.ts';
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

/** A session against a server that gives `answers` by path. */
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
  if (remembered !== null) keepLocalSession(storage, { user: remembered, teams: [], subscription: null });
  const state = createState<AuthState>(NOBODY);
  const ended: string[] = [];
  const onEnded = () => void ended.push('ended');
  return { session: createSession({ call, state, storage, onEnded }), state, storage, calls, ended };
}

describe('what is remembered', () => {
  const team = { _id: 'north', name: 'North', key: 'NO' };
  const kept = { version: 1, user: ada, teams: [team], subscription: null };
  const readBack = (value: unknown) => {
    const storage = makeStorage();
    storage.setItem('hearth:session', JSON.stringify(value));
    return readLocalSession(storage);
  };

  it('is read back as it was kept', () => {
    expect(readBack(kept)).toEqual({ user: ada, teams: [team], subscription: null });
  });

  it.each([null, 7, [], {}, { ...kept, version: 0 }, { ...kept, user: null }, { ...kept, user: { id: 7 } }])(
    'is nothing where it names no person: %j',
    (value) => expect(readBack(value)).toBeNull(),
  );

  it.each([{ teams: { length: 1 } }, { teams: [null] }, { teams: 'x', subscription: { limits: null } }])(
    'leaves out what has another shape: %j',
    (spoilt) =>
      expect(readBack({ ...kept, ...spoilt })).toEqual({ user: ada, teams: [], subscription: null }),
  );
});

describe('who is signed in', () => {
  it('is whom the server names', async () => {
    const { session, state } = start({ '/auth/verify': ok(ada) });
    await session.start();
    expect(state.get()).toMatchObject({ user: ada, isReady: true });
  });

  it('is nobody when the server answers 401, and what was remembered is forgotten', async () => {
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

  it('is renewed silently when the session has only run out', async () => {
    const { session, state, calls } = start({
      '/auth/verify': refuse('TOKEN_EXPIRED'),
      '/auth/google/refresh': { status: 200, body: { token: 'fresh' } },
      '/auth/google': ok(ada),
    });
    await session.start();
    expect(state.get().user).toEqual(ada);
    expect(calls).toEqual(['/auth/verify', '/auth/google/refresh', '/auth/google Bearer fresh']);
  });

  it('is nobody when the renewal is refused', async () => {
    const { session, state } = start(
      { '/auth/verify': refuse('TOKEN_EXPIRED'), '/auth/google/refresh': refuse('UNAUTHENTICATED') },
      ada,
    );
    await session.start();
    expect(state.get()).toMatchObject({ user: null, isReady: true });
  });

  it.each<[string, Record<string, Answer>]>([
    ['does not answer', {}],
    ['fails', { '/auth/verify': { status: 503, body: { code: 'UNAVAILABLE', title: 'x' } } }],
    ['answers with a page of a gateway', { '/auth/verify': { status: 401, body: 'Bad gateway' } }],
    [
      'cannot renew just now',
      { '/auth/verify': refuse('TOKEN_EXPIRED'), '/auth/google/refresh': 'no answer' },
    ],
  ])('stays whom this browser remembers when the server %s', async (_, answers) => {
    const { session, state, storage, ended } = start(answers, ada);
    await session.start();
    expect(state.get()).toMatchObject({ user: ada, isReady: true });
    expect(ended).toEqual([]);
    expect(readLocalSession(storage)?.user).toEqual(ada);
  });

  it('is known at once from what is remembered, before the server has answered', () => {
    const { session, state } = start({ '/auth/verify': ok(ada) }, ada);
    void session.start();
    expect(state.get()).toMatchObject({ user: ada, isReady: true });
  });

  it('asks once when asked by several at the same time', async () => {
    const { session, calls } = start({ '/auth/verify': ok(ada) });
    await Promise.all([session.verify(), session.verify()]);
    expect(calls).toEqual(['/auth/verify']);
  });

  it('takes nothing over from another person', async () => {
    const { session, state } = start({ '/auth/google': ok(ben) });
    const subscription = { plan: 'pro' } as AuthState['subscription'];
    state.set({ user: ada, subscription, aiHistory: [THREAD] });
    await session.signInWith('token');
    expect(state.get()).toMatchObject({ user: ben, subscription: null, aiHistory: [] });
  });

  it('stays when signing out fails, and is nobody when it succeeds', async () => {
    const offline = start({}, ada);
    await offline.session.start();
    await expect(offline.session.signOut()).rejects.toThrow('did not answer');
    expect(offline.state.get().user).toEqual(ada);

    const online = start({ '/auth/verify': ok(ada), '/auth/signout': { status: 204 } }, ada);
    await online.session.start();
    await online.session.signOut();
    expect(online.state.get().user).toBeNull();
    expect(readLocalSession(online.storage)).toBeNull();
  });
});
