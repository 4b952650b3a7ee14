import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { withTeam, type TeamTx } from '#platform/db/index.ts';
import { insertFirstState, readDocument } from '#features/documents/store/documents-store.ts';
import { describeEachEngine } from '#testing/databases.ts';
import { DocumentClient, openDocument, type DocumentWish } from '#testing/document-client.ts';
import { insertBareDocument } from '#testing/documents.ts';
import { joinTeam, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';

describeEachEngine('documents that are written together', (engine) => {
  let api: TestApp;
  let one: SignedIn;
  let other: SignedIn;
  let teamId: string;
  const open: DocumentClient[] = [];
  const inTeam = <T>(work: (tx: TeamTx) => Promise<T>): Promise<T> =>
    withTeam(api.app.db, { teamId, userId: one.user.id }, work);

  beforeAll(async () => {
    api = await startApp(engine);
    one = await signIn(api, 'one@example.com');
    other = await signIn(api, 'other@example.com');
    teamId = (await makeTeam(one))._id;
    await joinTeam(one, teamId, other);
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });
  afterAll(() => api.close());

  async function makeDocument(): Promise<string> {
    return await inTeam(async (tx) => {
      const id = await insertBareDocument(tx);
      await insertFirstState(tx, id, null, new Date());
      return id;
    });
  }
  async function enter(person: SignedIn, id: string, wish: DocumentWish = {}): Promise<DocumentClient> {
    const client = await openDocument(person, `${teamId}/${id}`, wish);
    open.push(client);
    return client;
  }
  const read = async (id: string): Promise<string | undefined> =>
    (await inTeam((tx) => readDocument(tx, id)))?.text;
  const countRows = async (id: string): Promise<number> => {
    const { rows } = await inTeam((tx) =>
      sql<{ n: number }>`select seq as n from document_heads where document_id = ${id}`.execute(tx),
    );
    return rows[0]?.n ?? 0;
  };

  it('show each what the other writes, and keep what they acknowledge', async () => {
    const id = await makeDocument();
    const [a, b] = [await enter(one, id), await enter(other, id)];
    expect(a.access).toEqual([{ type: 'access', readOnly: null }]);
    a.write('from one');
    await b.shows('from one');
    b.write('from the other');
    await b.acknowledged();
    await a.shows('from the other');
    expect(await read(id)).toBe('from one\nfrom the other');
    // Whoever comes and brings nothing new writes nothing.
    const before = await countRows(id);
    const again = await enter(one, id, { doc: a.doc });
    expect(again.lines).toHaveLength(2);
    expect(await countRows(id)).toBe(before);
  });

  it('bring what was written without a socket once it is back', async () => {
    const id = await makeDocument();
    const [a, b] = [await enter(one, id), await enter(other, id)];
    a.cut();
    a.write('while it was cut');
    expect(a.isAcknowledged).toBe(false);
    await b.shows('while it was cut');
    await a.acknowledged();
    expect(await read(id)).toBe('while it was cut');
  });
});
