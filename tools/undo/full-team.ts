import type { CustomField } from '@hearth/contracts/custom-fields/custom-fields';
import type { Status } from '@hearth/contracts/tasks/tasks';
import { getJobs } from '#api/platform/jobs/index.ts';
import { attach, drawPng } from '#api/testing/attach.ts';
import { joinTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#api/testing/make.ts';
import type { TestApp } from '#api/testing/start-app.ts';

const CYCLES = { weeks: 2, startWeekday: 1, cooldownWeeks: 0, ahead: 1, timeZone: 'UTC' };

/** Creates a team that has at least one object of every type, with an owner and another user. */
export async function makeFullTeam(
  api: TestApp,
): Promise<{ person: SignedIn; other: SignedIn; teamId: string }> {
  const [person, other] = [await signIn(api, 'ada@example.com'), await signIn(api, 'bob@example.com')];
  const teamId = (await makeTeam(person, 'Makers'))._id;
  const path = `/teams/${teamId}`;
  const make = async <T = unknown>(at: string, body: object): Promise<T> => {
    const answer = await person.post<T>(`${path}/${at}`, body);
    if (answer.status >= 300) throw new Error(`${at}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await person.post(`/dev${path}/plan`, { plan: 'pro' });
  await joinTeam(person, teamId, other);
  const projects = [];
  for (const key of ['WEB', 'APP', 'OPS'])
    projects.push(await makeProject(person, teamId, { name: key, key }));
  const [web, app, ops] = projects.map(({ id }) => id) as [string, string, string];
  const { statuses } = (await person.get<{ statuses: Status[] }>(`${path}/statuses`)).body;
  const labelIds = [];
  for (const name of ['red', 'blue', 'green']) {
    labelIds.push((await make<{ label: { id: string } }>('labels', { name })).label.id);
  }
  const milestoneIds = new Map<string, string[]>();
  const { taskTypes } = (await person.get<{ taskTypes: { id: string }[] }>(`${path}/task-types`)).body;
  for (const projectId of [web, app]) {
    for (const name of ['First', 'Second']) {
      const created = await make<{ milestone: { id: string } }>(`projects/${projectId}/milestones`, { name });
      milestoneIds.set(projectId, [...(milestoneIds.get(projectId) ?? []), created.milestone.id]);
    }
    await person.patch(`${path}/projects/${projectId}`, { cycles: CYCLES });
  }
  await getJobs(api.app).runDue();
  // Leave some objects of each type unreferenced. They can then be deleted.
  for (const name of ['Spare', 'Other']) await make('statuses', { name, category: 'started' });
  const options = ['1', '2'].map((name) => ({ id: crypto.randomUUID(), name, color: 'teal' }));
  for (const type of ['text', 'number', 'date', 'person', 'checkbox', 'url', 'relation']) {
    await make<{ field: CustomField }>('fields', { name: type, type });
  }
  for (const type of ['select', 'multiSelect']) {
    const own = options.map((option) => ({ ...option, id: crypto.randomUUID() }));
    await make('fields', { name: type, type, options: own });
  }
  const makeDocument = async (title: string, location: object = {}): Promise<string> =>
    (await make<{ document: { id: string } }>('documents', { title, ...location })).document.id;
  const ids: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const projectId = [web, app, null][n % 3] ?? null;
    const task = await makeTask(person, teamId, {
      title: `Task ${n}`,
      projectId,
      statusId: statuses[n % statuses.length]?.id,
      milestoneId: milestoneIds.get(projectId ?? '')?.[n % 2] ?? null,
      typeId: taskTypes[n % 4]?.id ?? null,
      labelIds: labelIds.slice(0, n % 3),
      assigneeIds: n % 2 === 0 ? [person.user.id] : [],
      dueDate: n % 4 === 0 ? '2026-12-10' : null,
    });
    ids.push(task.id);
  }
  const rule = { mode: 'schedule', rule: 'FREQ=DAILY', later: null, timeZone: 'UTC' };
  for (const projectId of [web, app]) {
    await makeTask(person, teamId, { title: 'Again', projectId, dueDate: '2026-12-12', repeat: rule });
    const whole = await makeTask(person, teamId, { title: 'Whole', projectId });
    for (const title of ['a', 'b']) await makeTask(person, teamId, { title, projectId, parentId: whole.id });
  }
  await person.patch(`${path}/projects/${web}`, { hasTriage: true });
  for (let n = 0; n < 3; n += 1) {
    const { id } = await makeTask(person, teamId, { title: `Waits ${n}`, projectId: web });
    await person.patch(`${path}/tasks/${id}`, { triage: {} });
  }
  const [one = '', two = ''] = ids;
  for (const title of ['First step', 'Second step']) await make(`tasks/${one}/checklist`, { title });
  await make(`tasks/${one}/relations`, { side: 'blocks', otherId: two });
  const comment = await make<{ comment: { id: string } }>(`tasks/${two}/comments`, { body: 'Said' });
  await make(`tasks/${two}/comments`, { body: 'Answered', parentId: comment.comment.id });
  const [startedAt, endedAt] = ['2026-11-02T08:00:00.000Z', '2026-11-02T09:00:00.000Z'];
  await make(`tasks/${two}/time`, { startedAt, endedAt, day: '2026-11-02', note: 'Worked' });
  const files = `${path}/tasks/${one}/attachments`;
  await attach(person, files, { name: 'picture.png', content: await drawPng() });
  await attach(person, files);
  const picture = { name: 'cover.png', content: await drawPng() };
  await attach(person, `${path}/tasks/${two}/attachments`, picture);
  for (const name of ['Mine', 'Open'])
    await make('views', { name, projectId: web, text: 'view=board', isPrivate: false });
  await person.send('PUT', `${path}/projects/${web}/favourite`, { body: { position: 'a0' } });
  await person.send('PUT', `${path}/projects/${app}/favourite`, { body: { position: 'a1' } });
  await make(`tasks/${one}/template`, { name: 'A task', people: [], timeZone: 'UTC' });
  // In a project without cycles because the server would create new cycles during the test when they are due.
  for (const title of ['Open', 'Close']) await makeTask(person, teamId, { title, projectId: ops });
  await make(`projects/${ops}/template`, { name: 'A project', people: [], timeZone: 'UTC' });
  const handbook = await makeDocument('Handbook');
  for (const title of ['Travel', 'Leave']) await makeDocument(title, { parentId: handbook });
  for (const projectId of [web, app]) await makeDocument('Minutes', { projectId });
  const remind = { on: 'day', day: '2027-01-04', days: 0, time: '09:00', timeZone: 'UTC', isSeen: false };
  await person.patch(`${path}/own-tasks`, {
    taskIds: [one],
    each: [{ reminders: [{ ...remind, id: crypto.randomUUID() }] }],
  });
  return { person, other, teamId };
}
