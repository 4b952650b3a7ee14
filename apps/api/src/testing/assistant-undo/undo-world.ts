import type { Proposal } from '@hearth/contracts/assistant/assistant';
import { makeDocument } from '#testing/documents.ts';
import { makeProject, makeTask, makeTeam, joinTeam, type SignedIn } from '#testing/make.ts';
import { openToolboxOf } from '#testing/open-toolbox.ts';
import type { SharedApp } from '#testing/start-app.ts';
import { at, type Act, type Edit, type Fields, type World } from './undo-acts.ts';

export async function makeUndoWorld(ada: SignedIn, ben: SignedIn): Promise<World> {
  const teamId = (await makeTeam(ada))._id;
  const path = `/teams/${teamId}`;
  await ada.post(`/dev${path}/plan`, { plan: 'pro' });
  await joinTeam(ada, teamId, ben);
  const projects = [await makeProject(ada, teamId), await makeProject(ada, teamId, { name: 'Onboarding' })];
  const { label } = (await ada.post<{ label: { id: string } }>(`${path}/labels`, { name: 'bug' })).body;
  const { statuses } = (await ada.get<{ statuses: { id: string }[] }>(`${path}/statuses`)).body;
  const tasks = [
    await makeTask(ada, teamId, {
      projectId: projects[0]?.id,
      description: 'Words',
      dueDate: '2027-01-05',
      assigneeIds: [ada.user.id],
      labelIds: [label.id],
    }),
    await makeTask(ada, teamId, {
      title: 'Second',
      projectId: projects[0]?.id,
      priority: 'high',
      estimate: 3,
    }),
    await makeTask(ada, teamId, { title: 'Third', assigneeIds: [ben.user.id] }),
  ];
  await ada.post(`${path}/tasks/${tasks[1]?.id}/relations`, { side: 'blockedBy', otherId: tasks[0]?.id });
  const documents = [
    await makeDocument(ada, teamId, { title: 'Notes', markdown: 'Words', projectId: projects[0]?.id }),
    await makeDocument(ada, teamId, { title: 'Plan' }),
  ];
  return {
    teamId,
    tasks,
    projects: projects.map(({ id }) => id),
    documents: documents.map(({ id }) => id),
    statuses: statuses.map(({ id }) => id),
    labels: [label.id],
    people: [ada.user.id, ben.user.id],
  };
}

/** Fields that are not compared: fields updated by every write, and derived fields such as positions and watchers. */
const NOT_COMPARED = new Set([
  'updatedAt',
  'descriptionVersion',
  'watcherIds',
  'position',
  'siblingPosition',
  'series',
]);

/** Reads all data that the team's pages show, by id. */
async function readTeam(ada: SignedIn, teamId: string): Promise<Map<string, Fields>> {
  const path = `/teams/${teamId}`;
  const things = new Map<string, Fields>();
  const keep = (kind: string, rows: readonly Fields[]): void => {
    for (const row of rows)
      things.set(
        `${kind} ${String(row['id'])}`,
        Object.fromEntries(Object.entries(row).filter(([name]) => !NOT_COMPARED.has(name))),
      );
  };
  for (const kind of ['tasks', 'projects', 'documents']) {
    const { status, body } = await ada.get<Record<string, Fields[]>>(`${path}/${kind}?limit=200`);
    if (status !== 200) throw new Error(`${kind}: ${status}`);
    keep(kind, body[kind] ?? []);
  }
  for (const [name, { id }] of things) {
    if (!name.startsWith('tasks ')) continue;
    const of = `${path}/tasks/${String(id)}`;
    keep('comment', (await ada.get<{ comments: Fields[] }>(`${of}/comments`)).body.comments);
    // A recreated relation has a new id, so compare relations by type and tasks.
    const { relations } = (await ada.get<{ relations: Fields[] }>(`${of}/relations`)).body;
    keep(
      'relation',
      relations.map(({ kind, fromId, toId }) => ({
        id: `${String(kind)} ${String(fromId)} ${String(toId)}`,
      })),
    );
  }
  return things;
}

/** Confirms the tools' proposals as Ada and undoes them. @returns the states to compare, or null if nothing was proposed */
export async function confirmAndUndo(
  api: SharedApp,
  { ada, ben }: { ada: SignedIn; ben: SignedIn },
  world: World,
  given: { acts: readonly Act[]; edit: Edit | null },
): Promise<{ expected: Map<string, Fields>; actual: Map<string, Fields>; isDone: boolean } | null> {
  const { teamId } = world;
  const box = await openToolboxOf(api, ada, teamId);
  const before = await readTeam(ada, teamId);
  let proposal: Proposal | null = null;
  for (const one of given.acts) proposal = (await box.run(one.tool, one.input(world))).proposal ?? proposal;
  if (proposal === null) return null;
  const path = `/teams/${teamId}/assistant/proposals/${proposal.id}`;
  const done = await ada.post(`${path}/confirm`);
  // Tool calls of one answer may conflict. In this case, none of them is applied.
  if (done.status !== 200) return { expected: before, actual: await readTeam(ada, teamId), isDone: false };
  const expected = new Map(before);
  if (given.edit !== null) {
    const { id } = at(world.tasks, given.edit.task);
    const edited = await ben.patch(`/teams/${teamId}/tasks/${id}`, given.edit.fields);
    const was = before.get(`tasks ${id}`);
    if (edited.status === 200 && was !== undefined)
      expected.set(`tasks ${id}`, { ...was, ...given.edit.fields });
  }
  const undone = await ada.post(`${path}/undo`);
  if (undone.status !== 200) throw new Error(`Undo: ${undone.status} ${JSON.stringify(undone.body)}`);
  return { expected, actual: await readTeam(ada, teamId), isDone: true };
}
