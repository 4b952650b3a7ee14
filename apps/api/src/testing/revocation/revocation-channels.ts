import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { VIEW_AS_HEADER } from '@hearth/contracts/sync-values';
import type { SyncPage } from '@hearth/contracts/sync';
import { asOwner, withTeam } from '#platform/db/index.ts';
import { defineJob, enqueueJob, getJobs, type Job } from '#platform/jobs/index.ts';
import { openDocument } from '#testing/document-client.ts';
import { openFeed, type FeedClient } from '#testing/feed-client.ts';
import { Client, Program, type ApiResponse } from '#testing/make.ts';
import { findRevealed, type Scene, type Revealed } from './revocation-scene.ts';
import { makeExport, readParts } from '#testing/transfer.ts';

/** A channel through which a user receives data. */
export interface Channel {
  /** Reads which data the channel currently reveals. */
  read: () => Promise<Revealed>;
  /** Prepares the next `read`, for channels that can be read only once. */
  prepare?: () => Promise<void>;
  /** The socket, if the channel is a feed. */
  feed?: FeedClient;
  close?: () => void;
}

const ALL = '?limit=200';
const HELD_MS = 60_000;
/** Time after which the server has authorized a request by its headers, which cannot be observed from outside. */
const HEADERS_MS = 100;

function openReads(
  scene: Scene,
  client: Client,
  { headers = {}, what = 'tasks' }: { headers?: Record<string, string>; what?: 'tasks' | 'documents' } = {},
): Channel {
  const path = `/teams/${scene.teamId}/${what}${ALL}`;
  return {
    read: async () => findRevealed(scene, JSON.stringify((await client.send('GET', path, { headers })).body)),
  };
}

/** Opens the search results, and waits until the scene has been indexed. */
async function openSearch(scene: Scene): Promise<Channel> {
  const channel: Channel = {
    read: async () => {
      const { body } = await scene.person.get(`/teams/${scene.teamId}/search?q=secret&limit=200`);
      return findRevealed(scene, JSON.stringify(body));
    },
  };
  while ((await channel.read()) !== 'both') await sleep(50);
  return channel;
}

/** A paginated list whose first page has already been read. */
async function openHalfReadList(scene: Scene): Promise<Channel> {
  const { person, teamId } = scene;
  const first = await person.get<SyncPage>(`/teams/${teamId}/sync?limit=1`);
  const next = `/teams/${teamId}/sync?limit=200&cursor=${first.body.nextCursor ?? ''}`;
  return { read: async () => findRevealed(scene, JSON.stringify((await person.get(next)).body)) };
}

/** Tests writes instead of reads: reports the secrets of the tasks that the user can still change. */
function openWrites(scene: Scene): Channel {
  const { person, teamId, taskIds, secrets } = scene;
  const change = async (which: 'team' | 'project'): Promise<string> => {
    const { status } = await person.patch(`/teams/${teamId}/tasks/${taskIds[which]}`, { priority: 'low' });
    return status === 200 ? secrets[which] : '';
  };
  return { read: async () => findRevealed(scene, (await change('team')) + (await change('project'))) };
}

/** Updates whose bodies are still in transit when access is revoked. Their responses contain the whole task. */
function openHeldWrites(scene: Scene): Channel {
  const { person, teamId, taskIds } = scene;
  let release = (): void => undefined;
  let responses: Promise<ApiResponse>[] = [];
  const begin = async (): Promise<void> => {
    const { promise: until, resolve } = Promise.withResolvers<void>();
    release = resolve;
    responses = [taskIds.team, taskIds.project].map((id) =>
      person.send('PATCH', `/teams/${teamId}/tasks/${id}`, { body: { priority: 'high' }, until }),
    );
    await sleep(HEADERS_MS);
  };
  return {
    prepare: begin,
    read: async () => {
      if (responses.length === 0) await begin();
      release();
      const bodies = (await Promise.all(responses)).map(({ body }) => body);
      responses = [];
      return findRevealed(scene, JSON.stringify(bodies));
    },
  };
}

let fences = 0;

/** Changes the public and the private task, then sends a fence: a team name that all members receive. */
async function speak({ owner, teamId, taskIds, secrets }: Scene): Promise<string> {
  const fence = `Fence ${++fences}`;
  for (const which of ['team', 'project'] as const) {
    await owner.patch(`/teams/${teamId}/tasks/${taskIds[which]}`, { title: `${secrets[which]} ${fence}` });
  }
  await owner.patch(`/teams/${teamId}`, { name: fence });
  return fence;
}

/** A feed socket. It reveals the data that arrives after `read`. Once closed, it reveals nothing. */
async function openSocket(scene: Scene, bearer?: string): Promise<Channel> {
  const { person, far, teamId, seq } = scene;
  const feed =
    bearer === undefined
      ? await openFeed(person, teamId, seq)
      : await openFeed(new Client(far), teamId, seq, { bearer, origin: null });
  return {
    feed,
    read: async () => {
      const initialCount = feed.frames.length;
      const received = (): string => JSON.stringify(feed.frames.slice(initialCount));
      const countResets = (): number => feed.frames.filter(({ type }) => type === 'reset').length;
      for (let isReceived = false; !isReceived;) {
        const resets = countResets();
        const fence = await speak(scene);
        isReceived = true;
        await feed.waitUntil(() => {
          isReceived = feed.closeCode !== null || received().includes(`"${fence}"`);
          // After a reset the client reads a new snapshot, so the changes must be sent again to arrive through the feed.
          return isReceived || countResets() > resets;
        });
      }
      return feed.closeCode === null ? findRevealed(scene, received()) : 'none';
    },
  };
}

/** Two open documents. They reveal text that is typed after `read`, unless the server closes them. */
async function openDocuments(scene: Scene, bearer?: string): Promise<Channel> {
  const { owner, person, far, teamId, documentIds, secrets } = scene;
  const places = ['team', 'project'] as const;
  const tabs = await Promise.all(
    places.map(async (which) => {
      const name = `${teamId}/${documentIds[which]}`;
      const reader = bearer === undefined ? person : new Client(far);
      return {
        which,
        name,
        tab: await openDocument(reader, name, bearer === undefined ? {} : { bearer }),
        writer: await openDocument(owner, name),
      };
    }),
  );
  const read = async ({ which, tab, writer }: (typeof tabs)[number]): Promise<string> => {
    const text = `${secrets[which]} Fence ${++fences}`;
    writer.write(text);
    // If the team itself was deleted, its owner cannot write either, so no text will arrive. A lost connection (1006) is reopened.
    const isEnded = () =>
      tab.reasons.length + writer.reasons.length > 0 || tab.codes.some((code) => code !== 1006);
    await tab.until(() => tab.lines.includes(text) || isEnded());
    return tab.lines.includes(text) ? secrets[which] : '';
  };
  return {
    read: async () => findRevealed(scene, (await Promise.all(tabs.map(read))).join('')),
    close: () => {
      for (const { tab, writer } of tabs) for (const client of [tab, writer]) client.close();
    },
  };
}

async function openView(scene: Scene): Promise<Channel> {
  const { person, viewed, teamId } = scene;
  const path = `/teams/${teamId}/members/${viewed.user.id}/view-as`;
  const { body } = await person.post<{ view: { token: string } }>(path);
  return openReads(scene, person, { headers: { [VIEW_AS_HEADER]: body.view.token } });
}

async function describeFile(scene: Scene, bytes: Uint8Array): Promise<Revealed> {
  return findRevealed(scene, JSON.stringify(await readParts(Buffer.from(bytes))));
}

async function openExportFile(scene: Scene): Promise<Channel> {
  const { person, teamId } = scene;
  const id = await makeExport(person, teamId);
  const url = new URL(`/teams/${teamId}/exports/${id}/file`, person.target.apiOrigin);
  const cookie = [...person.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
  return {
    read: async () => {
      const response = await fetch(url, { headers: { cookie } });
      const bytes = await response.bytes();
      return response.status === 200 ? await describeFile(scene, bytes) : 'none';
    },
  };
}

/** The user's image, which is visible to anyone with its URL, regardless of permissions. */
async function openPicture(scene: Scene): Promise<Channel> {
  const upload = new Blob([ONE_PIXEL], { type: 'image/png' });
  const { body } = await scene.person.send<{ account: { image: string } }>('PUT', '/account/image', {
    upload,
  });
  const { pathname } = new URL(body.account.image);
  return { read: async () => ((await new Client(scene.far).get(pathname)).status === 200 ? 'both' : 'none') };
}

const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const BOUNDS = { limitMs: 1, attempts: 1, retryMs: 0 };
/** Duplicates of job definitions whose originals, including the run-time checks, are in the features. */
const exportJob = defineJob({
  kind: 'transfer.make-export',
  rule: { kind: 'team', action: 'team.export' },
  data: z.object({ exportId: z.string() }),
  ...BOUNDS,
});
const inviteMail = defineJob({
  kind: 'invites.mail',
  rule: { kind: 'team', action: 'invites.create' },
  data: z.object({ inviteId: z.string() }),
  ...BOUNDS,
});

/** Enqueues a job that runs after one minute. */
async function enqueueLater<D>(scene: Scene, inside: Inside, job: Job<D>, data: D): Promise<void> {
  const { app, clock } = inside;
  const on = { teamId: scene.teamId, userId: scene.person.user.id };
  const runAt = new Date(clock.now().getTime() + HELD_MS);
  await withTeam(app.db, on, (tx) => enqueueJob(app, tx, job, { ...on, data, runAt }));
}

async function runQueued({ app, clock }: Inside): Promise<void> {
  clock.advance(HELD_MS / 1000 + 1);
  await getJobs(app).runDue();
}

type Inside = NonNullable<Scene['inside']>;

/** An export that has been requested, but not created yet. */
function openQueuedExport(scene: Scene, inside: Inside): Channel {
  const { app } = inside;
  const { teamId, person } = scene;
  let id = '';
  return {
    prepare: async () => {
      id = app.ids.uuid();
      const row = { team_id: teamId, id, asked_by: person.user.id, asked_at: app.clock.now() };
      const expiresAt = new Date(app.clock.now().getTime() + 86_400_000);
      await asOwner(app.db, (tx) =>
        tx
          .insertInto('team_exports')
          .values({ ...row, expires_at: expiresAt })
          .execute(),
      );
      await enqueueLater(scene, inside, exportJob, { exportId: id });
    },
    read: async () => {
      await runQueued(inside);
      const row = await asOwner(app.db, (tx) =>
        tx.selectFrom('team_exports').select('storage_key').where('id', '=', id).executeTakeFirst(),
      );
      const file = row?.storage_key ? await app.storage.open(row.storage_key) : null;
      return file === null ? 'none' : await describeFile(scene, await buffer(file.stream));
    },
  };
}

/** The email of an invite that has not been sent yet. */
async function openQueuedMail(scene: Scene, inside: Inside): Promise<Channel> {
  const { person, teamId, owner } = scene;
  const email = `invited-by-${person.user.id}@example.com`;
  const created = await person.post<{ invite: { id: string } }>(`/teams/${teamId}/invites`, { email });
  const count = async (): Promise<number> => {
    const { body } = await owner.get<{ mails: { to: string }[] }>('/dev/outbox');
    return body.mails.filter(({ to }) => to === email).length;
  };
  let before = 0;
  return {
    prepare: async () => {
      await getJobs(inside.app).runDue();
      before = await count();
      await enqueueLater(scene, inside, inviteMail, { inviteId: created.body.invite.id });
    },
    read: async () => {
      await runQueued(inside);
      return (await count()) > before ? 'both' : 'none';
    },
  };
}

export async function openChannels(scene: Scene): Promise<Map<string, Channel>> {
  const { person, token, far, inside } = scene;
  const channels = new Map<string, Channel>([
    ['session', openReads(scene, person)],
    ['documents', openReads(scene, person, { what: 'documents' })],
    ['open documents', await openDocuments(scene)],
    ['open documents of a token', await openDocuments(scene, token.secret)],
    ['changes', openWrites(scene)],
    ['request under way', openHeldWrites(scene)],
    ['half-read list', await openHalfReadList(scene)],
    ['search', await openSearch(scene)],
    ['API token', openReads(scene, new Program(far, token.secret))],
    ['socket', await openSocket(scene)],
    ['socket of a token', await openSocket(scene, token.secret)],
    ['view as', await openView(scene)],
    ['export file', await openExportFile(scene)],
    ['picture', await openPicture(scene)],
  ]);
  if (inside !== null) {
    channels.set('queued export', openQueuedExport(scene, inside));
    channels.set('queued mail', await openQueuedMail(scene, inside));
  }
  return channels;
}
