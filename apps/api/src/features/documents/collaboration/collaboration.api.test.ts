import { sql } from 'kysely';
import * as Y from 'yjs';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { OpenDocument } from '@hearth/contracts/documents/documents';
import { asOwner, withTeam, type TeamTx } from '#platform/db/index.ts';
import { getMetrics } from '#platform/http/metrics.ts';
import { getSync } from '#platform/sync/index.ts';
import { readDocument } from '#features/documents/store/documents-store.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { openDocument, type DocumentClient, type DocumentOptions } from '#testing/document-client.ts';
import { makeDocument } from '#testing/documents.ts';
import { type SignedIn, makeProTeam } from '#testing/make.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

describeOneEngine('document collaboration', (engine) => {
  const api = useApp(engine);
  const [one, other] = usePeople(api, 'one', 'other');
  let teamId: string;
  const open: DocumentClient[] = [];
  const inTeam = <T>(work: (tx: TeamTx) => Promise<T>): Promise<T> =>
    withTeam(api.app.db, { teamId, userId: one.user.id }, work);

  beforeAll(async () => {
    teamId = await makeProTeam(one, { member: [other] });
  });
  afterEach(() => {
    for (const client of open.splice(0)) client.close();
  });

  const makeOne = async (fields: Record<string, unknown> = {}): Promise<string> =>
    (await makeDocument(one, teamId, fields)).id;
  async function enter(person: SignedIn, id: string, options: DocumentOptions = {}): Promise<DocumentClient> {
    const client = await openDocument(person, `${teamId}/${id}`, options);
    open.push(client);
    return client;
  }
  const read = async (id: string): Promise<string | undefined> =>
    (await inTeam((tx) => readDocument(tx, id)))?.text;
  const countSockets = async (): Promise<string | undefined> =>
    /hearth_document_sockets (\d+)/.exec(await getMetrics(api.app).registry.metrics())?.[1];
  const countRows = async (id: string): Promise<number> => {
    const { rows } = await inTeam((tx) =>
      sql<{ n: number }>`select seq as n from document_heads where document_id = ${id}`.execute(tx),
    );
    return rows[0]?.n ?? 0;
  };

  it('broadcasts edits to all clients and stores every acknowledged edit', async () => {
    const id = await makeOne();
    const [a, b] = [await enter(one, id), await enter(other, id)];
    expect(a.access).toEqual([{ type: 'access', readOnly: null }]);
    a.write('from one');
    await b.shows('from one');
    b.write('from the other');
    await b.acknowledged();
    await a.shows('from the other');
    expect(await read(id)).toBe('from one\n\nfrom the other');
    // A client that connects without new updates adds nothing to the log.
    const before = await countRows(id);
    const again = await enter(one, id, { doc: a.doc });
    expect(again.lines).toHaveLength(2);
    expect(await countRows(id)).toBe(before);
  });

  it('keeps a socket open that connects while ended sessions are being looked up', async () => {
    const id = await makeOne();
    const a = await enter(one, id);
    const late: DocumentClient[] = [];
    const { port } = getSync(api.app);
    const find = port.findLiveSessions;
    const spy = vi.spyOn(port, 'findLiveSessions').mockImplementation(async (ids) => {
      const alive = await find(ids);
      late.push(await enter(other, id));
      return alive;
    });
    // A gap in the notifications triggers a read of the log, as does each heartbeat.
    api.app.fanout.publish({ kind: 'gap' });
    await expect.poll(() => late).not.toEqual([]);
    spy.mockRestore();
    a.write('still there');
    for (const b of late) {
      await b.shows('still there');
      expect(b.codes).toEqual([]);
    }
  });

  it('sends offline edits after a reconnect', async () => {
    const id = await makeOne();
    const [a, b] = [await enter(one, id), await enter(other, id)];
    a.cut();
    a.write('while it was cut');
    expect(a.isAcknowledged).toBe(false);
    await b.shows('while it was cut');
    await a.acknowledged();
    expect(await read(id)).toBe('while it was cut');
  });

  it('keeps text typed in a block that another client replaced offline', async () => {
    const id = await makeOne({ markdown: 'Rye loaf' });
    const [a, b] = [await enter(one, id, { comesBack: false }), await enter(other, id)];
    a.cut();
    a.doc.transact(() => {
      const heading = new Y.XmlElement('heading');
      heading.insert(0, [new Y.XmlText('Rye loaf')]);
      a.doc.getXmlFragment('default').delete(0, 1);
      a.doc.getXmlFragment('default').insert(0, [heading]);
    });
    b.type('!');
    await b.acknowledged();
    b.close();
    const again = await enter(one, id, { doc: a.doc });
    await again.shows('Rye loaf!');
    expect(await read(id)).toBe('Rye loaf!');
  });

  it('rejects malformed updates and stays editable for others', async () => {
    const id = await makeOne({ markdown: 'Begin' });
    const reader = await enter(other, id);
    const attacks: ((fragment: Y.XmlFragment) => void)[] = [
      (fragment) =>
        (fragment.get(0) as Y.XmlElement).setAttribute('a', new Uint8Array(9) as unknown as string),
      (fragment) => fragment.push([new Y.Map() as unknown as Y.XmlElement]),
      (fragment) => {
        let inner: Y.XmlFragment | Y.XmlElement = fragment;
        for (let at = 0; at < 300; at += 1) {
          const element = new Y.XmlElement('blockquote');
          inner.insert(0, [element]);
          inner = element;
        }
      },
    ];
    for (const attack of attacks) {
      const attacker = await enter(one, id);
      attacker.doc.transact(() => attack(attacker.doc.getXmlFragment('default')));
      await attacker.until(() => attacker.reasons.includes('INVALID'));
      attacker.close();
    }
    reader.write('still here');
    await reader.acknowledged();
    expect(await read(id)).toBe('Begin\n\nstill here');
  });

  it('rejects structs under the client id of another user', async () => {
    const id = await makeOne();
    const [a, b] = [await enter(one, id), await enter(other, id)];
    a.write('first');
    await b.shows('first');
    const forge = ({ doc }: DocumentClient): void => {
      const forged = new Y.Doc();
      Y.applyUpdate(forged, Y.encodeStateAsUpdate(doc));
      forged.clientID = a.doc.clientID;
      forged.getXmlFragment('default').insert(0, [new Y.XmlElement('rule')]);
      Y.applyUpdate(doc, Y.encodeStateAsUpdate(forged));
    };
    forge(b);
    await b.until(() => b.reasons.includes('INVALID'));
    a.write('second');
    await a.acknowledged();
    expect(await read(id)).toBe('first\n\nsecond');
    // Forged structs are also rejected after all clients have disconnected.
    for (const client of [a, b]) client.close();
    await expect.poll(countSockets).toBe('0');
    const again = await enter(other, id);
    forge(again);
    await again.until(() => again.reasons.includes('INVALID'));
  });

  it('reports a full document on opening and accepts no more updates', async () => {
    const id = await makeOne({ markdown: 'Begin' });
    // An update of zeros has no content, but its bytes count towards the limit.
    await asOwner(api.app.db, async (tx) => {
      await sql`update document_heads set seq = 1 where document_id = ${id}`.execute(tx);
      await sql`insert into document_updates (team_id, document_id, seq, user_id, update, at)
        values (${teamId}, ${id}, 1, null, decode(repeat('00', 11 * 1024 * 1024), 'hex'), now())`.execute(tx);
    });
    const a = await enter(one, id);
    expect(a.access).toEqual([{ type: 'access', readOnly: 'full' }]);
    a.write('more');
    const b = await enter(other, id);
    expect([a.reasons, a.access.length, b.lines]).toEqual([[], 1, ['Begin']]);
    expect(await countRows(id)).toBe(1);
  });

  it('merges content written through the API and returns the merged content', async () => {
    const id = await makeOne({ markdown: 'First line\n\nSecond line' });
    const path = `/teams/${teamId}/documents/${id}`;
    const a = await enter(one, id);
    expect(a.lines).toEqual(['First line', 'Second line']);
    a.write('Typed');
    await a.acknowledged();
    const read1 = await other.get<{ document: OpenDocument }>(path);
    expect(read1.body.document.text.split('\n').filter((line) => line !== '')).toEqual([
      'First line',
      'Second line',
      'Typed',
    ]);
    const changed = await other.patch(path, { markdown: 'First line\n\nBy API\n\nTyped' });
    expect(changed.status).toBe(200);
    await a.until(() => a.lines.join() === 'First line,By API,Typed');
    const { body, headers } = await other.get<string>(`${path}/markdown`);
    expect([body, headers.get('content-type')]).toEqual([
      'First line\n\nBy API\n\nTyped\n',
      'text/markdown; charset=utf-8',
    ]);
    // Changing other fields does not affect the content, and sending identical content does not count as a change.
    await other.patch(path, { title: 'Q3/“Plan” é' });
    const file = await other.get<string>(`${path}/markdown`);
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="Q3__Plan_ _.md"; filename*=UTF-8''Q3%2F%E2%80%9CPlan%E2%80%9D%20%C3%A9.md`,
    );
    await other.patch(path, { markdown: body });
    const seq = await countRows(id);
    await other.patch(path, { markdown: body });
    expect(await countRows(id)).toBe(seq);
  });

  async function expectPutTogether(id: string, text: string): Promise<void> {
    const readState = async () =>
      await asOwner(api.app.db, async (tx) => {
        const state = sql<{ text: string }>`select text from document_states where document_id = ${id}`;
        return (await state.execute(tx)).rows[0]?.text;
      });
    await expect.poll(readState, { timeout: 20_000, interval: 100 }).toContain(text);
  }

  it('copies documents, descendants and templates including edits that aren’t compacted yet', async () => {
    const id = await makeOne({ markdown: 'Above' });
    await makeOne({ markdown: 'Below', parentId: id });
    const a = await enter(one, id);
    a.write('unread yet');
    await a.acknowledged();
    const { body } = await one.post<{ document: { id: string } }>(`/teams/${teamId}/documents/${id}/copy`, {
      withSubpages: true,
    });
    expect(await read(body.document.id)).toContain('unread yet');
    // The copy is compacted soon even without an edit because search reads compacted content.
    await expectPutTogether(body.document.id, 'unread yet');
    const below = await one.get<{ documents: { id: string }[] }>(
      `/teams/${teamId}/documents?parentId=${body.document.id}`,
    );
    expect(await read(below.body.documents[0]?.id ?? '')).toBe('Below');
    const template = await makeOne({ markdown: 'Of a template', isTemplate: true, title: 'T' });
    expect(await read(await makeOne({ templateId: template, title: '' }))).toBe('Of a template');
    const b = await enter(one, template);
    b.write('its last words');
    await b.acknowledged();
    await expectPutTogether(await makeOne({ templateId: template, title: '' }), 'its last words');
    a.write('not in the copy');
    await a.acknowledged();
    expect(await read(body.document.id)).not.toContain('not in the copy');
  });
});
