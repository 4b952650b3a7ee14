import { sql } from 'kysely';
import * as Y from 'yjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOwner, withTeam, type TeamTx } from '#platform/db/index.ts';
import { getMetrics } from '#platform/http/metrics.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { insertBareDocument } from '#testing/documents.ts';
import { makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';
import { Checkpoints } from './checkpoints.ts';
import { insertFirstState, readDocument } from './documents-store.ts';
import { appendOwnUpdate } from './log.queries.ts';

const WAIT = { timeout: 20_000, interval: 50 };

describeOneEngine('document checkpoints', (engine) => {
  let api: TestApp;
  // The tests use a separate app with its own metrics.
  let app: TestApp['app'];
  let person: SignedIn;
  let teamId: string;
  let checkpoints: Checkpoints;
  const inTeam = <T>(work: (tx: TeamTx) => Promise<T>): Promise<T> =>
    withTeam(api.app.db, { teamId, userId: person.user.id }, work);

  beforeAll(async () => {
    api = await startApp(engine);
    person = await signIn(api, 'writer@example.com');
    teamId = (await makeTeam(person))._id;
    app = { ...api.app };
    checkpoints = new Checkpoints(app);
  });
  afterAll(async () => {
    await checkpoints.close();
    await api.close();
  });

  async function writeDocument(...texts: string[]): Promise<string> {
    const doc = new Y.Doc();
    return await inTeam(async (tx) => {
      const id = await insertBareDocument(tx);
      await insertFirstState(tx, id, null, new Date());
      for (const text of texts) {
        const before = Y.encodeStateVector(doc);
        const paragraph = new Y.XmlElement('paragraph');
        paragraph.insert(0, [new Y.XmlText(text)]);
        doc.getXmlFragment('default').push([paragraph]);
        const update = Y.encodeStateAsUpdate(doc, before);
        await appendOwnUpdate(tx, id, { userId: person.user.id, update }, new Date(Date.now() + 1000));
      }
      return id;
    });
  }
  async function readState(documentId: string) {
    const { rows } = await inTeam((tx) =>
      sql<{ behind: boolean; upTo: number; text: string; by: string | null }>`
        select h.behind_since is not null as behind, s.up_to_seq as "upTo", s.text, d.updated_by as by
        from document_heads h join document_states s using (team_id, document_id)
        join documents d on d.team_id = h.team_id and d.id = h.document_id where h.document_id = ${documentId}`.execute(
        tx,
      ),
    );
    return rows[0];
  }

  it('creates a checkpoint once a document is idle and records its last author', async () => {
    const documentId = await writeDocument('one', 'two');
    expect(await readState(documentId)).toEqual({ behind: true, upTo: 0, text: '', by: null });
    checkpoints.note({ teamId, documentId }, 2);
    const by = person.user.id;
    await expect
      .poll(() => readState(documentId), WAIT)
      .toEqual({ behind: false, upTo: 2, text: 'one\n\ntwo', by });
    const { rows } = await inTeam((tx) =>
      sql<{
        n: number;
      }>`select count(*) as n from changes where entity = 'document' and entity_id = ${documentId}`.execute(
        tx,
      ),
    );
    expect(rows[0]?.n).toBe(1);
  });

  it('retries after a failure and increments the failure counter', async () => {
    const documentId = await writeDocument('kept');
    const rename = (from: string, to: string) =>
      asOwner(api.app.db, (tx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx));
    await rename('document_states', 'hidden_states');
    checkpoints.note({ teamId, documentId }, 501);
    const failures = async (): Promise<number> => {
      const text = await getMetrics(app).registry.getSingleMetricAsString(
        'hearth_document_checkpoint_failures_total',
      );
      return Number(/total (\d+)/.exec(text)?.[1]);
    };
    await expect.poll(failures, WAIT).toBeGreaterThan(0);
    await rename('hidden_states', 'document_states');
    await expect.poll(() => readState(documentId), WAIT).toMatchObject({ behind: false, text: 'kept' });
  });

  it('creates checkpoints for documents that a stopped node left uncompacted', async () => {
    const documentId = await writeDocument('left behind');
    await inTeam((tx) =>
      sql`update document_heads set behind_since = now() - interval '2 minutes' where document_id = ${documentId}`.execute(
        tx,
      ),
    );
    await checkpoints.sweep();
    await expect
      .poll(() => readState(documentId), WAIT)
      .toMatchObject({ behind: false, text: 'left behind' });
    expect(await inTeam((tx) => readDocument(tx, documentId))).toMatchObject({ text: 'left behind' });
  });
});
