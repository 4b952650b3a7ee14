import type { App } from '#platform/feature.ts';
import type { SyncPage } from '@hearth/contracts/sync';
import { makeDocument } from '#testing/documents.ts';
import { Client, joinTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import type { TestClock } from '#testing/start-app.ts';

type Target = Client['target'];

/** The servers of a scene: access is revoked through `near`, and the user who loses it is connected to `far`. */
export interface Stage {
  near: Target;
  far: Target;
  /** For a server in this process, where jobs can be delayed. Null for other processes, where queued jobs are not tested. */
  inside: { app: App; clock: TestClock } | null;
}

/** An admin who has access to a private project and every channel open, and is about to lose access. */
export interface Scene extends Stage {
  owner: SignedIn;
  person: SignedIn;
  /** A member with access to the same projects, for viewing the team as another member. */
  viewed: SignedIn;
  teamId: string;
  /** The private project. */
  projectId: string;
  taskIds: { team: string; project: string };
  documentIds: { team: string; project: string };
  token: { id: string; secret: string };
  /** Log position of the team when the channels are opened. */
  seq: number;
  /** Unique strings contained in all content of the team, and of its private project. */
  secrets: { team: string; project: string };
}

/** The secrets that a channel reveals. */
export type Revealed = 'both' | 'team' | 'project' | 'none';

export function findRevealed(scene: Scene, text: string): Revealed {
  const [team, project] = [text.includes(scene.secrets.team), text.includes(scene.secrets.project)];
  if (team && project) return 'both';
  if (team) return 'team';
  return project ? 'project' : 'none';
}

/** Returns a client with the same cookies that is connected to another node. */
export function at(client: SignedIn, target: Target): SignedIn {
  const other = Object.assign(new Client(target), { user: client.user });
  for (const [name, cookie] of client.cookies) other.cookies.set(name, cookie);
  return other;
}

let drawn = 0;

export async function setScene(stage: Stage): Promise<Scene> {
  const { near, far } = stage;
  const run = ++drawn;
  const sign = (name: string): Promise<SignedIn> => signIn(near, `${name}-${run}@example.com`);
  const [owner, admin, viewed] = await Promise.all([sign('revoker'), sign('revoked'), sign('viewed')]);
  const person = at(admin, far);
  const teamId = (await makeTeam(owner))._id;
  const team = `/teams/${teamId}`;
  await owner.post(`/dev${team}/plan`, { plan: 'pro' });
  await joinTeam(owner, teamId, admin, 'admin');
  await joinTeam(owner, teamId, viewed);
  const secrets = { team: `secret of team ${run};`, project: `secret of project ${run};` };
  const projectId = (await makeProject(owner, teamId, { isPrivate: true })).id;
  for (const { user } of [admin, viewed]) {
    await owner.send('PUT', `${team}/projects/${projectId}/grants/${user.id}`, { body: { level: 'edit' } });
  }
  const taskIds = {
    team: (await makeTask(owner, teamId, { title: secrets.team })).id,
    project: (await makeTask(owner, teamId, { title: secrets.project, projectId })).id,
  };
  const documentIds = {
    team: (await makeDocument(owner, teamId, { title: secrets.team })).id,
    project: (await makeDocument(owner, teamId, { title: secrets.project, projectId })).id,
  };
  const created = await person.post<{ token: { id: string }; secret: string }>('/account/tokens', {
    name: 'Script',
    scopes: ['tasks.list', 'sync.read', 'documents.get', 'documents.list'],
    teamId,
  });
  const { seq } = (await owner.get<SyncPage>(`${team}/sync?limit=1`)).body;
  const token = { id: created.body.token.id, secret: created.body.secret };
  return { ...stage, owner, person, viewed, teamId, projectId, taskIds, documentIds, token, seq, secrets };
}
