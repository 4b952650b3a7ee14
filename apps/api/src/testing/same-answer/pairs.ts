import { randomUUID } from 'node:crypto';
import { joinTeam, makeProject, makeTask, makeTeam, signIn, Client } from '#testing/make.ts';
import type { TestApp } from '#testing/start-app.ts';

/** A request in two forms: for a nonexistent object, and for an existing object that is hidden from the caller. */
export interface Pair {
  name: string;
  client: Client;
  method: string;
  body?: unknown;
  absent: string;
  hidden: string;
  /** Whether the timing may differ, for example because the holder of a revoked link can know that it existed. */
  mayTakeLonger?: boolean;
}

/** Creates pairs for every type of addressable object, with callers who may not see it. */
export async function makePairs(api: TestApp): Promise<Pair[]> {
  const owner = await signIn(api, 'owner@example.com');
  const foreigner = await signIn(api, 'foreigner@example.com');
  const guest = await signIn(api, 'guest@example.com');
  const stranger = await signIn(api, 'stranger@example.com');
  const home = `/teams/${(await makeTeam(owner, 'Home'))._id}`;
  const foreign = `/teams/${(await makeTeam(foreigner, 'Foreign'))._id}`;
  await joinTeam(owner, home.slice(7), guest, 'guest');
  const fill = async (by: Client, team: string, key: string) => {
    const project = await makeProject(by, team.slice(7), { key });
    const task = await makeTask(by, team.slice(7), { projectId: project.id });
    const unfiled = await makeTask(by, team.slice(7));
    const trashed = await makeTask(by, team.slice(7));
    await by.delete(`${team}/tasks/${trashed.id}`);
    const status = await by.post<{ status: { id: string } }>(`${team}/statuses`, {
      name: 'Waiting',
      category: 'started',
    });
    const invite = await by.post<{ invite: { id: string; link: string } }>(`${team}/invites`, {});
    return { project, task, unfiled, trashed, status: status.body.status, invite: invite.body.invite };
  };
  const own = await fill(owner, home, 'OWN');
  const other = await fill(foreigner, foreign, 'OTHER');
  const { body } = await foreigner.get<{ sessions: { id: string }[] }>('/auth/sessions');
  const sessionId = body.sessions[0]?.id ?? '';
  await owner.delete(`${home}/invites/${own.invite.id}`);
  const linkPath = `${home}/projects/${own.project.id}/public-link`;
  const created = await owner.send<{ publicLink: { url: string } }>('PUT', linkPath, { body: {} });
  await owner.delete(linkPath);
  const shareToken = created.body.publicLink.url.split('/').at(-1) ?? '';

  const none = randomUUID();
  const nowhere = `/teams/${none}`;
  const pairs: Pair[] = [];
  const add = (
    name: string,
    client: Client,
    calls: [call: string, absent: string, hidden: string, body?: unknown][],
  ) => {
    for (const [method, absent, hidden, content] of calls) {
      const what = hidden.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '…');
      pairs.push({
        name: `${name}: ${method} ${what}`,
        client,
        method,
        absent,
        hidden,
        ...(content === undefined ? {} : { body: content }),
      });
    }
  };
  for (const path of [
    '/members',
    '/projects',
    '/statuses',
    '/tasks',
    '/trash',
    '/invites',
    '/sync',
    '/installation',
  ]) {
    add('a team of others', stranger, [['GET', nowhere + path, foreign + path]]);
  }
  add('a team of others', stranger, [
    ['PATCH', nowhere, foreign, { name: 'X' }],
    ['DELETE', nowhere, foreign],
    ['POST', `${nowhere}/restore`, `${foreign}/restore`],
    ['POST', `${nowhere}/tasks`, `${foreign}/tasks`, { title: 'X' }],
    ['GET', `/subscriptions/team/?teamId=${none}`, `/subscriptions/team/?teamId=${foreign.slice(7)}`],
  ]);
  const at = (kind: string, id: string, rest = ''): string => `${home}/${kind}/${id}${rest}`;
  const work = (name: string, client: Client, hidden: { project: string; task: string; trash: string }) =>
    add(name, client, [
      ['GET', at('projects', none), at('projects', hidden.project)],
      ['PATCH', at('projects', none), at('projects', hidden.project), { name: 'X' }],
      ['DELETE', at('projects', none), at('projects', hidden.project)],
      ['GET', at('projects', none, '/grants'), at('projects', hidden.project, '/grants')],
      ['GET', at('tasks', none), at('tasks', hidden.task)],
      ['PATCH', at('tasks', none), at('tasks', hidden.task), { title: 'X' }],
      ['DELETE', at('tasks', none), at('tasks', hidden.task)],
      ['GET', at('tasks', none, '/comments'), at('tasks', hidden.task, '/comments')],
      ['POST', at('tasks', none, '/comments'), at('tasks', hidden.task, '/comments'), { body: 'X' }],
      ['POST', at('trash', none, '/restore'), at('trash', hidden.trash, '/restore')],
      ['GET', `${home}/tasks?key=${none}`, `${home}/tasks?key=${hidden.task}`],
      ['GET', `${home}/tasks?projectId=${none}`, `${home}/tasks?projectId=${hidden.project}`],
    ]);
  work('work of another team', owner, {
    project: other.project.id,
    task: other.task.id,
    trash: other.trashed.id,
  });
  work('work that is not a guest’s', guest, {
    project: own.project.id,
    task: own.unfiled.id,
    trash: own.trashed.id,
  });
  add('things of another team', owner, [
    ['GET', at('tasks', 'OTHER-99'), at('tasks', other.task.key)],
    ['PATCH', at('statuses', none), at('statuses', other.status.id), { name: 'X' }],
    ['GET', at('members', none), at('members', foreigner.user.id)],
    ['PATCH', at('members', none), at('members', foreigner.user.id), { teamRole: 'guest' }],
    ['DELETE', at('invites', none), at('invites', other.invite.id)],
    ['DELETE', `/auth/sessions/${none}`, `/auth/sessions/${sessionId}`],
  ]);
  pairs.push({
    name: 'a revoked invite: GET /invites/…',
    client: new Client(api),
    method: 'GET',
    absent: `/invites/${'A'.repeat(own.invite.link.length)}`,
    hidden: `/invites/${own.invite.link}`,
    mayTakeLonger: true,
  });
  pairs.push({
    name: 'a public link that was turned off: GET /shares/…',
    client: new Client(api),
    method: 'GET',
    absent: `/shares/${'A'.repeat(shareToken.length)}`,
    hidden: `/shares/${shareToken}`,
  });
  return pairs;
}
