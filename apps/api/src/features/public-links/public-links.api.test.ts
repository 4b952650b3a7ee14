import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { AuditEntry } from '@hearth/contracts/audit/audit';
import type { Problem } from '@hearth/contracts/core/errors';
import type {
  PublicLink,
  SharedDetails,
  SharedProject,
  SharedTask,
} from '@hearth/contracts/public-links/public-links';
import type { Label } from '@hearth/contracts/labels/labels';
import type { Status } from '@hearth/contracts/tasks/tasks';
import { withShare } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import {
  Client,
  joinTeam,
  makeProTeam,
  makeProject,
  makeTask,
  signIn,
  type ApiResponse,
  type SignedIn,
} from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';
import { hashToken } from './link-token.ts';

type LinkResponse = ApiResponse<{ publicLink: PublicLink } & Problem>;
interface Page {
  project: SharedProject;
  tasks: SharedTask[];
  nextCursor: string | null;
}

describeOneEngine('public links', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let ben: SignedIn;
  let stranger: Client;
  let teamId: string;
  let projectId: string;
  let at: string;

  beforeAll(async () => {
    stranger = new Client(api);
  });
  beforeEach(async () => {
    ada = await signIn(api, 'ada@example.com', { name: 'Ada Lovelace' });
    ben = await signIn(api, 'ben@example.com');
    teamId = await makeProTeam(ada, { member: [ben] });
    projectId = (await makeProject(ada, teamId, { name: 'Website', description: 'What it is for' })).id;
    at = `/teams/${teamId}/projects/${projectId}/public-link`;
  });

  const put = async (body: object = {}, by = ada): Promise<LinkResponse> =>
    await by.send('PUT', at, { body });
  const tokenOf = ({ body }: LinkResponse): string => body.publicLink.url.split('/share/')[1] ?? '';
  const share = async (body: object = {}): Promise<string> => tokenOf(await put(body));
  const read = async (token: string, query = '') =>
    await stranger.get<Page & Problem>(`/shares/${token}${query}`);
  const statusOf = async (token: string): Promise<number> => (await read(token)).status;

  it('shows a project to visitors and includes names and descriptions only if enabled', async () => {
    const label = await ada.post<{ label: Label }>(`/teams/${teamId}/labels`, { name: 'Blocked' });
    const task = await makeTask(ada, teamId, {
      title: 'Draw it',
      description: `As <@${ada.user.id}> said`,
      projectId,
      priority: 'high',
      dueDate: '2026-12-24',
      labelIds: [label.body.label.id],
      assigneeIds: [ada.user.id],
    });
    await makeTask(ada, teamId, { title: 'A part', projectId, parentId: task.id });
    await makeTask(ada, teamId, { title: 'Of no project', parentId: task.id });
    await ada.post(`/teams/${teamId}/tasks/${task.id}/checklist`, { title: 'A step' });
    await ada.post(`/teams/${teamId}/tasks/${task.id}/comments`, { body: 'A comment' });

    const token = await share();
    const plain = await read(token);
    expect(plain.body.project).toMatchObject({
      name: 'Website',
      description: null,
      leadName: null,
      columns: [{ count: 2 }],
    });
    expect(plain.body.tasks.find(({ title }) => title === 'Draw it')).toEqual({
      number: task.number,
      title: 'Draw it',
      column: 0,
      type: null,
      priority: 'high',
      labels: [{ name: 'Blocked', color: label.body.label.color }],
      dueDate: '2026-12-24',
      subTasks: { done: 0, all: 1 },
      assignees: null,
    });
    expect((await stranger.get(`/shares/${token}/tasks/${task.number}`)).status).toBe(404);

    expect(await share({ showsDescriptions: true, showsNames: true })).toBe(token);
    const full = await read(token);
    expect(full.body.project.description).toBe('What it is for');
    const shown = await stranger.get<{ details: SharedDetails; task: SharedTask }>(
      `/shares/${token}/tasks/${task.number}`,
    );
    expect(shown.body.task.assignees).toEqual(['Ada Lovelace']);
    expect(shown.body.details).toMatchObject({
      checklist: [{ title: 'A step', isDone: false }],
      parts: [{ title: 'A part', isDone: false }],
      parent: null,
    });
    expect(JSON.stringify(shown.body.details.description)).toContain('@Ada Lovelace');
    await put({ showsNames: false });
    const nameless = await stranger.get(`/shares/${token}/tasks/${task.number}`);
    const responses = JSON.stringify([plain.body, full.body, shown.body, nameless.body]);
    for (const secret of [ada.user.id, teamId, projectId, task.id, 'A comment', 'Of no project'])
      expect(responses).not.toContain(secret);
    expect(JSON.stringify([plain.body, nameless.body])).not.toContain('Lovelace');
  });

  it('returns the same 404 for unknown, expired, disabled and otherwise invalid links', async () => {
    const at404 = (await read('never-was')).body;
    const expectNotFound = async (token: string) => {
      const response = await read(token);
      expect([response.status, response.body]).toEqual([404, at404]);
      expect((await stranger.get(`/shares/${token}/tasks/1`)).body).toEqual(at404);
    };
    const day = await share({ expiresInDays: 1 });
    expect(await statusOf(day)).toBe(200);
    clock.advance(86_401);
    ada = await signIn(api, 'ada@example.com');
    await expectNotFound(day);
    // A change renews an expired link.
    expect(await share({ showsNames: true })).toBe(day);
    expect(await statusOf(day)).toBe(200);

    const anew = await share({ isNew: true, expiresInDays: null });
    expect(anew).not.toBe(day);
    await expectNotFound(day);
    clock.advance(90 * 86_400);
    ada = await signIn(api, 'ada@example.com');
    expect(await statusOf(anew)).toBe(200);

    const project = `/teams/${teamId}/projects/${projectId}`;
    await ada.send('PUT', `${project}/archive`);
    await expectNotFound(anew);
    expect((await put()).body.code).toBe('PROJECT_ARCHIVED');
    await ada.delete(`${project}/archive`);
    expect(await statusOf(anew)).toBe(200);

    await ada.patch(`/teams/${teamId}`, { hasPublicLinks: false });
    await expectNotFound(anew);
    expect(await put()).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    await ada.patch(`/teams/${teamId}`, { hasPublicLinks: true });
    expect(await statusOf(anew)).toBe(200);

    await ada.patch(project, { isPrivate: true });
    await expectNotFound(anew);
    expect((await put()).body.code).toBe('INVALID_STATE');
    await ada.patch(project, { isPrivate: false });
    await expectNotFound(anew);

    const off = await share();
    expect((await ada.delete(at)).status).toBe(204);
    await expectNotFound(off);
    const trashed = await share();
    await ada.delete(project);
    await expectNotFound(trashed);

    projectId = (await makeProject(ada, teamId)).id;
    at = `/teams/${teamId}/projects/${projectId}/public-link`;
    const last = await share();
    await ada.delete(`/teams/${teamId}`);
    await expectNotFound(last);
  });

  it('lets project managers except guests manage links and audits the changes', async () => {
    const guest = await signIn(api, 'guest@example.com');
    await joinTeam(ada, teamId, guest, 'guest');
    const grants = `/teams/${teamId}/projects/${projectId}/grants`;
    for (const person of [ben, guest]) {
      expect((await put({}, person)).status).not.toBe(200);
      await ada.send('PUT', `${grants}/${person.user.id}`, { body: { level: 'manage' } });
    }
    expect(await put({}, guest)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    const created = await put({}, ben);
    expect(created.body.publicLink).toMatchObject({ madeBy: { userId: ben.user.id }, state: 'open' });
    const listed = await ada.get<{ publicLinks: PublicLink[] }>(`/teams/${teamId}/public-links`);
    expect(listed.body.publicLinks).toEqual([created.body.publicLink]);
    expect((await ben.get(`/teams/${teamId}/public-links`)).status).toBe(403);
    // A retry returns the same link, although the stored response contains it only in encrypted form.
    const headers = { 'idempotency-key': randomUUID() };
    const replace = async (): Promise<LinkResponse> =>
      await ada.send('PUT', at, { body: { isNew: true, showsNames: true }, headers });
    const [once, again] = [await replace(), await replace()];
    expect(again.body).toEqual(once.body);
    await put({ expiresInDays: 7 });
    await ada.delete(at);
    const { body } = await ada.get<{ entries: AuditEntry[] }>(`/teams/${teamId}/audit?limit=4`);
    expect(body.entries.map(({ act }) => act)).toEqual([
      'publicLink.turnedOff',
      'publicLink.changed',
      'publicLink.replaced',
      'publicLink.made',
    ]);
    expect(JSON.stringify(body)).not.toContain(tokenOf(created));
    expect(await put({ expiresInDays: 8 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'expiresInDays' }] },
    });
  });

  it('paginates tasks in board order with cursors that contain no ids', async () => {
    const { body } = await ada.get<{ statuses: Status[] }>(`/teams/${teamId}/statuses`);
    const [first, second] = body.statuses as [Status, Status];
    for (const [title, statusId] of [
      ['Later', second.id],
      ['Sooner', first.id],
      ['Last', second.id],
    ] as const)
      await makeTask(ada, teamId, { title, statusId, projectId });
    const token = await share();
    const titles: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = (await read(token, `?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`)).body;
      titles.push(...page.tasks.map((task) => `${page.project.columns[task.column]?.name} ${task.title}`));
      cursor = page.nextCursor;
      expect(Buffer.from(cursor ?? '', 'base64url').toString()).not.toMatch(/[0-9a-f]{8}-/);
    }
    expect(titles).toEqual([`${first.name} Sooner`, `${second.name} Later`, `${second.name} Last`]);
    expect((await read(token, '?cursor=WzFd')).status).toBe(400);
  });

  it('reads through a read-only database role limited to one project and granted columns', async () => {
    await makeTask(ada, teamId, { title: 'Shown', projectId, description: 'Hidden' });
    const other = await makeProject(ada, teamId, { name: 'Other' });
    await makeTask(ada, teamId, { title: 'Of another project', projectId: other.id });
    const tokenHash = hashToken(await share());
    const run = async (statement: string, hash = tokenHash) =>
      await withShare(
        api.app.db,
        { tokenHash: hash },
        async (tx) => (await sql.raw(statement).execute(tx)).rows,
      );
    expect(await run('select title from tasks')).toEqual([{ title: 'Shown' }]);
    expect(await run('select name from projects')).toEqual([{ name: 'Website' }]);
    expect(await run('select id from checklist_items')).toEqual([]);
    expect(await run('select user_id from memberships')).toEqual([]);
    expect(await run('select user_id from task_assignees')).toEqual([]);
    for (const table of ['tasks', 'projects', 'teams', 'statuses', 'labels', 'public_links'])
      expect(await run(`select 1 from ${table}`, hashToken('never-was')), table).toEqual([]);
    for (const statement of [
      'select * from task_comments',
      'select name from users',
      'select email from users',
      'select created_by from tasks',
      'select token_secret from public_links',
      'select body from answers',
      'update tasks set title = title',
      'delete from public_links',
    ])
      await expect(run(statement), statement).rejects.toThrow(/permission denied|read-only/);
  });
});
