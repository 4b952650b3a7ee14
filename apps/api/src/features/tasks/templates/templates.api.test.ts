import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { ChecklistItem } from '@hearth/contracts/checklists/checklist';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Milestone } from '@hearth/contracts/milestones/milestones';
import type { Project } from '@hearth/contracts/projects/projects';
import type { Relation } from '@hearth/contracts/relations/relations';
import type { Status, Task } from '@hearth/contracts/tasks/tasks';
import type { Template } from '@hearth/contracts/templates/template-values';
import { sql } from 'kysely';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { readSync } from '#testing/feed-client.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { joinTeam, makeProject, makeTask, makeTeam, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

type Reply = { template: Template } & Problem;
type TemplateUse = { projectId: string | null; taskIds: string[] } & Problem;

describeOneEngine('templates', (engine) => {
  const api = useSharedApp(engine);
  const [ada, bob, cy, gus] = usePeople(api, 'ada', 'bob', 'cy', 'gus');
  let teamId: string;
  let at: string;

  beforeEach(async () => {
    teamId = (await makeTeam(ada, 'Makers'))._id;
    at = `/teams/${teamId}`;
    await joinTeam(ada, teamId, bob, 'member');
    await joinTeam(ada, teamId, cy, 'member');
    await joinTeam(ada, teamId, gus, 'guest');
    await raise('projects', 10);
  });

  const raise = (resource: string, limit: number) =>
    asOwner(api.app.db, (tx) =>
      sql`update team_usage set lim = ${limit} where team_id = ${teamId} and resource = ${resource}`.execute(
        tx,
      ),
    );
  const ofTask = (by: SignedIn, taskId: string, fields: object = {}) =>
    by.post<Reply>(`${at}/tasks/${taskId}/template`, { name: 'Newsletter', ...fields });
  const ofProject = (by: SignedIn, projectId: string, fields: object = {}) =>
    by.post<Reply>(`${at}/projects/${projectId}/template`, { name: 'Launch', ...fields });
  const use = (by: SignedIn, id: string, fields: object = {}) =>
    by.post<TemplateUse>(`${at}/templates/${id}/use`, { startDate: '2027-01-04', ...fields });
  const tasksOf = async (by: SignedIn, query: string) =>
    (await by.get<{ tasks: Task[] }>(`${at}/tasks?limit=200&${query}`)).body.tasks;
  const findTask = async (id: string) => (await ada.get<{ task: Task }>(`${at}/tasks/${id}`)).body.task;
  const list = async (by: SignedIn) =>
    (await by.get<{ templates: { name: string }[] }>(`${at}/templates`)).body.templates?.map(
      ({ name }) => name,
    );
  const seen = async (by: SignedIn) => {
    const { changes } = await readSync(by, teamId);
    return changes.flatMap((one) => (one.entity === 'template' && one.op === 'put' ? [one.data.name] : []));
  };
  const statusOf = async (category: string) =>
    (await ada.get<{ statuses: Status[] }>(`${at}/statuses`)).body.statuses.find(
      (one) => one.category === category,
    )?.id;
  const countTasks = async () => (await tasksOf(ada, '')).length;

  /** Creates a newsletter task with two levels of sub-tasks, two assignees, a checklist and a relation. */
  async function makeTree(projectId: string | null = null) {
    const label = await ada.post<{ label: { id: string } }>(`${at}/labels`, { name: 'Print' });
    const labelIds = [label.body.label.id];
    const type = await ada.post<{ taskType: { id: string } }>(`${at}/task-types`, { name: 'Mailing' });
    const typeId = type.body.taskType.id;
    const root = await makeTask(ada, teamId, {
      title: 'Newsletter',
      typeId,
      description: 'Send it **out**',
      projectId,
      dueDate: '2026-11-30',
      assigneeIds: [ada.user.id],
      labelIds,
      estimate: 5,
      priority: 'high',
    });
    const draft = await makeTask(ada, teamId, {
      title: 'Draft',
      projectId,
      parentId: root.id,
      startDate: '2026-11-20',
      assigneeIds: [bob.user.id],
      statusId: await statusOf('started'),
    });
    const proof = await makeTask(ada, teamId, {
      title: 'Proof',
      projectId,
      parentId: draft.id,
      dueDate: '2026-11-25',
      assigneeIds: [ada.user.id, bob.user.id],
      statusId: await statusOf('completed'),
    });
    for (const title of ['Spelling', 'Links'])
      await ada.post(`${at}/tasks/${proof.id}/checklist`, { title, isDone: true });
    await ada.post(`${at}/tasks/${draft.id}/relations`, { side: 'blocks', otherId: root.id });
    return { root, draft, proof, labelIds, typeId };
  }

  it('keeps custom field values and links, assigns roles and drops removed members', async () => {
    await ada.post(`/dev${at}/plan`, { plan: 'pro' });
    const make = async (name: string, type: string) =>
      (await ada.post<{ field: { id: string } }>(`${at}/fields`, { name, type })).body.field.id;
    const [day, who, lead, links] = [
      await make('Printed', 'date'),
      await make('Writer', 'person'),
      await make('Lead', 'person'),
      await make('Needs', 'relation'),
    ];
    const root = await makeTask(ada, teamId, { title: 'Book', startDate: '2026-11-02' });
    const part = await makeTask(ada, teamId, { title: 'Draw', parentId: root.id });
    const other = await makeTask(ada, teamId);
    const custom = { [day]: '2026-11-12', [who]: bob.user.id, [lead]: cy.user.id };
    await ada.patch(`${at}/tasks/${root.id}`, { custom: { ...custom, [links]: [part.id, other.id] } });
    await ada.patch(`${at}/tasks/${part.id}`, { custom: { [links]: [root.id] } });
    const people = [
      { userId: bob.user.id, role: 'Writer' },
      { userId: cy.user.id, role: null },
    ];
    const { template } = (await ofTask(ada, root.id, { people })).body;
    expect(template.content.roles).toEqual(['Writer']);
    await ada.delete(`${at}/members/${cy.user.id}`);
    const { taskIds } = (await use(ada, template.id, { roleIds: [ada.user.id] })).body;
    const [whole, below] = await Promise.all(taskIds.map(findTask));
    expect(whole?.custom).toEqual({ [day]: '2027-01-14', [who]: ada.user.id, [links]: [below?.id] });
    expect(below?.custom).toEqual({ [links]: [whole?.id] });
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('copies a task with its descendants, dates, roles, checklists and relations', async () => {
    const { root, labelIds, typeId } = await makeTree();
    const people = [
      { userId: ada.user.id, role: 'Editor' },
      { userId: bob.user.id, role: 'Writer' },
    ];
    const created = await ofTask(ada, root.id, { people });
    expect(created.status).toBe(201);
    const { template } = created.body;
    expect(template).toMatchObject({ name: 'Newsletter', kind: 'task', createdBy: ada.user.id });
    expect([...template.content.roles].toSorted()).toEqual(['Editor', 'Writer']);
    expect(JSON.stringify(template)).not.toContain(bob.user.id);

    const roleIds = template.content.roles.map((role) => (role === 'Writer' ? cy.user.id : null));
    const response = await use(bob, template.id, { roleIds });
    expect(response).toMatchObject({ status: 201, body: { projectId: null } });
    const [first, second, third] = await Promise.all(response.body.taskIds.map(findTask));
    expect(first).toMatchObject({
      title: 'Newsletter',
      description: 'Send it **out**',
      parentId: null,
      startDate: null,
      dueDate: '2027-01-14',
      assigneeIds: [],
      labelIds,
      typeId,
      estimate: 5,
      priority: 'high',
      reporterId: bob.user.id,
      watcherIds: [bob.user.id],
    });
    expect(second).toMatchObject({
      title: 'Draft',
      parentId: first?.id,
      startDate: '2027-01-04',
      statusId: await statusOf('started'),
      assigneeIds: [cy.user.id],
      watcherIds: [bob.user.id, cy.user.id].toSorted(),
    });
    // Tasks that are completed in the original are open in the copy.
    expect(third).toMatchObject({
      title: 'Proof',
      parentId: second?.id,
      dueDate: '2027-01-09',
      statusId: await statusOf('unstarted'),
      closedAt: null,
    });
    const steps = await ada.get<{ items: ChecklistItem[] }>(`${at}/tasks/${third?.id}/checklist`);
    expect(steps.body.items.map(({ title, isDone }) => [title, isDone])).toEqual([
      ['Spelling', false],
      ['Links', false],
    ]);
    const related = await ada.get<{ relations: Relation[] }>(`${at}/tasks/${first?.id}/relations`);
    expect(related.body.relations).toMatchObject([{ kind: 'blocks', fromId: second?.id, toId: first?.id }]);
    const { changes } = await readSync(gus, teamId);
    expect(changes.filter(({ entity }) => entity === 'task' || entity === 'template')).toEqual([]);
  });

  it('copies a project with its milestones, limits and tasks', async () => {
    const project = await makeProject(ada, teamId, {
      name: 'Spring',
      description: 'All of it',
      color: 'sky',
      startDate: '2026-11-01',
      targetDate: '2026-12-24',
    });
    const started = (await statusOf('started')) ?? '';
    const cycles = { weeks: 2, startWeekday: 1, cooldownWeeks: 0, ahead: 1, timeZone: 'Asia/Kolkata' };
    await ada.patch(`${at}/projects/${project.id}`, { limits: { [started]: 3 }, cycles });
    const goal = await ada.post<{ milestone: Milestone }>(`${at}/projects/${project.id}/milestones`, {
      name: 'Beta',
      description: 'First of all',
      targetDate: '2026-11-11',
    });
    const { root } = await makeTree(project.id);
    await ada.patch(`${at}/tasks/${root.id}`, { milestoneId: goal.body.milestone.id });
    await makeTask(ada, teamId, { title: 'Not ours' });
    await makeTask(ada, teamId, {
      title: 'Dropped',
      projectId: project.id,
      statusId: await statusOf('cancelled'),
    });
    const { template } = (await ofProject(ada, project.id)).body;
    expect(template.content.tasks.map(({ title }) => title)).toEqual(['Newsletter', 'Draft', 'Proof']);

    const id = randomUUID();
    const response = await use(bob, template.id, { id, name: 'Summer', key: 'SUM' });
    expect(response).toMatchObject({ status: 201, body: { projectId: id } });
    const { body } = await ada.get<{ project: Project }>(`${at}/projects/${id}`);
    expect(body.project).toMatchObject({
      name: 'Summer',
      key: 'SUM',
      description: 'All of it',
      color: 'sky',
      startDate: '2027-01-04',
      targetDate: '2027-02-26',
      limits: { [started]: 3 },
      cycles,
      isPrivate: false,
      createdBy: bob.user.id,
    });
    const milestones = await ada.get<{ milestones: Milestone[] }>(`${at}/projects/${id}/milestones`);
    expect(milestones.body.milestones).toMatchObject([
      { name: 'Beta', description: 'First of all', targetDate: '2027-01-14' },
    ]);
    const tasks = await tasksOf(ada, `projectId=${id}`);
    expect(tasks.map(({ title }) => title).toSorted()).toEqual(['Draft', 'Newsletter', 'Proof']);
    expect(tasks.find(({ title }) => title === 'Newsletter')).toMatchObject({
      milestoneId: milestones.body.milestones[0]?.id,
      dueDate: '2027-02-02',
    });
    expect(tasks.every(({ key }) => key.startsWith('SUM-'))).toBe(true);
  });

  it('creates tasks idempotently with the given ids', async () => {
    const { root } = await makeTree();
    const { template } = (await ofTask(ada, root.id)).body;
    const before = await countTasks();
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const fields = { id: ids[0], parts: ids.slice(1) };
    const first = await use(ada, template.id, fields);
    expect(first.body.taskIds).toEqual(ids);
    expect((await use(ada, template.id, fields)).body).toEqual(first.body);
    expect(await countTasks()).toBe(before + 3);
    expect((await use(bob, template.id, { id: ids[1] })).body.code).toBe('CONFLICT');
    expect(await countTasks()).toBe(before + 3);
  });

  it('creates nothing if the plan lacks room for all tasks', async () => {
    const { root } = await makeTree();
    const { template } = (await ofTask(ada, root.id)).body;
    const { template: whole } = (await ofProject(ada, (await makeProject(ada, teamId)).id)).body;
    await raise('tasks', 5);
    const before = await countTasks();
    expect(await use(ada, template.id)).toMatchObject({
      status: 402,
      body: { code: 'PLAN_LIMIT_REACHED', limit: 'tasks' },
    });
    expect(await countTasks()).toBe(before);
    expect((await use(ada, whole.id, { name: 'Empty' })).status).toBe(201);
  });

  it('rejects invalid requests and names the field', async () => {
    const { root } = await makeTree();
    const project = await makeProject(ada, teamId);
    const task = (await ofTask(ada, root.id)).body.template.id;
    const whole = (await ofProject(ada, project.id)).body.template.id;
    const refusals: [string, object, number, string][] = [
      [task, { startDate: '2027-02-30' }, 400, 'startDate'],
      [task, { startDate: '9999-12-30' }, 400, 'startDate'],
      [task, { name: 'Task' }, 400, 'name'],
      [task, { projectId: randomUUID() }, 404, 'projectId'],
      [task, { roleIds: [randomUUID()] }, 404, 'roleIds.0'],
      [task, { roleIds: [null, null, null] }, 400, 'roleIds'],
      [task, { parts: [randomUUID(), 'x'] }, 400, 'parts.1'],
      [whole, {}, 400, 'name'],
      [whole, { name: 'New', projectId: project.id }, 400, 'projectId'],
      [whole, { name: 'New', key: project.key }, 409, 'key'],
      // Guests can't see tasks without a project.
      [task, { roleIds: [gus.user.id] }, 404, 'roleIds.0'],
    ];
    for (const [id, fields, status, path] of refusals) {
      const { body, ...answer } = await use(ada, id, fields);
      expect([answer.status, body.errors?.[0]?.path], JSON.stringify(fields)).toEqual([status, path]);
    }
    await ada.send('PUT', `${at}/projects/${project.id}/archive`);
    expect((await use(ada, task, { projectId: project.id })).body.code).toBe('PROJECT_ARCHIVED');
    expect((await ofTask(ada, root.id, { name: ' ' })).body.errors?.[0]?.path).toBe('name');
  });

  it('assigns nobody for removed members and unfilled roles', async () => {
    const { root } = await makeTree();
    const people = [{ userId: bob.user.id, role: null }];
    const { template } = (await ofTask(ada, root.id, { people })).body;
    expect(template.content.roles).toEqual(['Role 1']);
    await ada.delete(`${at}/members/${bob.user.id}`);
    const created = await use(cy, template.id);
    const tasks = await Promise.all(created.body.taskIds.map(findTask));
    expect(tasks.map(({ assigneeIds }) => assigneeIds)).toEqual([[], [], []]);
  });

  it('requires manage access to save tasks of a private project', async () => {
    const project = await makeProject(ada, teamId, { isPrivate: true });
    const grant = (level: string) =>
      ada.send('PUT', `${at}/projects/${project.id}/grants/${bob.user.id}`, { body: { level } });
    const { root } = await makeTree();
    const hidden = await makeTask(ada, teamId, {
      title: 'Hidden part',
      projectId: project.id,
      parentId: root.id,
    });
    expect((await ofProject(bob, project.id)).status).toBe(404);
    const open = (await ofTask(bob, root.id)).body.template;
    expect(JSON.stringify(open)).not.toContain('Hidden part');
    await grant('edit');
    expect((await ofProject(bob, project.id)).body.code).toBe('FORBIDDEN');
    expect((await ofTask(bob, hidden.id)).body.code).toBe('FORBIDDEN');
    expect((await ofTask(bob, root.id)).body.code).toBe('FORBIDDEN');
    await grant('manage');
    expect((await ofProject(bob, project.id)).status).toBe(201);
    expect((await ofTask(bob, root.id)).body.template.content.tasks).toHaveLength(4);
  });

  it('lets only the creator and owners change a template and hides templates from guests', async () => {
    const { root } = await makeTree();
    const { template } = (await ofTask(bob, root.id)).body;
    const path = `${at}/templates/${template.id}`;
    expect([await list(cy), await seen(cy), await seen(gus)]).toEqual([['Newsletter'], ['Newsletter'], []]);
    expect((await gus.get<Problem>(`${at}/templates`)).body.code).toBe('FORBIDDEN');
    expect((await cy.patch<Problem>(path, { name: 'Mine' })).body.code).toBe('FORBIDDEN');
    expect((await cy.delete<Problem>(path)).body.code).toBe('FORBIDDEN');
    expect((await bob.patch<Reply>(path, { name: 'Monthly' })).body.template.name).toBe('Monthly');
    expect(await seen(ada)).toEqual(['Monthly']);
    expect((await ada.delete(path)).status).toBe(204);
    expect([await list(bob), await seen(bob)]).toEqual([[], []]);
    expect((await bob.get(path)).status).toBe(404);
    expect((await use(bob, template.id)).status).toBe(404);
    expect((await cy.post(`${path}/restore`)).status).toBe(403);
    expect((await bob.post(`${path}/restore`)).status).toBe(200);
    expect((await bob.post(`${path}/restore`)).status).toBe(200);
    expect(await seen(cy)).toEqual(['Monthly']);
    // Even guests who may create tasks in a project have no access to templates.
    expect((await use(gus, template.id)).status).toBe(403);
  });

  it('allows at most 200 tasks in a template', async () => {
    const project = await makeProject(ada, teamId);
    await asOwner(api.app.db, (tx) =>
      sql`insert into tasks (team_id, id, number, project_id, title, status_id, priority, position, created_at, updated_at)
        select ${teamId}, gen_random_uuid(), 1000 + n, ${project.id}, 'Task ' || n, s.id, 'none', 'a' || n, now(), now()
        from generate_series(1, 200) as n, (select id from statuses where team_id = ${teamId} and category = 'backlog' limit 1) s`.execute(
        tx,
      ),
    );
    const { template } = (await ofProject(ada, project.id)).body;
    expect(template.content.tasks).toHaveLength(200);
    await raise('tasks', 1000);
    const created = await use(ada, template.id, { name: 'Large' });
    expect(created.body.taskIds).toHaveLength(200);
    await makeTask(ada, teamId, { projectId: project.id });
    expect((await ofProject(ada, project.id)).body).toMatchObject({
      code: 'INVALID_STATE',
      detail: 'A template can have up to 200 tasks.',
    });
  });
});
