import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { SearchResult } from '@hearth/contracts/search/search';
import { asOwner } from '#platform/db/index.ts';
import { createLocalFanout } from '#platform/fanout/fanout.ts';
import { makeDocument } from '#testing/documents.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProTeam, makeProject, makeTask, signIn, type SignedIn } from '#testing/make.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';
import { followTeam, WIDE_STEP } from './follow-team.ts';
import { settleSearch } from './index.ts';
import { Stems } from './stems.ts';

async function find(by: SignedIn, teamId: string, question: string): Promise<string[]> {
  const { body } = await by.get<{ results: SearchResult[] }>(
    `/teams/${teamId}/search?q=${encodeURIComponent(question)}&limit=200`,
  );
  return body.results.map(({ kind, title, snippet }) => `${kind} ${kind === 'comment' ? snippet : title}`);
}

describeOneEngine('search indexer', (engine) => {
  let api: TestApp;
  let ada: SignedIn;
  let ben: SignedIn;
  let teamId: string;
  let path: string;
  /** While true, all notifications are dropped. */
  let isDeaf = false;

  beforeAll(async () => {
    const fanout = createLocalFanout();
    api = await startApp(engine, {
      fanout: { ...fanout, publish: (notice) => void (isDeaf || fanout.publish(notice)) },
    });
    ada = await signIn(api, 'ada@example.com', { name: 'Ada Lovelace' });
    ben = await signIn(api, 'ben@example.com', { name: 'Benjamin Bathurst' });
    teamId = await makeProTeam(ada, { member: [ben] });
    path = `/teams/${teamId}`;
  });
  afterAll(() => api.close());

  const settled = async (question: string): Promise<string[]> => {
    await settleSearch(api.app);
    return await find(ada, teamId, question);
  };

  it('indexes changes automatically', async () => {
    await makeTask(ada, teamId, { title: 'Zeppelin' });
    await expect.poll(() => find(ada, teamId, 'zeppelin'), { interval: 20 }).toEqual(['task Zeppelin']);
  });

  it('skips an object that cannot be indexed until it changes', async () => {
    await settleSearch(api.app);
    await asOwner(api.app.db, async (tx) => {
      await sql`create function refuse_entry() returns trigger language plpgsql as
        'begin if new.title = ''Unindexable'' then raise exception ''refused''; end if; return new; end'`.execute(
        tx,
      );
      await sql`create trigger refuse_entry before insert or update on search_entries
        for each row execute function refuse_entry()`.execute(tx);
    });
    isDeaf = true;
    await makeTask(ada, teamId, { title: 'Xylophone one' });
    const { id } = await makeTask(ada, teamId, { title: 'Unindexable' });
    await makeTask(ada, teamId, { title: 'Xylophone two' });
    isDeaf = false;
    // The runs: one wide step, the single-object steps, the step that skips the object, and the remaining steps.
    for (let at = 0; at < 6; at += 1) await settleSearch(api.app);
    expect((await find(ada, teamId, 'xylophone')).toSorted()).toEqual([
      'task Xylophone one',
      'task Xylophone two',
    ]);
    await asOwner(api.app.db, (tx) => sql`drop trigger refuse_entry on search_entries`.execute(tx));
    await ada.patch(`${path}/tasks/${id}`, { title: 'Found again' });
    expect(await settled('found again')).toEqual(['task Found again']);
  });

  it('limits the bytes of documents read in one step', async () => {
    await settleSearch(api.app);
    isDeaf = true;
    const markdown = 'marimba '.repeat(200);
    for (let at = 0; at < 4; at += 1) await makeDocument(ada, teamId, { title: `D${at}`, markdown });
    let steps = 0;
    // The first step also includes the objects that changed before the documents.
    while (await followTeam(api.app, teamId, new Stems(), { ...WIDE_STEP, bytes: 3_000 })) steps += 1;
    isDeaf = false;
    expect(steps).toBeGreaterThanOrEqual(4);
    expect(await find(ada, teamId, 'marimba')).toHaveLength(4);
  });

  it('reindexes a task and its comments on edit, trash and restore', async () => {
    const task = await makeTask(ada, teamId, { title: 'Harpsichord', description: 'Strings of brass' });
    const created = await ada.post<{ comment: { id: string } }>(`${path}/tasks/${task.id}/comments`, {
      body: `Ask <@${ben.user.id}> about the soundboard`,
    });
    const comments = `${path}/tasks/${task.id}/comments/${created.body.comment.id}`;
    expect(await settled('harpsichord')).toEqual(['task Harpsichord']);
    expect(await settled('soundboard')).toEqual(['comment Ask about the soundboard']);

    await ada.patch(`${path}/tasks/${task.id}`, { title: 'Clavichord', description: 'Strings of iron' });
    await ada.patch(comments, { body: 'The lid is broken' });
    expect(await settled('harpsichord')).toEqual([]);
    expect(await settled('brass')).toEqual([]);
    expect(await settled('soundboard')).toEqual([]);
    expect(await settled('iron')).toEqual(['task Clavichord']);
    expect(await settled('lid broken')).toEqual(['comment The lid is broken']);

    await ada.delete(comments);
    expect(await settled('broken')).toEqual([]);
    await ada.post(`${comments}/restore`);
    expect(await settled('broken')).toEqual(['comment The lid is broken']);

    await ada.delete(`${path}/tasks/${task.id}`);
    expect(await settled('clavichord')).toEqual([]);
    expect(await settled('broken')).toEqual([]);
    await ada.post(`${path}/trash/${task.id}/restore`);
    expect(await settled('clavichord')).toEqual(['task Clavichord']);
    expect(await settled('broken')).toEqual(['comment The lid is broken']);
  });

  it('reindexes a project on edit, trash and restore and finds its tasks by key', async () => {
    const project = await makeProject(ada, teamId, { name: 'Observatory', key: 'OBS', description: 'Domes' });
    const task = await makeTask(ada, teamId, { title: 'Grind the mirror', projectId: project.id });
    await ada.post(`${path}/tasks/${task.id}/comments`, { body: 'With rouge' });
    expect(await settled('observ')).toEqual(['project Observatory']);
    expect(await settled('domes')).toEqual(['project Observatory']);
    expect(await settled(task.key)).toEqual(['task Grind the mirror']);
    await ada.patch(`${path}/projects/${project.id}`, { name: 'Planetarium', key: 'PLN' });
    expect(await settled('observatory')).toEqual([]);
    expect(await settled(`PLN-${task.number}`)).toEqual(['task Grind the mirror']);
    await ada.delete(`${path}/projects/${project.id}`);
    for (const removedWord of ['planetarium', 'mirror', 'rouge'])
      expect(await settled(removedWord), removedWord).toEqual([]);
    await ada.post(`${path}/trash/${project.id}/restore`);
    expect(await settled('planetarium')).toEqual(['project Planetarium']);
    expect(await settled('mirror')).toEqual(['task Grind the mirror']);
    expect(await settled('rouge')).toEqual(['comment With rouge']);
  });

  it('indexes formatted descriptions without Markdown syntax', async () => {
    const text = (content: string, marks: object[] = []) => ({ type: 'text', text: content, marks });
    const task = await makeTask(ada, teamId, { title: 'Orrery' });
    const { status } = await ada.patch(`${path}/tasks/${task.id}`, {
      descriptionDoc: {
        type: 'doc',
        content: [
          { type: 'heading', attrs: { level: 2 }, content: [text('Gearing')] },
          { type: 'paragraph', content: [text('Ask '), { type: 'mention', attrs: { id: ben.user.id } }] },
          {
            type: 'bulletList',
            content: [
              {
                type: 'listItem',
                content: [
                  { type: 'paragraph', content: [text('Ratchets '), text('first', [{ type: 'bold' }])] },
                ],
              },
            ],
          },
        ],
      },
    });
    expect(status).toBe(200);
    await settleSearch(api.app);
    const snippets = async (q: string) =>
      (await ada.get<{ results: SearchResult[] }>(`${path}/search?q=${q}`)).body.results.map(
        ({ snippet }) => snippet,
      );
    expect(await snippets('gearing')).toEqual(['Gearing']);
    expect(await snippets('ratchet')).toEqual(['Ratchets first']);
    expect(await snippets(ben.user.id)).toEqual([]);
  });

  describe('documents', () => {
    const results = async (q: string, by = ada) =>
      (await by.get<{ results: SearchResult[] }>(`${path}/search?q=${encodeURIComponent(q)}`)).body.results;
    /** Document content is indexed only once its log has been compacted, which takes some seconds. */
    const WAIT = { timeout: 30_000, interval: 100 };

    it('finds the content and returns the matching block', async () => {
      const { id } = await makeDocument(ada, teamId, {
        title: 'Voyage',
        markdown: '# Provisions\n\nHardtack and *limes*.\n\n- Kegs of [rum](https://rum.example)\n',
      });
      await settleSearch(api.app);
      const { content } = (
        await ada.get<{ document: { content: { content: { attrs: { id: string } }[] } } }>(
          `${path}/documents/${id}`,
        )
      ).body.document;
      const [heading, paragraph] = content.content.map((block) => block.attrs.id);
      const [limes] = await results('limes');
      expect(limes).toMatchObject({ kind: 'document', id, title: 'Voyage', snippet: 'Hardtack and limes.' });
      expect(limes?.blockId).toBe(paragraph);
      expect(limes?.marks).toEqual({ title: [], snippet: [[13, 18]] });
      expect((await results('provision'))[0]?.blockId).toBe(heading);
      expect((await results('rum'))[0]?.snippet).toContain('Kegs of rum');
      expect((await results('voyage'))[0]).not.toHaveProperty('blockId');
    });

    it('ranks title matches above headings and headings above body text', async () => {
      const texts = { Body: 'A sextet of whales', Heading: '## Whales\n\nof the sextet', Whales: 'Alone' };
      for (const [title, markdown] of Object.entries(texts))
        await makeDocument(ada, teamId, { title, markdown });
      expect(await settled('whales')).toEqual(['document Whales', 'document Heading', 'document Body']);
    });

    it('finds rewritten content even if the document row changes before compaction', async () => {
      const { id } = await makeDocument(ada, teamId, { title: 'Log', markdown: 'Becalmed' });
      expect(await settled('becalmed')).toEqual(['document Log']);
      await ada.patch(`${path}/documents/${id}`, { markdown: 'Squalls from the west' });
      await ada.patch(`${path}/documents/${id}`, { title: 'Logbook' });
      await expect.poll(() => find(ada, teamId, 'squalls'), WAIT).toEqual(['document Logbook']);
      expect(await find(ada, teamId, 'becalmed')).toEqual([]);
    });

    it('does not reveal content deleted before other users gained access', async () => {
      const own = { title: 'Ledger', markdown: 'Embezzled doubloons', isPrivate: true };
      const [opened, granted] = [await makeDocument(ada, teamId, own), await makeDocument(ada, teamId, own)];
      expect(await settled('doubloons')).toHaveLength(2);
      const markdown = 'Nothing to see';
      await ada.patch(`${path}/documents/${opened.id}`, { markdown, isPrivate: false });
      await ada.patch(`${path}/documents/${granted.id}`, { markdown });
      await ada.send('PUT', `${path}/documents/${granted.id}/grants/${ben.user.id}`, {
        body: { level: 'view' },
      });
      await settleSearch(api.app);
      expect(await find(ben, teamId, 'doubloons')).toEqual([]);
      // Change the row again before the log is compacted.
      await ada.patch(`${path}/documents/${opened.id}`, { title: 'Ledgers' });
      await settleSearch(api.app);
      expect(await find(ben, teamId, 'doubloons')).toEqual([]);
      expect(await find(ben, teamId, 'ledger')).toEqual(['document Ledgers']);
      await expect.poll(() => find(ben, teamId, 'nothing see'), WAIT).toHaveLength(2);
      expect(await find(ben, teamId, 'doubloons')).toEqual([]);
    });

    it('hides trashed and private documents and shows them again afterwards', async () => {
      const { id } = await makeDocument(ada, teamId, { title: 'Charts', markdown: 'Shoals and reefs' });
      await settleSearch(api.app);
      const seenBy = async (by: SignedIn) => [
        ...(await find(by, teamId, 'charts')),
        ...(await find(by, teamId, 'shoals')),
      ];
      const both = ['document Charts', 'document Charts'];
      expect(await seenBy(ben)).toEqual(both);
      // The access change takes effect immediately, although the index is stale.
      isDeaf = true;
      await ada.patch(`${path}/documents/${id}`, { isPrivate: true });
      expect(await seenBy(ben)).toEqual([]);
      expect(await seenBy(ada)).toEqual(both);
      isDeaf = false;
      await settleSearch(api.app);
      expect(await seenBy(ben)).toEqual([]);
      expect(await seenBy(ada)).toEqual(both);
      await ada.patch(`${path}/documents/${id}`, { isPrivate: false });
      await settleSearch(api.app);
      expect(await seenBy(ben)).toEqual(both);
      await ada.delete(`${path}/documents/${id}`);
      await settleSearch(api.app);
      expect(await seenBy(ada)).toEqual([]);
      await ada.post(`${path}/trash/${id}/restore`);
      await settleSearch(api.app);
      expect(await seenBy(ada)).toEqual(both);
    });
  });

  it('returns the author of each result and the ancestors visible to the user', async () => {
    const project = await makeProject(ada, teamId, { name: 'Lighthouse' });
    await makeTask(ada, teamId, { title: 'Polish the fresnel lens', projectId: project.id });
    const top = await makeDocument(ada, teamId, { title: 'Optics', projectId: project.id });
    const page = await makeDocument(ada, teamId, { title: 'Lenses', parentId: top.id });
    await makeDocument(ada, teamId, { title: 'Fresnel notes', parentId: page.id });
    const secret = await makeDocument(ada, teamId, { title: 'Secret plans', isPrivate: true });
    const shown = await makeDocument(ada, teamId, { title: 'Fresnel prices', parentId: secret.id });
    await ada.send('PUT', `${path}/documents/${shown.id}/grants/${ben.user.id}`, { body: { level: 'view' } });
    await settleSearch(api.app);
    const read = async (by: SignedIn) => {
      const { body } = await by.get<{ results: SearchResult[] }>(`${path}/search?q=fresnel`);
      return Object.fromEntries(
        body.results.map((one) => [
          one.title,
          [one.author?.name, ...one.path.map(({ kind, title }) => `${kind} ${title}`)],
        ]),
      );
    };
    const common = {
      'Polish the fresnel lens': ['Ada Lovelace', 'project Lighthouse'],
      'Fresnel notes': ['Ada Lovelace', 'project Lighthouse', 'document Optics', 'document Lenses'],
    };
    expect(await read(ada)).toEqual({
      ...common,
      'Fresnel prices': ['Ada Lovelace', 'document Secret plans'],
    });
    expect(await read(ben)).toEqual({ ...common, 'Fresnel prices': ['Ada Lovelace'] });
  });

  it('reindexes members on name and membership changes', async () => {
    // The task mentions the user and is found by the user's current name.
    const found = (name: string) => [`person ${name}`, 'task Orrery'];
    expect(await settled('bathurst')).toEqual(found('Benjamin Bathurst'));
    await ben.patch('/account', { name: 'Benjamin Franklin' });
    expect(await settled('bathurst')).toEqual([]);
    expect(await settled('franklin')).toEqual(found('Benjamin Franklin'));
    await ada.delete(`${path}/members/${ben.user.id}`);
    expect(await settled('franklin')).toEqual([]);
    await joinTeam(ada, teamId, ben);
    expect(await settled('franklin')).toEqual(found('Benjamin Franklin'));
  });

  it('hides deleted and moved objects even before they are reindexed', async () => {
    const task = await makeTask(ada, teamId, { title: 'Sextant' });
    await ada.post(`${path}/tasks/${task.id}/comments`, { body: 'Made of ebony' });
    const secret = await makeProject(ada, teamId, { name: 'Secret', isPrivate: true });
    await settleSearch(api.app);
    expect(await find(ben, teamId, 'sextant')).toEqual(['task Sextant']);
    isDeaf = true;
    await ada.patch(`${path}/tasks/${task.id}`, { projectId: secret.id });
    expect(await find(ben, teamId, 'sextant')).toEqual([]);
    expect(await find(ben, teamId, 'ebony')).toEqual([]);
    expect(await find(ada, teamId, 'sextant')).toEqual(['task Sextant']);
    await ada.delete(`${path}/tasks/${task.id}`);
    expect(await find(ada, teamId, 'sextant')).toEqual([]);
    expect(await find(ada, teamId, 'ebony')).toEqual([]);
    isDeaf = false;
    expect(await settled('sextant')).toEqual([]);
  });

  it('catches up after lost notifications', async () => {
    isDeaf = true;
    await makeTask(ada, teamId, { title: 'Astrolabe' });
    isDeaf = false;
    api.app.fanout.publish({ kind: 'gap' });
    await expect.poll(() => find(ada, teamId, 'astrolabe')).toEqual(['task Astrolabe']);
  });

  it('rebuilds an index that is lost, has another version or is behind the pruned log', async () => {
    const title = 'Gramophone';
    const task = await makeTask(ada, teamId, { title });
    expect(await settled(title)).toEqual([`task ${title}`]);
    const run = (statement: ReturnType<typeof sql>): Promise<unknown> =>
      asOwner(api.app.db, (tx) => statement.execute(tx));
    const count = async (): Promise<unknown> => {
      const { rows } = await asOwner(api.app.db, (tx) =>
        sql`select kind, id, project_id, title, words::text, body, digest from search_entries
          where team_id = ${teamId} order by kind, id`.execute(tx),
      );
      return rows;
    };
    const before = await count();
    await run(sql`delete from search_entries where team_id = ${teamId}`);
    await run(sql`delete from search_cursors where team_id = ${teamId}`);
    await settleSearch(api.app);
    expect(await count()).toEqual(before);

    // A rebuild ends by deleting stale entries of the earlier version.
    await run(sql`update search_cursors set version = 'older' where team_id = ${teamId}`);
    await run(sql`insert into search_entries select team_id, kind, gen_random_uuid(), project_id, access, is_restricted, subject_id,
      author_id, at, title, title_words, title_gaps, words, body, blocks, digest, run from search_entries where id = ${task.id}`);
    await settleSearch(api.app);
    expect(await count()).toEqual(before);

    await run(sql`delete from search_entries where id = ${task.id}`);
    await run(sql`update search_cursors set seq = 1, ordinal = 0 where team_id = ${teamId}`);
    await run(sql`update team_heads set pruned_to = 5 where team_id = ${teamId}`);
    await settleSearch(api.app);
    expect(await count()).toEqual(before);
  });

  describe('date filters in the user’s time zone', () => {
    beforeAll(async () => {
      const task = await makeTask(ada, teamId, { title: 'Heliograph' });
      await settleSearch(api.app);
      // 04:10 UTC on the 10th is still the 9th in Honolulu, but already the 10th in New York.
      await asOwner(api.app.db, (tx) =>
        sql`update search_entries set at = '2026-03-10T04:10:00Z' where id = ${task.id}`.execute(tx),
      );
    });

    it.each<[zone: string | null, days: string, isFound: boolean]>([
      [null, 'from=2026-03-10&to=2026-03-10', true],
      [null, 'to=2026-03-09', false],
      [null, 'from=2026-03-11', false],
      ['Pacific/Honolulu', 'from=2026-03-10', false],
      ['Pacific/Honolulu', 'from=2026-03-09&to=2026-03-09', true],
      ['America/New_York', 'from=2026-03-10&to=2026-03-10', true],
      ['America/New_York', 'to=2026-03-09', false],
      ['America/New_York', 'to=2026-03-09&timeZone=Pacific/Honolulu', true],
      [null, 'from=1800-01-01&to=9999-12-31', true],
    ])('applies the profile time zone %s to the filter %s (match: %s)', async (timeZone, days, isFound) => {
      await ada.patch('/account', { timeZone });
      const { status, body } = await ada.get<{ results: SearchResult[] }>(
        `${path}/search?q=heliograph&${days}`,
      );
      expect(status).toBe(200);
      expect(body.results.map(({ title }) => title)).toEqual(isFound ? ['Heliograph'] : []);
    });

    it('rejects unknown time zones', async () => {
      const { status } = await ada.get(`${path}/search?q=heliograph&timeZone=Moon/Tycho`);
      expect(status).toBe(400);
    });
  });

  it('indexes every object exactly once when several indexing runs are concurrent', async () => {
    const all = Array.from({ length: 30 }, (_, n) => `Barometer ${n}`);
    for (const title of all) await makeTask(ada, teamId, { title });
    await Promise.all([settleSearch(api.app), settleSearch(api.app), settleSearch(api.app)]);
    expect((await find(ada, teamId, 'barometer')).toSorted()).toEqual(
      all.map((one) => `task ${one}`).toSorted(),
    );
  });
});
