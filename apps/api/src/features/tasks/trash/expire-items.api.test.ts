import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { AuditEntry } from '@hearth/contracts/audit/audit';
import type { ListedTrashItem } from '@hearth/contracts/trash/trash';
import { TRASH_EMPTIED_AT_ONCE } from '@hearth/contracts/trash/trash-values';
import { asOwner, withTeam } from '#platform/db/index.ts';
import { EXPIRED } from '#platform/restorable.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeDocument, readDocuments } from '#testing/documents.ts';
import { makeProTeam, makeProject, makeTask, signIn, type SignedIn } from '#testing/make.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { useApp } from '#testing/use-app.ts';

describeOneEngine('permanent deletion from the trash', (engine) => {
  const api = useApp(engine);
  let ada: SignedIn;
  let ben: SignedIn;
  let teamId: string;
  let path: string;

  beforeEach(async () => {
    [ada, ben] = [await signIn(api, 'ada@example.com'), await signIn(api, 'ben@example.com')];
    teamId = await makeProTeam(ada, { member: [ben] });
    path = `/teams/${teamId}`;
  });

  const list = async (who = ada) =>
    (await who.get<{ items: ListedTrashItem[] }>(`${path}/trash`)).body.items
      .map(({ title }) => title)
      .toSorted();
  const trash = async (kind: 'tasks' | 'documents' | 'projects', id: string, who = ada) =>
    expect((await who.delete(`${path}/${kind}/${id}`)).status).toBe(204);
  const destroy = async (id: string, who = ada) => (await who.delete(`${path}/trash/${id}`)).status;
  const restore = async (id: string, who = ada) => (await who.post(`${path}/trash/${id}/restore`)).status;
  const upload = async (at: string) => {
    const file = new Blob(['a file'], { type: 'application/octet-stream' });
    expect((await ada.send('POST', `${path}/${at}/attachments?name=a.txt`, { upload: file })).status).toBe(
      201,
    );
  };
  /** The titles of all rows that are left after the purge, and the number of files. */
  const readRows = async () => {
    await getJobs(api.app).runDue();
    return await withTeam(api.app.db, { teamId, userId: null }, async (tx) => ({
      tasks: (await tx.selectFrom('tasks').select('title').execute()).map(({ title }) => title).toSorted(),
      documents: (await tx.selectFrom('documents').select('title').execute())
        .map(({ title }) => title)
        .toSorted(),
      projects: (await tx.selectFrom('projects').select('name').execute()).map(({ name }) => name).toSorted(),
      files:
        (await tx.selectFrom('attachments').select('id').execute()).length +
        (await tx.selectFrom('document_attachments').select('id').execute()).length,
    }));
  };

  it('deletes a task with its sub-tasks, comments and files, and audits it', async () => {
    const task = await makeTask(ada, teamId, { title: 'Gone' });
    const part = await makeTask(ada, teamId, { title: 'Part', parentId: task.id });
    const early = await makeTask(ada, teamId, { title: 'Early', parentId: task.id });
    await ada.post(`${path}/tasks/${part.id}/comments`, { body: 'Hello' });
    await upload(`tasks/${part.id}`);
    await trash('tasks', early.id);
    await trash('tasks', task.id);
    expect(await destroy(part.id)).toBe(404);
    expect(await destroy(task.id)).toBe(204);
    expect(await list()).toEqual(['Early']);
    expect([await restore(task.id), await destroy(task.id)]).toEqual([404, 404]);
    expect(await readRows()).toEqual({ tasks: ['Early'], documents: [], projects: [], files: 0 });
    expect(await restore(early.id)).toBe(200);
    const { entries } = (await ada.get<{ entries: AuditEntry[] }>(`${path}/audit`)).body;
    expect(entries).toContainEqual(
      expect.objectContaining({ act: 'task.purged', object: { kind: 'task', id: task.id, name: 'Gone' } }),
    );
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('deletes a project with all its tasks and documents, but not the private documents of others', async () => {
    const project = await makeProject(ada, teamId, { name: 'Site', key: 'SITE' });
    const of = { projectId: project.id };
    const early = await makeTask(ada, teamId, { title: 'Early', ...of });
    await makeTask(ben, teamId, { title: 'Within', ...of });
    await makeDocument(ada, teamId, { title: 'Page', ...of });
    const secret = await makeDocument(ben, teamId, { title: 'Secret', isPrivate: true, ...of });
    await makeDocument(ben, teamId, { title: 'Below', parentId: secret.id });
    const before = await readDocuments(ben, teamId);
    await trash('tasks', early.id);
    await trash('projects', project.id);
    expect(await destroy(project.id, ben)).toBe(403);
    expect(await destroy(project.id)).toBe(204);
    expect([await list(), await list(ben)]).toEqual([[], ['Secret']]);
    expect(await readRows()).toEqual({ tasks: [], documents: ['Below', 'Secret'], projects: [], files: 0 });
    expect((await makeProject(ada, teamId, { name: 'Next', key: 'SITE' })).key).toBe('SITE');
    expect(await restore(secret.id, ben)).toBe(200);
    expect(await readDocuments(ben, teamId)).toEqual(
      before.filter(({ title }) => title !== 'Page').map((one) => ({ ...one, projectId: null })),
    );
    expect(await readDocuments(ada, teamId)).toEqual([]);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('keeps separately trashed sub-pages and their access', async () => {
    const top = await makeDocument(ada, teamId, { title: 'Top', isPrivate: true });
    const early = await makeDocument(ada, teamId, { title: 'Early', parentId: top.id });
    await makeDocument(ada, teamId, { title: 'Along', parentId: top.id });
    await upload(`documents/${top.id}`);
    await trash('documents', early.id);
    await trash('documents', top.id);
    expect(await destroy(top.id, ben)).toBe(404);
    expect(await destroy(top.id)).toBe(204);
    expect(await readRows()).toEqual({ tasks: [], documents: ['Early'], projects: [], files: 0 });
    expect([await list(), await list(ben)]).toEqual([['Early'], []]);
    expect(await restore(early.id)).toBe(200);
    expect([await readDocuments(ada, teamId), await readDocuments(ben, teamId)]).toMatchObject([
      [{ title: 'Early', parentId: null, isPrivate: true }],
      [],
    ]);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('empties the trash of all that the person manages, and nothing else', async () => {
    const [live, open] = [
      await makeTask(ada, teamId, { title: 'Live' }),
      await makeTask(ben, teamId, { title: 'Open' }),
    ];
    const page = await makeDocument(ada, teamId, { title: 'Page' });
    const secret = await makeDocument(ben, teamId, { title: 'Secret', isPrivate: true });
    const project = await makeProject(ada, teamId, { name: 'Site' });
    await trash('tasks', open.id);
    await trash('documents', page.id);
    await trash('documents', secret.id, ben);
    await trash('projects', project.id);
    const empty = async (who: SignedIn) =>
      await who.delete<{ deleted: number; nextCursor: string | null }>(`${path}/trash`);
    expect((await empty(ben)).body).toEqual({ deleted: 1, nextCursor: null });
    expect([await list(), await list(ben)]).toEqual([
      ['Open', 'Page', 'Site'],
      ['Open', 'Page', 'Site'],
    ]);
    expect((await empty(ada)).body).toEqual({ deleted: 3, nextCursor: null });
    expect((await empty(ada)).body).toEqual({ deleted: 0, nextCursor: null });
    expect(await readRows()).toEqual({ tasks: [live.title], documents: [], projects: [], files: 0 });
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  /** Inserts copies of a task, which is faster than requests. */
  const copyTask = async (id: string, count: number) =>
    await asOwner(api.app.db, async (tx) => {
      const { rows } = await sql<{ columns: string }>`
        select string_agg(quote_ident(column_name), ',') as columns from information_schema.columns
        where table_schema = 'public' and table_name = 'tasks' and is_generated = 'NEVER' and column_name not in ('id', 'number')`.execute(
        tx,
      );
      const columns = sql.raw(rows[0]?.columns ?? '');
      await sql`
        insert into tasks (id, number, ${columns}) select gen_random_uuid(), 1000 + n, ${columns}
        from tasks, generate_series(1, ${count}::int) n where id = ${id}`.execute(tx);
    });

  it('empties a trash that is larger than a page, one page for each request', async () => {
    const task = await makeTask(ada, teamId, { title: 'Loose' });
    await trash('tasks', task.id);
    await copyTask(task.id, TRASH_EMPTIED_AT_ONCE);
    type Emptied = { deleted: number; nextCursor: string | null };
    const first = (await ada.delete<Emptied>(`${path}/trash`)).body;
    expect(first).toEqual({ deleted: TRASH_EMPTIED_AT_ONCE, nextCursor: expect.any(String) });
    const second = (await ada.delete<Emptied>(`${path}/trash?cursor=${first.nextCursor}`)).body;
    expect(second).toEqual({ deleted: 1, nextCursor: null });
    expect(await list()).toEqual([]);
    expect((await ada.delete(`${path}/trash?cursor=x`)).status).toBe(400);
  });

  it('deletes a project with more tasks than a query may return rows', async () => {
    const project = await makeProject(ada, teamId, { name: 'Huge' });
    const task = await makeTask(ada, teamId, { title: 'One of many', projectId: project.id });
    await trash('projects', project.id);
    await copyTask(task.id, 10_001);
    expect(await destroy(project.id)).toBe(204);
    expect(await list()).toEqual([]);
    await withTeam(api.app.db, { teamId, userId: null }, async (tx) => {
      const { rows } = await sql`
        select 1 as found from tasks where team_id = ${teamId} and deleted_at > ${EXPIRED} limit 1`.execute(
        tx,
      );
      expect(rows).toEqual([]);
    });
  });
});
