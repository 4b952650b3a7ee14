import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';

const READS = /from "sessions" where "token_hash"|from memberships m join teams t|as is_trashed from tasks t/;

describeOneEngine('access of commands', (engine) => {
  let api: TestApp;
  let owner: SignedIn;
  let member: SignedIn;
  let teamId: string;
  let joined = 0;
  /** Statements that read a session, the permissions of a member or the location of a task. */
  let reads: string[] = [];

  beforeAll(async () => {
    const rewriteStatement = (text: string): string => {
      if (READS.test(text)) reads.push(text);
      return text;
    };
    api = await startApp(engine, { database: { rewriteStatement } });
    owner = await signIn(api, 'owner@example.com');
    teamId = (await makeTeam(owner))._id;
    await owner.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
  });
  beforeEach(async () => {
    member = await signIn(api, `member-${++joined}@example.com`);
    await joinTeam(owner, teamId, member, 'member');
    expect((await createTask()).status).toBe(201);
    reads = [];
  });
  afterAll(() => api?.close());

  const createTask = (fields: object = {}) =>
    member.post(`/teams/${teamId}/tasks`, { title: 'Paint the door', ...fields });
  const renameTask = (id: string) => member.patch(`/teams/${teamId}/tasks/${id}`, { title: 'Oil the door' });
  const setRole = (teamRole: string) =>
    owner.patch(`/teams/${teamId}/members/${member.user.id}`, { teamRole });

  it('reads session and permissions once for many commands', async () => {
    expect((await createTask()).status).toBe(201);
    expect(reads).toEqual([]);
    expect((await member.get(`/teams/${teamId}/tasks`)).status).toBe(200);
    expect(reads).toHaveLength(2);
  });

  it('reads session and permissions again after the permissions of the team have changed', async () => {
    await setRole('admin');
    reads = [];
    expect((await createTask()).status).toBe(201);
    expect((await createTask()).status).toBe(201);
    expect(reads).toHaveLength(2);
  });

  it('applies the permissions of a new role immediately', async () => {
    const rename = () => member.patch(`/teams/${teamId}`, { name: 'Painters' });
    expect((await rename()).status).toBe(403);
    await setRole('admin');
    expect((await rename()).status).toBe(200);
  });

  it('denies actions of a lost role immediately, even if they would change nothing', async () => {
    const { id } = await makeProject(owner, teamId);
    const rename = () => member.patch(`/teams/${teamId}/projects/${id}`, { name: 'Doors' });
    expect((await rename()).status).toBe(200);
    await setRole('guest');
    expect((await rename()).status).toBe(404);
    expect((await createTask({ projectId: id })).status).not.toBe(201);
  });

  it('reads session and permissions again after a project was inserted as archived', async () => {
    const { id } = await makeProject(owner, teamId);
    await asOwner(api.app.db, (tx) =>
      sql`insert into projects select (p).* from (
        select jsonb_populate_record(p, ${JSON.stringify({ id: randomUUID(), key: 'ARCH', archived_at: new Date() })}::jsonb) as p
        from projects p where p.id = ${id}) as q`.execute(tx),
    );
    reads = [];
    expect((await createTask()).status).toBe(201);
    expect(reads).toHaveLength(2);
  });

  it('reads no location of a task that the server has created or changed', async () => {
    const { id } = await makeTask(member, teamId);
    expect((await renameTask(id)).status).toBe(200);
    expect((await renameTask(id)).status).toBe(200);
    expect(reads).toEqual([]);
  });

  it.each(['project_id', 'deleted_at'])(
    'denies commands on a task whose %s has changed elsewhere',
    async (column) => {
      const { id } = await makeTask(member, teamId);
      const project = await makeProject(owner, teamId, { isPrivate: true });
      expect((await renameTask(id)).status).toBe(200);
      // As another server would: this one does not see the change.
      const value = column === 'project_id' ? project.id : new Date();
      await asOwner(api.app.db, (tx) =>
        sql`update tasks set ${sql.ref(column)} = ${value} where id = ${id}`.execute(tx),
      );
      expect((await renameTask(id)).status).toBe(404);
    },
  );
});
