import { expect } from 'vitest';
import type { SyncPage } from '@hearth/contracts/sync';
import { openFeed, type FeedClient } from './feed-client.ts';
import { Client, joinTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from './make.ts';
import { tellCases } from './tell-cases.ts';

/** What a channel may take to fall silent. */
export const LIMIT_MS = 2_000;

type Target = Client['target'];

/** A person with a right, about to lose it. Whoever takes it away acts at `near`; the person is at `far`. */
interface Scene {
  owner: SignedIn;
  person: SignedIn;
  near: Target;
  teamId: string;
  projectId: string;
  /** What the person can read as long as they have the right. */
  taskId: string;
}

export interface Cause {
  name: string;
  /** The status that HTTP answers afterwards. */
  status: 401 | 404;
  /** What becomes of an open socket: its close code, or that it starts anew with the rights of now. */
  socket: 4401 | 4403 | 'reset';
  role: 'member' | 'guest';
  take: (scene: Scene) => Promise<{ status: number }>;
}

/** Every way in which somebody loses a right. */
export const CAUSES: readonly Cause[] = [
  {
    name: 'signing out',
    status: 401,
    socket: 4401,
    role: 'member',
    take: async ({ person, near }) => await at(person, near).post('/auth/signout'),
  },
  {
    name: 'signing out everywhere',
    status: 401,
    socket: 4401,
    role: 'member',
    take: async ({ person, near }) => await (await signIn(near, person.user.email)).delete('/auth/sessions'),
  },
  {
    name: 'ending the session from another device',
    status: 401,
    socket: 4401,
    role: 'member',
    take: async ({ person, near }) => {
      const { body } = await person.get<{ sessions: { id: string; isCurrent: boolean }[] }>('/auth/sessions');
      const id = body.sessions.find((one) => one.isCurrent)?.id ?? '';
      return await (await signIn(near, person.user.email)).delete(`/auth/sessions/${id}`);
    },
  },
  {
    name: 'deleting the account',
    status: 401,
    socket: 4401,
    role: 'member',
    take: async ({ person, near }) => await at(person, near).delete('/account'),
  },
  {
    name: 'being removed',
    status: 404,
    socket: 4403,
    role: 'member',
    take: async ({ owner, person, teamId }) =>
      await owner.delete(`/teams/${teamId}/members/${person.user.id}`),
  },
  {
    name: 'leaving',
    status: 404,
    socket: 4403,
    role: 'member',
    take: async ({ person, near, teamId }) =>
      await at(person, near).delete(`/teams/${teamId}/members/${person.user.id}`),
  },
  {
    name: 'losing the role',
    status: 404,
    socket: 'reset',
    role: 'member',
    take: async ({ owner, person, teamId }) =>
      await owner.patch(`/teams/${teamId}/members/${person.user.id}`, { teamRole: 'guest' }),
  },
  {
    name: 'losing a grant',
    status: 404,
    socket: 'reset',
    role: 'guest',
    take: async ({ owner, person, teamId, projectId }) =>
      await owner.delete(`/teams/${teamId}/projects/${projectId}/grants/${person.user.id}`),
  },
  {
    name: 'deleting the team',
    status: 404,
    socket: 4403,
    role: 'member',
    take: async ({ owner, teamId }) => await owner.delete(`/teams/${teamId}`),
  },
];

/** Milliseconds from asking for the end of a right until each channel was silent. */
export interface Silence {
  cause: string;
  http: number;
  syncPage: number;
  socket: number;
}

/** The same browser, talking to another node. */
export function at(client: SignedIn, target: Target): SignedIn {
  const other = Object.assign(new Client(target), { user: client.user });
  for (const [name, cookie] of client.cookies) other.cookies.set(name, cookie);
  return other;
}

let drawn = 0;

async function setScene(cause: Cause, near: Target, far: Target): Promise<Scene> {
  const run = ++drawn;
  const owner = await signIn(near, `revoker-${run}@example.com`);
  const person = at(await signIn(near, `revoked-${run}@example.com`), far);
  const teamId = (await makeTeam(owner))._id;
  await owner.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
  await joinTeam(owner, teamId, at(person, near), cause.role);
  const projectId = (await makeProject(owner, teamId)).id;
  if (cause.role === 'guest') {
    await owner.send('PUT', `/teams/${teamId}/projects/${projectId}/grants/${person.user.id}`, {
      body: { level: 'edit' },
    });
  }
  // A guest sees what they were given, a member also what belongs to no project.
  const place = cause.role === 'guest' ? { projectId } : {};
  const taskId = (await makeTask(owner, teamId, { title: 'Secret 1', ...place })).id;
  return { owner, person, near, teamId, projectId, taskId };
}

async function waitUntil(startedAt: number, isSilent: () => Promise<boolean>): Promise<number> {
  while (!(await isSilent())) {
    if (performance.now() - startedAt > LIMIT_MS * 5) throw new Error('It never fell silent');
  }
  return performance.now() - startedAt;
}

async function waitForSocket(feed: FeedClient, cause: Cause): Promise<void> {
  if (cause.socket === 'reset') {
    await feed.waitUntil(() => feed.frames.some((frame) => frame.type === 'reset'));
  } else {
    expect(await feed.waitForClose(), cause.name).toBe(cause.socket);
  }
}

/** Opens every channel, takes the right away, and waits until nothing more comes out of any of them. */
export async function measureSilence(cause: Cause, near: Target, far: Target): Promise<Silence> {
  const scene = await setScene(cause, near, far);
  const { owner, person, teamId, taskId, projectId } = scene;
  const path = `/teams/${teamId}/tasks/${taskId}`;
  const firstPage = await person.get<SyncPage>(`/teams/${teamId}/sync?limit=1`);
  const nextPage = `/teams/${teamId}/sync?limit=200&cursor=${firstPage.body.nextCursor ?? ''}`;
  expect(firstPage.body.nextCursor).not.toBeNull();
  // Each channel speaks before it falls silent.
  expect((await person.get(path)).status).toBe(200);
  expect(JSON.stringify((await person.get(nextPage)).body)).toContain('Secret 1');
  const feed = await openFeed(person, teamId, firstPage.body.seq);
  await owner.patch(path, { title: 'Secret 2' });
  await feed.waitUntil(() => JSON.stringify(feed.frames).includes('Secret 2'));

  const startedAt = performance.now();
  const [taken, socket] = await Promise.all([
    cause.take(scene),
    waitForSocket(feed, cause).then(() => performance.now() - startedAt),
  ]);
  expect(taken.status, cause.name).toBeLessThan(300);
  const http = await waitUntil(startedAt, async () => (await person.get(path)).status === cause.status);
  const syncPage = await waitUntil(startedAt, async () => {
    const { body } = await person.get(nextPage);
    return !JSON.stringify(body).includes('Secret');
  });
  expect((await person.patch(path, { title: 'Mine' })).status, cause.name).toBe(cause.status);
  if (cause.socket === 'reset') {
    // What follows for everybody still comes; what lies in the lost scope does not.
    const said = feed.frames.length;
    await owner.patch(path, { title: 'Secret 3' });
    const place = cause.role === 'guest' ? { projectId } : {};
    await makeTask(owner, teamId, { title: 'Secret 4', ...place });
    await owner.patch(`/teams/${teamId}`, { name: 'Renamed for everybody' });
    await feed.waitUntil(() => JSON.stringify(feed.frames.slice(said)).includes('Renamed for everybody'));
    expect(JSON.stringify(feed.frames.slice(said))).not.toContain('Secret');
  }
  feed.close();
  return { cause: cause.name, http, syncPage, socket };
}

/** One line a channel: half of all were silent by p50, the slowest of a hundred by p99. */
export function tellSilence(where: string, all: readonly Silence[]): void {
  for (const channel of ['http', 'syncPage', 'socket'] as const) {
    const times = all.map((one) => one[channel]).sort((a, b) => a - b);
    const share = (part: number): string =>
      (times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0).toFixed(0);
    tellCases(
      `${where}, ${channel}`,
      times.length,
      `times silent, after ${share(0.5)} ms (p50), ${share(0.99)} ms (p99)`,
    );
  }
}
