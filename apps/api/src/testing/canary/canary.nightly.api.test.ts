import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { ROUTES } from '@hearth/contracts/routes';
import { getJobs } from '#platform/jobs/index.ts';
import { createLogger } from '#platform/log.ts';
import { settleSearch } from '#features/search/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { DocumentClient, openDocument } from '#testing/document-client.ts';
import { requestFeed, FeedClient } from '#testing/feed-client.ts';
import { inTurns } from '#testing/in-turns.ts';
import { startMailServer, unquote, type MailServer } from '#testing/mail-server.ts';
import { IS_ALL, pickFor, type Shares } from '#testing/sample.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';
import {
  addressOf,
  makeCanaryWorld,
  READERS,
  REMINDED_IN,
  type CanaryWorld,
  type Reader,
} from './canary-world.ts';

// Every string is a token with a group of permitted readers. No channel may deliver a token to any other reader. Each token must also be
// received by at least one reader, or the absence of leaks would prove nothing.

// Excludes development routes: they simulate external services, such as mailboxes, and are public on the loopback interface.
const GETS = (ROUTES as readonly RouteSpec[]).filter(
  (route) => route.method === 'GET' && route.rule.kind !== 'development',
);
const AT_ONCE = 10;
/** Time limit for requesting every URL as every reader (`WALL=all`) on a busy host. */
const LONG_MS = 240_000;
/** Sampling rate of readers: one in n. */
const ONE_IN: Shares = [3, 8];
/** Readers who may not write to the objects used in the test of rejected writes. */
const WITHOUT_RIGHT = ['anonymous', 'no team', 'foreign owner', 'removed', 'guest', 'was granted'] as const;
/** The operators' address, as set by the mail server's settings. */
const CONTACT_ADDRESS = 'people@hearth.example';

describeOneEngine('canaries', (engine) => {
  const clock = createTestClock();
  let api: TestApp;
  let mail: MailServer;
  let world: CanaryWorld;
  let logged = '';
  const wrong: string[] = [];
  const seenTokens = new Set<string>();
  const counts: Record<string, number> = {};

  beforeAll(async () => {
    mail = await startMailServer();
    const destination = { write: (line: string) => void (logged += line) };
    api = await startApp(engine, {
      clock,
      env: mail.env,
      log: createLogger({ level: 'debug', destination }),
    });
    world = await makeCanaryWorld(api);
    await settleSearch(api.app);
  });
  afterAll(async () => {
    await api.close();
    await mail.close();
    const read = Object.entries(counts).map(([channel, count]) => `${count} ${channel}`);
    console.log(`CANARY ${world.tokens.size} texts; ${read.join(', ')}; ${wrong.length} in the wrong hands`);
  });

  /** Records the tokens in a response received by a reader, and which of these tokens the reader may not read. */
  function read(channel: string, reader: Reader, text: string, where: string): void {
    counts[channel] = (counts[channel] ?? 0) + 1;
    for (const [token, readers] of world.tokens) {
      if (!text.includes(token)) continue;
      seenTokens.add(token);
      if (!readers.includes(reader)) wrong.push(`${reader} reads "${token}" by ${where}`);
    }
  }

  /** Lists analytics queries for the whole team and for each project; for task routes, one per metric. */
  function listAnalytics(id: string, addresses: string[]): string[] {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const period = `from=${day(-30)}&to=${day(30)}`;
    const metrics = ['created', 'unstarted', 'open'].map((metric) => `metric=${metric}&${period}&limit=200`);
    const queries = /\.tasks/.test(id)
      ? metrics
      : /forecast|odds|burn|velocity|record|preview|report|schedule/.test(id)
        ? ['']
        : [period];
    const projects = [
      '',
      ...(/preview|schedule/.test(id) ? [] : world.ids.project.map((one) => `&projectId=${one}`)),
    ];
    return addresses.flatMap((address) =>
      queries.flatMap((query) => projects.map((project) => `${address}?${query}${project}`)),
    );
  }

  /** Lists the URLs of a route with the ids of all existing objects. */
  function listAddresses(route: RouteSpec): string[] {
    let addresses = [route.path];
    for (const [, name = ''] of route.path.matchAll(/\{(\w+)\}/g)) {
      const kind = route.ids?.[name] ?? name;
      const values =
        kind === 'team'
          ? [world.homeId, world.foreignId]
          : kind === 'link'
            ? [world.link]
            : ((world.ids as Record<string, string[]>)[kind] ?? ['01920000-0000-7000-8000-000000000000']);
      addresses = addresses.flatMap((address) => values.map((value) => address.replace(`{${name}}`, value)));
    }
    if (route.id === 'billing.subscription') {
      return [world.homeId, world.foreignId].map((id) => `${route.path}?teamId=${id}`);
    }
    if (route.id === 'firstLoad.read') {
      const teams = [world.homeId, world.foreignId].map((id) => `${route.path}?teamId=${id}`);
      return teams.flatMap((address) => [
        route.path,
        address,
        ...world.ids.project.map((id) => `${address}&projectId=${id}`),
        ...['home', 'mine', 'document'].map((screen) => `${address}&screen=${screen}`),
      ]);
    }
    if (route.id === 'tasks.list') {
      const filters = [
        ...world.ids.task.map((id) => `key=${id}`),
        ...world.ids.project.map((id) => `projectId=${id}`),
      ];
      return addresses.flatMap((address) => [
        `${address}?limit=200`,
        ...filters.map((filter) => `${address}?${filter}`),
      ]);
    }
    if (route.id === 'search.read') {
      // Search for the common prefix of all tokens, and for words that only some tokens contain.
      const terms = ['cnry', 'title', 'comment', 'description', 'name'];
      return addresses.flatMap((address) => terms.map((word) => `${address}?q=${word}&limit=200`));
    }
    if (route.id.startsWith('analytics.')) return listAnalytics(route.id, addresses);
    if (route.id === 'tasks.changed') {
      const since = new Date(Date.now() - 86_400_000).toISOString();
      return addresses.map((address) => `${address}?since=${since}&by=everybody&limit=50`);
    }
    return route.id === 'sync.read'
      ? addresses.flatMap((address) => [
          address,
          `${address}?since=0`,
          `${address}?at=${new Date().toISOString()}`,
        ])
      : addresses;
  }

  it(
    'exposes canaries only to permitted readers on all read routes',
    async () => {
      const reads = GETS.flatMap(listAddresses).flatMap((address) =>
        pickFor(engine, READERS, ONE_IN, address).map((reader) => ({ address, reader })),
      );
      await inTurns(reads, AT_ONCE, async ({ address, reader }) => {
        const response = await world.clients[reader].get(address);
        read('answers', reader, JSON.stringify(response.body) ?? '', `GET ${address} ${response.status}`);
      });
      for (const path of ['/metrics', '/openapi.json', '/healthz', '/readyz', '/nowhere']) {
        for (const reader of READERS) {
          read('answers', reader, JSON.stringify((await world.clients[reader].get(path)).body) ?? '', path);
        }
      }
      expect(wrong).toEqual([]);
    },
    LONG_MS,
  );

  it('exposes no canaries in the responses to denied writes', async () => {
    const { homeId, foreignId, ids, clients } = world;
    for (const teamId of [homeId, foreignId]) {
      for (const [kind, of] of Object.entries({
        projects: ids.project,
        tasks: ids.task,
        statuses: ids.status,
        documents: ids.document,
      })) {
        for (const id of of) {
          await inTurns(pickFor(engine, WITHOUT_RIGHT, ONE_IN, id), AT_ONCE, async (reader) => {
            const path = `/teams/${teamId}/${kind}/${id}`;
            // Skip the owner of the foreign team, who may write there.
            if (reader === 'foreign owner' && teamId === foreignId) return;
            const responses = [
              await clients[reader].patch(path, { name: '', title: '' }),
              await clients[reader].delete(path),
            ];
            for (const { status, body } of responses) {
              expect(status, path).toBeGreaterThanOrEqual(400);
              read('refusals', reader, JSON.stringify(body), `write to ${path}`);
            }
          });
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('sends canaries only to permitted readers in live feeds', async () => {
    const { homeId, people, mark, clients } = world;
    const feeds = new Map<Reader, FeedClient>();
    for (const reader of READERS) {
      const feed = await requestFeed(clients[reader], homeId, { since: 0 });
      if (feed instanceof FeedClient) feeds.set(reader, feed);
      else read('refusals', reader, JSON.stringify(feed.body), 'the handshake of the feed');
    }
    expect([...feeds.keys()]).toEqual(READERS.slice(4));
    const owner = people.owner;
    if (owner === undefined) throw new Error('There is no owner');
    const [open, , closed] = world.ids.project;
    const last = mark('team', 'status that ends it').slice(0, 40);
    world.tokens.set(last, ['guest', 'guest of project', 'was granted', 'member', 'admin', 'owner']);
    for (const [circle, projectId] of [
      ['project', open],
      ['staff', closed],
      ['staff', null],
    ] as const) {
      const path = `/teams/${homeId}/tasks`;
      const created = await owner.post<{ task: { id: string } }>(path, {
        title: mark(circle, 'live title'),
        projectId,
      });
      await owner.post(`${path}/${created.body.task.id}/comments`, { body: mark(circle, 'live comment') });
      await owner.post(`${path}/${created.body.task.id}/timer`, { note: mark(circle, 'live time') });
      await owner.patch(`${path}/${created.body.task.id}`, { title: mark(circle, 'live title, changed') });
    }
    await people.member?.patch('/account', { name: mark('team', 'live name') });
    await owner.post(`/teams/${homeId}/statuses`, { name: last, category: 'started' });
    for (const [reader, feed] of feeds) {
      await feed.waitUntil(() => JSON.stringify(feed.frames).includes(last));
      for (const frame of feed.frames) read('frames', reader, JSON.stringify(frame), 'the feed');
      feed.close();
    }
    expect(wrong).toEqual([]);
  });

  it('sends canaries only to permitted readers over document connections', async () => {
    const { clients, documents, mark } = world;
    for (const { teamId, id, circle, writer } of documents) {
      const name = `${teamId}/${id}`;
      const readers = pickFor(engine, READERS, ONE_IN, id);
      const tabs = readers.map((reader) => ({
        reader,
        tab: new DocumentClient(clients[reader], name, { comesBack: false }),
      }));
      for (const { tab } of tabs)
        await tab.until(() => tab.isAcknowledged || tab.reasons.length + tab.codes.length > 0);
      const text = mark(circle, 'live text of a document');
      const writing = await openDocument(clients[writer], name);
      writing.write(text);
      await writing.acknowledged();
      for (const { reader, tab } of tabs) {
        if (tab.isAcknowledged) await tab.shows(text);
        read('open documents', reader, JSON.stringify([tab.lines, tab.reasons]), `the stream of ${name}`);
        tab.close();
      }
      writing.close();
    }
    expect(wrong).toEqual([]);
  });

  it('mails canaries only to permitted recipients', async () => {
    await world.clients.anonymous.post('/contact', {
      name: 'Ada',
      email: 'ada@example.com',
      message: 'Hello',
    });
    clock.advance(REMINDED_IN);
    // Readers without access get no reminders.
    const reminded = ['guest of project', 'member', 'admin', 'owner'] as const;
    const listRemindedReaders = () =>
      READERS.filter((reader) => mail.mails.some(({ to }) => to.includes(addressOf(reader))));
    await expect
      .poll(async () => {
        await getJobs(api.app).runDue();
        return listRemindedReaders();
      })
      .toEqual(reminded);
    for (const { to, raw } of mail.mails.filter((one) => !one.to.includes(CONTACT_ADDRESS))) {
      counts['mails'] = (counts['mails'] ?? 0) + 1;
      const reader = READERS.find((one) => to.includes(addressOf(one))) ?? 'anonymous';
      // An email may contain content that the recipient or anonymous visitors may read, and the recipient's address.
      for (const [token, readers] of world.tokens) {
        const mayContain = readers.includes(reader) || readers.includes('anonymous') || to.includes(token);
        if (unquote(raw).includes(token) && !mayContain)
          wrong.push(`${to.join()} reads "${token}" in a mail`);
      }
    }
    expect(wrong).toEqual([]);
    // A support request reveals its author and team to the operators, and no other data of the team.
    const questions = mail.mails
      .filter(({ to }) => to.includes(CONTACT_ADDRESS))
      .map(({ raw }) => unquote(raw));
    expect(questions.filter((one) => one.includes('text of a question'))).toHaveLength(2);
    for (const question of questions) {
      const leaked = [...world.tokens.keys()].filter((token) => question.includes(token));
      expect(leaked.filter((token) => /project|task|document|comment|status/.test(token))).toEqual([]);
    }
    const ofGuest = mail.mails.find(({ to }) => to.includes(addressOf('guest of project')));
    expect(unquote(ofGuest?.raw ?? '')).toContain('project title in a project');
  });

  it('keeps canaries, cookies, tokens, links and email addresses out of the log', async () => {
    const { clients, secrets, link } = world;
    const sid = world.people.owner?.cookies.get('sid')?.value ?? '';
    await clients.owner.send('POST', '/auth/google', { headers: { authorization: `Bearer ${sid}` } });
    await clients.owner.get(`/invites/${link}x`);
    await clients.owner.get(`/auth/google/callback?code=${sid}&state=${sid}`);
    await clients.anonymous.send('POST', '/contact', { body: `{"name":"${sid}"` });
    mail.isRefusing = true;
    await clients.anonymous.post('/contact', { name: 'Ada', email: 'ada@example.com', message: link });
    await expect.poll(() => logged).toContain('SMTP server rejected an email');
    expect(logged.split('\n').length).toBeGreaterThan(100);
    const found = [...secrets, 'ada@example.com', ...world.tokens.keys()].filter((secret) =>
      logged.includes(secret),
    );
    expect(found).toEqual([]);
  });

  it.runIf(IS_ALL)('delivers every canary to at least one permitted reader', () => {
    const unread = [...world.tokens].filter(
      ([token, readers]) => readers.length > 0 && !seenTokens.has(token),
    );
    expect(unread).toEqual([]);
  });
});
