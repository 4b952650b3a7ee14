import { sql } from 'kysely';
import * as Y from 'yjs';
import { beforeAll, expect, it } from 'vitest';
import { asOwner, withTeam, type TeamTx } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { insertBareDocument } from '#testing/documents.ts';
import { makeTeam } from '#testing/make.ts';
import { useApp, usePeople } from '#testing/use-app.ts';
import { insertFirstState, mergeIntoLog, readDocument, readPieces } from './documents-store.ts';
import { applyLog } from './apply-log.ts';
import { Compactor } from './compactor.ts';
import { appendUpdates, readLogAfter, type UpdateEntry } from './log.queries.ts';
import { copyLogs, saveState } from './states.queries.ts';

const doc = (text: string) =>
  ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }) as const;

describeOneEngine('document store', (engine) => {
  const api = useApp(engine);
  const [person] = usePeople(api, 'writer');
  let teamId: string;
  let entry: Omit<UpdateEntry, 'update'>;
  const now = new Date();
  const inTeam = <T>(work: (tx: TeamTx) => Promise<T>): Promise<T> =>
    withTeam(api.app.db, { teamId, userId: person.user.id }, work);

  beforeAll(async () => {
    teamId = (await makeTeam(person))._id;
    const { rows } = await asOwner(api.app.db, (tx) =>
      sql<{ session: string; rights: number }>`
        select s.id as session, h.rights from sessions s, team_heads h
        where s.user_id = ${person.user.id} and h.team_id = ${teamId}`.execute(tx),
    );
    const [row] = rows;
    entry = {
      sessionId: row?.session ?? '',
      tokenId: null,
      userId: person.user.id,
      rights: row?.rights ?? 0,
    };
  });

  async function makeDocument(content: Parameters<typeof insertFirstState>[2] = null): Promise<string> {
    return await inTeam(async (tx) => {
      const id = await insertBareDocument(tx);
      await insertFirstState(tx, id, content, now);
      return id;
    });
  }
  /** Returns the update of typing text into a copy of the document. */
  async function type(id: string, text: string): Promise<Uint8Array> {
    const copy = new Y.Doc();
    await inTeam((tx) => readPieces(tx, id, -1, (piece) => applyLog(copy, piece)));
    const before = Y.encodeStateVector(copy);
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [new Y.XmlText(text)]);
    copy.getXmlFragment('default').push([paragraph]);
    return Y.encodeStateAsUpdate(copy, before);
  }
  async function append(id: string, ...texts: string[]): Promise<number | undefined> {
    const updates = await Promise.all(texts.map((text) => type(id, text)));
    const done = await inTeam((tx) =>
      appendUpdates(
        tx,
        id,
        updates.map((update) => ({ ...entry, update })),
        now,
      ),
    );
    return done?.seq;
  }
  const read = async (id: string): Promise<string | undefined> =>
    (await inTeam((tx) => readDocument(tx, id)))?.text;
  async function compact(id: string): Promise<boolean> {
    const compactor = new Compactor();
    const piece = await inTeam((tx) => readLogAfter(tx, id, -1));
    if (piece === null) throw new Error('There is no document');
    const compacted = await compactor.compact(piece);
    await compactor.close();
    return await inTeam((tx) => saveState(tx, id, piece.seq, compacted, now));
  }
  async function count(id: string): Promise<number> {
    const { rows } = await inTeam((tx) =>
      sql<{ n: number }>`select count(*) as n from document_updates where document_id = ${id}`.execute(tx),
    );
    return rows[0]?.n ?? 0;
  }

  async function readRights(): Promise<number> {
    const { rows } = await inTeam((tx) =>
      sql<{ rights: number }>`select rights from team_heads where team_id = ${teamId}`.execute(tx),
    );
    return rows[0]?.rights ?? -1;
  }
  async function countWaiting(): Promise<number> {
    const { rows } = await asOwner(api.app.db, (tx) =>
      sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(tx),
    );
    return rows[0]?.n ?? -1;
  }

  it('reads appended updates before and after compaction', async () => {
    const id = await makeDocument(doc('first'));
    expect(await read(id)).toBe('first');
    expect(await append(id, 'second', 'third')).toBe(2);
    expect((await read(id))?.split(/\n+/).toSorted()).toEqual(['first', 'second', 'third']);
    expect(await compact(id)).toBe(true);
    expect(await count(id)).toBe(2);
    expect(await append(id, 'fourth')).toBe(3);
    expect(await compact(id)).toBe(true);
    // Updates covered by the previous checkpoint are deleted. Later updates are kept.
    expect(await count(id)).toBe(1);
    expect((await read(id))?.split(/\n+/).toSorted()).toEqual(['first', 'fourth', 'second', 'third']);
  });

  it('reads updates after a sequence number and falls back to the full state once they are pruned', async () => {
    const id = await makeDocument();
    await append(id, 'one');
    await append(id, 'two');
    await compact(id);
    const short = await inTeam((tx) => readLogAfter(tx, id, 1));
    expect([short?.state, short?.updates.length, short?.seq]).toEqual([null, 1, 2]);
    await append(id, 'three');
    await compact(id);
    const long = await inTeam((tx) => readLogAfter(tx, id, 1));
    expect([long?.state === null, long?.updates.length, long?.seq]).toEqual([false, 0, 3]);
    const none = await inTeam((tx) => readLogAfter(tx, id, 3));
    expect([none?.state, none?.updates.length, none?.seq]).toEqual([null, 0, 3]);
    expect(await inTeam((tx) => readLogAfter(tx, api.app.ids.uuid(), 0))).toBeNull();
  });

  it('skips updates with an invalid session, token or rights version and for archived or trashed documents', async () => {
    const id = await makeDocument();
    const update = await type(id, 'late');
    const put = (...entries: Partial<UpdateEntry>[]) =>
      inTeam((tx) =>
        appendUpdates(
          tx,
          id,
          entries.map((one) => ({ ...entry, update, ...one })),
          now,
        ),
      );
    expect(await put({ rights: entry.rights - 1 })).toBeNull();
    expect(await put({ sessionId: api.app.ids.uuid() })).toBeNull();
    expect(await put({ sessionId: null, tokenId: api.app.ids.uuid() })).toBeNull();
    // Of several entries, only the valid ones are written.
    expect(await put({ rights: -1 }, {})).toEqual({ seq: 1, places: [1] });
    for (const column of ['archived_at', 'deleted_at']) {
      await inTeam((tx) => sql`update documents set ${sql.ref(column)} = now() where id = ${id}`.execute(tx));
      entry.rights += 1;
      expect(await put({}), column).toBeNull();
      await inTeam((tx) => sql`update documents set ${sql.ref(column)} = null where id = ${id}`.execute(tx));
      entry.rights += 1;
    }
    expect(await put({})).toEqual({ seq: 2, places: [0] });
  });

  it.each([
    {
      what: 'the document is archived',
      take: (id: string) => sql`update documents set archived_at = now() where id = ${id}`,
    },
    {
      what: 'a right is revoked',
      take: () => sql`update team_heads set rights = rights + 1 where team_id = ${teamId}`,
    },
    {
      what: 'the user signs out',
      take: () => sql`update sessions set ended_at = now() where id = ${entry.sessionId}`,
    },
  ])('writes nothing when $what while the write waits for the row lock', async ({ take }) => {
    entry.rights = await readRights();
    const id = await makeDocument();
    const update = await type(id, 'late');
    const [locked, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const taking = asOwner(api.app.db, async (tx) => {
      await sql`select from document_heads where document_id = ${id} for update`.execute(tx);
      locked.resolve();
      await taken.promise;
      await take(id).execute(tx);
    });
    await locked.promise;
    const written = inTeam((tx) => appendUpdates(tx, id, [{ ...entry, update }], now));
    // On the embedded database, the write waits for the only connection instead of the row lock.
    try {
      if (engine.kind === 'postgres') await expect.poll(countWaiting).toBe(1);
    } finally {
      taken.resolve();
      await taking;
    }
    expect(await written).toBeNull();
    expect(await count(id)).toBe(0);
    await asOwner(api.app.db, (tx) =>
      sql`update sessions set ended_at = null where id = ${entry.sessionId}`.execute(tx),
    );
    entry.rights = await readRights();
  });

  it('assigns consecutive numbers to concurrent writes', async () => {
    const id = await makeDocument();
    const updates = await Promise.all(Array.from({ length: 12 }, (_, i) => type(id, `text ${i}`)));
    await Promise.all(
      updates.map((update) => inTeam((tx) => appendUpdates(tx, id, [{ ...entry, update }], now))),
    );
    const piece = await inTeam((tx) => readLogAfter(tx, id, -1));
    expect([piece?.seq, piece?.updates.length]).toEqual([12, 12]);
    expect((await read(id))?.split(/\n+/)).toHaveLength(12);
  });

  it('merges content, copies the log and deletes a log with its document', async () => {
    const id = await makeDocument(doc('old'));
    await append(id, 'typed');
    const copyId = await inTeam(async (tx) => {
      const documentId = await insertBareDocument(tx);
      await copyLogs(tx, [{ fromId: id, toId: documentId }]);
      expect(await mergeIntoLog(tx, id, doc('new'), { userId: person.user.id, now })).toBe(2);
      return documentId;
    });
    expect(await read(id)).toBe('new');
    expect((await read(copyId))?.split(/\n+/).toSorted()).toEqual(['old', 'typed']);
    expect(await append(copyId, 'on')).toBe(2);
    await inTeam((tx) => sql`delete from documents where id = ${id}`.execute(tx));
    expect(await read(id)).toBeUndefined();
    expect(await count(id)).toBe(0);
    expect((await read(copyId))?.split(/\n+/)).toHaveLength(3);
  });

  it('tolerates invalid updates and text that PostgreSQL cannot store', async () => {
    const id = await makeDocument();
    await append(id, 'with \0 and \ud800 in it');
    await inTeam((tx) => appendUpdates(tx, id, [{ ...entry, update: new Uint8Array([9, 9, 9]) }], now));
    await append(id, 'after');
    expect(await compact(id)).toBe(true);
    expect(await read(id)).toContain('after');
  });
});
