import { randomUUID } from 'node:crypto';
import { TOKEN_OPERATIONS } from '@hearth/contracts/tokens/token-values';
import { asOwner } from '#platform/db/index.ts';
import { insertAttachment } from '#testing/attach.ts';
import type { TestEngine } from '#testing/databases.ts';
import { liftLimits } from './id-swap-sets.ts';
import { Client, makeProject, makeTask, makeTeam, Program, signIn, type SignedIn } from '#testing/make.ts';
import { CALLERS, CANARIES, TOKENS, type CallerName } from './rights-callers.ts';
import { States } from './rights-states.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';

/** A team with users of every role, two other teams, and methods to restore their state. */
export interface World {
  api: TestApp;
  teamId: string;
  /** Owned by the caller `wrong team`, who is a regular member of the team `teamId`. */
  otherTeamId: string;
  foreignTeamId: string;
  owner: SignedIn;
  foreigner: SignedIn;
  clients: Record<CallerName, Client>;
  userIds: Partial<Record<CallerName, string>>;
  /** A regular member who is the target of other callers' requests. */
  target: SignedIn;
  projectId: string;
  trashedProjectId: string;
  states: States;
  /** Creates a private project to which only the guests, with their levels, and the target have access. */
  makePrivateProject(): Promise<string>;
  /** Creates a task in a private project. */
  makePrivateTask(isTrashed: boolean): Promise<string>;
  /** Adds an item to the checklist of a task in any state. */
  addItem(taskId: string): Promise<string>;
  /** Attaches an image to a task in any state, and deletes the attachment if `isDeleted`. */
  attach(taskId: string, isDeleted: boolean): Promise<string>;
  /** Attaches an image to a document in any state, and deletes the attachment if `isDeleted`. */
  attachToDocument(documentId: string, isDeleted: boolean): Promise<string>;
  /** Relates two tasks in any state. */
  relate(taskId: string, otherId: string): Promise<string>;
  /** Restores users, permissions, plan and sessions, but keeps content created by requests. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function makeWorld(engine: TestEngine): Promise<World> {
  const api = await startApp(engine);
  const owner = await signIn(api, 'owner@example.com');
  const foreigner = await signIn(api, 'foreign-owner@example.com');
  const target = await signIn(api, 'target@example.com');
  const teamId = (await makeTeam(owner, 'Home'))._id;
  const foreignTeamId = (await makeTeam(foreigner, 'Foreign'))._id;
  const people: Partial<Record<CallerName, SignedIn>> = { owner, 'foreign owner': foreigner };
  for (const name of CALLERS.filter(
    (one) => !(one in TOKENS) && one !== 'anonymous' && one !== 'tampered cookie',
  )) {
    people[name] ??= await signIn(api, `${name.replaceAll(' ', '-')}@example.com`);
  }
  const userIds = Object.fromEntries(
    Object.entries(people).map(([name, person]) => [name, person.user.id]),
  ) as World['userIds'];
  const otherTeamId = (await makeTeam(people['wrong team'] as SignedIn, 'Other'))._id;
  // Give the team some content, which makes it accept no import.
  await makeTask(people['wrong team'] as SignedIn, otherTeamId);
  await liftLimits(api.app.db);
  const joining = { link: await makeLink(owner, teamId) };
  await (people.removed as SignedIn).post(`/invites/${joining.link}/join`);
  await owner.delete(`/teams/${teamId}/members/${userIds.removed}`);

  const states = new States(api.app, {
    teamId,
    otherTeamId,
    foreignTeamId,
    userIds,
    ownerId: owner.user.id,
    foreignerId: foreigner.user.id,
    targetId: target.user.id,
  });
  await states.mend([]);
  const projectId = (await makeProject(owner, teamId, { name: CANARIES.project })).id;
  const trashedProjectId = (await makeProject(owner, teamId, { name: CANARIES.project })).id;
  const mend = async (): Promise<void> => await states.mend([projectId, trashedProjectId]);
  await mend();
  await owner.delete(`/teams/${teamId}/projects/${trashedProjectId}`);
  await states.endSessions();

  const programs: Partial<Record<CallerName, Client>> = {};
  for (const [caller, holder] of Object.entries(TOKENS)) {
    const { secret } = await states.putToken(userIds[holder] ?? '', {
      name: caller === 'token ended' ? 'Of nobody' : 'Of a caller',
      scopes: caller === 'token narrow' ? ['tasks.list'] : TOKEN_OPERATIONS,
      ...(caller === 'token ended' ? { revokedAt: api.app.clock.now() } : {}),
    });
    programs[caller as CallerName] = new Program(api, secret);
  }
  const clients = {
    ...people,
    ...programs,
    anonymous: new Client(api),
    'tampered cookie': tamper(api, owner),
  } as World['clients'];
  return {
    api,
    teamId,
    otherTeamId,
    foreignTeamId,
    owner,
    foreigner,
    clients,
    userIds,
    target,
    projectId,
    trashedProjectId,
    states,
    makePrivateProject: async () => {
      const { id } = await makeProject(owner, teamId, { name: 'Closed', description: CANARIES.private });
      await states.closeProject(id);
      return id;
    },
    makePrivateTask: async (isTrashed) => {
      const { id: inProject } = await makeProject(owner, teamId, { name: 'Closed' });
      const task = await makeTask(owner, teamId, { title: CANARIES.private, projectId: inProject });
      if (isTrashed) await owner.delete(`/teams/${teamId}/tasks/${task.id}`);
      await states.closeProject(inProject);
      return task.id;
    },
    addItem: async (taskId) => {
      const id = randomUUID();
      await asOwner(api.app.db, (tx) =>
        tx
          .insertInto('checklist_items')
          .values({ team_id: teamId, id, task_id: taskId, title: 'Step', is_done: false, position: 'a0' })
          .execute(),
      );
      return id;
    },
    attach: (taskId, isDeleted) => insertAttachment(api, { teamId, taskId, by: owner.user.id, isDeleted }),
    attachToDocument: (documentId, isDeleted) =>
      insertAttachment(api, { teamId, documentId, by: owner.user.id, isDeleted }),
    relate: async (taskId, otherId) => {
      const id = randomUUID();
      await asOwner(api.app.db, (tx) =>
        tx
          .insertInto('task_relations')
          .values({
            team_id: teamId,
            id,
            kind: 'blocks',
            from_id: taskId,
            to_id: otherId,
            created_by: owner.user.id,
            created_at: new Date(),
          })
          .execute(),
      );
      return id;
    },
    mend,
    close: async () => await api.close(),
  };
}

async function makeLink(by: Client, teamId: string): Promise<string> {
  const created = await by.post<{ invite: { link: string } }>(`/teams/${teamId}/invites`, {});
  return created.body.invite.link;
}

/** Returns a client with the owner's cookie, whose last character is changed. */
function tamper(api: TestApp, owner: SignedIn): Client {
  const client = new Client(api);
  for (const [name, cookie] of owner.cookies) {
    const value = cookie.value.slice(0, -1) + (cookie.value.endsWith('A') ? 'B' : 'A');
    client.cookies.set(name, { ...cookie, value });
  }
  return client;
}
