import { randomUUID } from 'node:crypto';
import { insertInvoice } from '#testing/billing.ts';
import { makeDocument } from '#testing/documents.ts';
import { joinTeam, makeProject, makeTask, makeTeam, signIn, Client, type SignedIn } from '#testing/make.ts';
import type { TestApp } from '#testing/start-app.ts';
import { insertProposal, insertThread } from '#testing/insert-thread.ts';

/** The readers. Guests differ in their grants. The grant of `was granted` has been revoked. */
export const READERS = [
  'anonymous',
  'no team',
  'foreign owner',
  'removed',
  'guest',
  'guest of project',
  'was granted',
  'member',
  'admin',
  'owner',
] as const;
export type Reader = (typeof READERS)[number];

/** Groups of readers. Every token belongs to one group. Written by hand, independently of the server's own rules. */
const CIRCLES = {
  /** The team's members and statuses. */
  team: ['guest', 'guest of project', 'was granted', 'member', 'admin', 'owner'],
  /** Data that a link exposes to anyone: team name and inviter of an invite, or the content of a publicly shared project. */
  link: READERS,
  project: ['guest of project', 'member', 'admin', 'owner'],
  /** Content of a project to which no guest has access, and content without a project. */
  staff: ['member', 'admin', 'owner'],
  invites: ['member', 'admin', 'owner'],
  foreign: ['foreign owner'],
  /** Private documents. Not even the team's owner may read them. */
  private: ['member'],
  /** Data of the owner's own account. */
  owner: ['owner'],
  /** Trashed content that is hidden from everyone, and overwritten content. */
  nobody: [],
} as const satisfies Record<string, readonly Reader[]>;
type Circle = keyof typeof CIRCLES;

/** Readers of a user's name where they differ from the whole team. */
const NAME_READERS: Partial<Record<Reader, readonly Reader[]>> = {
  owner: CIRCLES.link,
  'no team': ['no team'],
  'foreign owner': ['foreign owner'],
  // The audit log keeps their names.
  removed: ['removed', 'admin', 'owner'],
};

/** Readers of a user's email address. Guests see only their own. */
function addressReaders(reader: Reader): readonly Reader[] {
  const isOfTeam = (CIRCLES.team as readonly Reader[]).includes(reader);
  return isOfTeam ? [reader, ...CIRCLES.staff] : [reader];
}

/** Email address of a reader. */
export const addressOf = (reader: Reader): string => `cnry-${reader.replaceAll(' ', '-')}@example.com`;

/** Time of the readers' reminders, in seconds from the creation of the world. */
export const REMINDED_IN = 900;

export interface CanaryWorld {
  api: TestApp;
  clients: Record<Reader, Client>;
  people: Partial<Record<Reader, SignedIn>>;
  homeId: string;
  foreignId: string;
  /** Ids of objects in both teams by kind, for use in URLs. */
  ids: Record<
    | 'project'
    | 'task'
    | 'user'
    | 'status'
    | 'invite'
    | 'invoice'
    | 'template'
    | 'token'
    | 'number'
    | 'document'
    | 'thread'
    | 'proposal',
    string[]
  >;
  /** All documents, each with its writer and its group of readers. */
  documents: { teamId: string; id: string; circle: Circle; writer: Reader }[];
  link: string;
  /** Permitted readers by token. */
  tokens: Map<string, readonly Reader[]>;
  /** Creates a token that a group may read. */
  mark: (circle: Circle, what: string) => string;
  /** Strings that must not appear in a log. */
  secrets: string[];
}

let drawn = 0;

/** Creates two teams in which every string is a unique token, to identify the source of a leak. */
export async function makeCanaryWorld(api: TestApp): Promise<CanaryWorld> {
  const tokens: CanaryWorld['tokens'] = new Map();
  const note = (who: readonly Reader[], what: string): string => {
    const token = `cnry${(++drawn).toString(36)}z ${what}`;
    tokens.set(token, who);
    return token;
  };
  const mark: CanaryWorld['mark'] = (circle, what) => note(CIRCLES[circle], `${circle} ${what}`);

  const secrets: string[] = [];
  const people: CanaryWorld['people'] = {};
  for (const reader of READERS.filter((one) => one !== 'anonymous')) {
    const email = addressOf(reader);
    const person = await signIn(api, email);
    tokens.set(email, addressReaders(reader));
    const name = note(NAME_READERS[reader] ?? CIRCLES.team, `name of ${reader}`);
    await person.patch('/account', { name });
    people[reader] = person;
    secrets.push(email, ...[...person.cookies.values()].map(({ value }) => value));
  }
  const owner = people.owner as SignedIn;
  const foreigner = people['foreign owner'] as SignedIn;

  const home = await makeTeam(owner, mark('link', 'name of the team'));
  const foreign = await makeTeam(foreigner, mark('foreign', 'name of the team'));
  const [homeId, foreignId] = [home._id, foreign._id];
  for (const id of [homeId, foreignId]) await owner.post(`/dev/teams/${id}/plan`, { plan: 'pro' });
  for (const reader of ['guest', 'guest of project', 'was granted', 'removed'] as const) {
    await joinTeam(owner, homeId, people[reader] as SignedIn, 'guest');
  }
  await joinTeam(owner, homeId, people.member as SignedIn, 'member');
  await joinTeam(owner, homeId, people.admin as SignedIn, 'member');
  await owner.patch(`/teams/${homeId}/members/${people.admin?.user.id}`, { teamRole: 'admin' });

  const world: CanaryWorld = {
    api,
    clients: { ...people, anonymous: new Client(api) } as CanaryWorld['clients'],
    people,
    homeId,
    foreignId,
    ids: {
      project: [],
      task: [],
      user: [],
      status: [],
      invite: [],
      invoice: [],
      template: [],
      token: [],
      number: [],
      document: [],
      thread: [],
      proposal: [],
    },
    documents: [],
    link: '',
    tokens,
    mark,
    secrets,
  };
  for (const { user } of [people.member, people.owner, foreigner, people.removed] as SignedIn[])
    world.ids.user.push(user.id);
  const open = await fillProject(world, owner, homeId, 'project');
  const closed = await fillProject(world, owner, homeId, 'staff');
  await fillProject(world, foreigner, foreignId, 'foreign');
  for (const reader of ['guest of project', 'was granted', 'removed'] as const) {
    const path = `/teams/${homeId}/projects/${open}/grants/${people[reader]?.user.id}`;
    await owner.send('PUT', path, { body: { level: 'edit' } });
  }
  // A task that moves to a project hidden from the guests. Its later content is hidden from them, too.
  const moved = await makeTask(owner, homeId, {
    // Shown in the task's history to readers of its current project.
    title: mark('staff', 'title before it moved'),
    projectId: open,
  });
  world.ids.task.push(moved.id);
  await addReminders(world, open, moved.id);
  await owner.patch(`/teams/${homeId}/tasks/${moved.id}`, {
    projectId: closed,
    title: mark('staff', 'title after it moved'),
  });
  await owner.delete(`/teams/${homeId}/projects/${open}/grants/${people['was granted']?.user.id}`);
  await owner.delete(`/teams/${homeId}/members/${people.removed?.user.id}`);
  await fillInvites(world, owner);
  for (const [teamId, circle, writer, fields] of [
    [homeId, 'project', 'owner', { projectId: open }],
    [homeId, 'staff', 'owner', {}],
    [homeId, 'private', 'member', { isPrivate: true }],
    [homeId, 'private', 'member', { isPrivate: true, projectId: open }],
    [foreignId, 'foreign', 'foreign owner', {}],
  ] as const)
    await fillDocument(world, { teamId, circle, writer }, fields);
  for (const [teamId, name] of [
    [homeId, 'owner'],
    [foreignId, 'foreign'],
  ] as const) {
    world.ids.invoice.push((await insertInvoice(api, teamId)).id);
    // Visible to the installation's operators, and in the export of the author's account.
    const question = {
      subject: mark(name, 'subject of a question'),
      message: mark(name, 'text of a question'),
    };
    await (teamId === homeId ? owner : foreigner).post(`/teams/${teamId}/support`, question);
  }
  for (const [teamId, circle, writer] of [
    [homeId, 'private', people.member],
    [foreignId, 'foreign', foreigner],
  ] as const) {
    const content = {
      title: mark(circle, 'title of a thread'),
      text: mark(circle, 'message to the assistant'),
    };
    const userId = writer?.user.id ?? '';
    world.ids.thread.push(await insertThread(api, { teamId, userId, ...content }));
    const title = mark(circle, 'title of what was proposed');
    world.ids.proposal.push(await insertProposal(api, { teamId, userId, title }));
  }
  for (const showsAll of [false, true]) await fillShare(world, owner, showsAll);
  return world;
}

/** Creates a project with tasks, comments and trashed items. For groups other than `project`, also creates such tasks without a project. */
async function fillProject(
  world: CanaryWorld,
  by: SignedIn,
  teamId: string,
  circle: Circle,
): Promise<string> {
  const { ids, mark } = world;
  const describe = (what: string) => ({
    name: mark(circle, `name ${what}`),
    description: mark(what.includes('trashed') ? 'nobody' : circle, `description ${what}`),
  });
  const project = await makeProject(by, teamId, describe('of a project'));
  const trashed = await makeProject(by, teamId, describe('of a trashed project'));
  const homes = circle === 'project' ? [project.id] : [project.id, null];
  for (const projectId of homes) {
    for (const isTrashed of [false, true]) {
      const what = `${projectId === null ? 'in no project' : 'in a project'}${isTrashed ? ', trashed' : ''}`;
      const task = await makeTask(by, teamId, {
        title: mark(circle, `title ${what}`),
        description: mark(isTrashed ? 'nobody' : circle, `description ${what}`),
        projectId,
      });
      await by.post(`/teams/${teamId}/tasks/${task.id}/comments`, {
        body: mark(isTrashed ? 'nobody' : circle, `comment ${what}`),
      });
      await by.post(`/teams/${teamId}/tasks/${task.id}/time`, {
        startedAt: '2026-11-19T09:00:00Z',
        endedAt: '2026-11-19T09:30:00Z',
        note: mark(isTrashed ? 'nobody' : circle, `time ${what}`),
      });
      if (isTrashed) await by.delete(`/teams/${teamId}/tasks/${task.id}`);
      ids.task.push(task.id);
    }
  }
  await by.delete(`/teams/${teamId}/projects/${trashed.id}`);
  ids.project.push(project.id, trashed.id);
  const saved = await by.post<{ template: { id: string } }>(
    `/teams/${teamId}/projects/${project.id}/template`,
    // Guests cannot read templates, not even those of a visible project.
    { name: mark(circle === 'foreign' ? 'foreign' : 'staff', 'name of a template') },
  );
  ids.template.push(saved.body.template.id);
  await fillViews(by, teamId, project.id, mark(circle, 'name of a view'));
  const name = mark(circle === 'foreign' ? 'foreign' : 'team', 'status').slice(0, 40);
  world.tokens.set(name, circle === 'foreign' ? CIRCLES.foreign : CIRCLES.team);
  const created = await by.post<{ status?: { id: string } }>(`/teams/${teamId}/statuses`, {
    name,
    category: 'started',
  });
  if (created.body.status !== undefined) ids.status.push(created.body.status.id);
  return project.id;
}

/** Creates a view visible to everyone with access to the project, and a private view. Adds both and the project to the favourites. */
async function fillViews(by: SignedIn, teamId: string, projectId: string, name: string): Promise<void> {
  await by.send('PUT', `/teams/${teamId}/projects/${projectId}/favourite`, { body: {} });
  for (const isPrivate of [false, true]) {
    const view = { name: isPrivate ? 'Mine' : name, text: 'view=list', projectId, isPrivate };
    const { body } = await by.post<{ view: { id: string } }>(`/teams/${teamId}/views`, view);
    await by.send('PUT', `/teams/${teamId}/views/${body.view.id}/favourite`, { body: {} });
  }
}

/** All readers, including those about to lose access, set reminders on all visible tasks and mark the project as a favourite. */
async function addReminders(world: CanaryWorld, projectId: string, movedId: string): Promise<void> {
  const { api, homeId, people, ids } = world;
  const [day, time] = new Date(api.app.clock.now().getTime() + REMINDED_IN * 1000).toISOString().split('T');
  const once = { on: 'day', day, days: 0, time: time?.slice(0, 5), timeZone: 'UTC', isSeen: false };
  for (const reader of ['guest of project', 'was granted', 'removed', 'member', 'admin', 'owner'] as const) {
    const person = people[reader] as SignedIn;
    await person.send('PUT', `/teams/${homeId}/projects/${projectId}/favourite`, { body: {} });
    for (const taskId of new Set([...ids.task, movedId])) {
      const reminders = [{ id: randomUUID(), ...once }];
      // The server rejects this for tasks that are hidden from the reader.
      await person.patch(`/teams/${homeId}/own-tasks`, { taskIds: [taskId], reminders });
    }
  }
}

/** Creates a project with a public link: exposed content is readable through the link, all other content only by the staff. */
async function fillShare(world: CanaryWorld, owner: SignedIn, showsAll: boolean): Promise<void> {
  const { homeId, ids, mark, secrets } = world;
  const more = showsAll ? 'link' : 'staff';
  const shown = await makeProject(owner, homeId, {
    name: mark('link', 'name of a shared project'),
    description: mark(more, 'description of a shared project'),
  });
  const path = `/teams/${homeId}/projects/${shown.id}/public-link`;
  const settings = { showsDescriptions: showsAll, showsNames: showsAll };
  const created = await owner.send<{ publicLink: { url: string } }>('PUT', path, { body: settings });
  const token = created.body.publicLink.url.split('/').at(-1) ?? '';
  const task = await makeTask(owner, homeId, {
    title: mark('link', 'title of a shared task'),
    description: mark(more, 'description of a shared task'),
    projectId: shown.id,
    assigneeIds: world.ids.user.slice(showsAll ? 1 : 0, showsAll ? 2 : 1),
  });
  const at = `/teams/${homeId}/tasks/${task.id}`;
  await owner.post(`${at}/checklist`, { title: mark(more, 'step of a shared task') });
  await owner.post(`${at}/comments`, { body: mark('staff', 'comment on a shared task') });
  await owner.post(`/teams/${homeId}/tasks`, {
    title: mark('staff', 'part of a shared task, elsewhere'),
    parentId: task.id,
    projectId: null,
  });
  ids.project.push(shown.id);
  ids.task.push(task.id);
  ids.token.push(token);
  ids.number.push(String(task.number));
  secrets.push(token);
}

/** Creates a document and a nested document with different content. */
async function fillDocument(
  { people, ids, documents, mark }: CanaryWorld,
  { teamId, circle, writer }: Omit<CanaryWorld['documents'][number], 'id'>,
  fields: Record<string, unknown>,
): Promise<void> {
  const by = people[writer] as SignedIn;
  const write = (where: string): Record<string, unknown> => ({
    title: mark(circle, `title of a document${where}`),
    markdown: `# ${mark(circle, `heading of a document${where}`)}\n\n${mark(circle, `text of a document${where}`)}`,
  });
  const above = await makeDocument(by, teamId, { ...write(''), ...fields });
  const below = await makeDocument(by, teamId, { ...write(' in another'), parentId: above.id });
  for (const { id } of [above, below]) {
    ids.document.push(id);
    documents.push({ teamId, id, circle, writer });
  }
}

async function fillInvites(world: CanaryWorld, owner: SignedIn): Promise<void> {
  const { homeId, tokens, secrets, ids } = world;
  const path = `/teams/${homeId}/invites`;
  const open = await owner.post<{ invite: { id: string; link: string } }>(path, { teamRole: 'guest' });
  world.link = open.body.invite.link;
  const email = `cnry-invited-${++drawn}@example.com`;
  tokens.set(email, CIRCLES.invites);
  const mailed = await owner.post<{ invite: { id: string; link: string } }>(path, {
    teamRole: 'guest',
    email,
  });
  ids.invite.push(open.body.invite.id, mailed.body.invite.id);
  secrets.push(email, open.body.invite.link, mailed.body.invite.link);
}
