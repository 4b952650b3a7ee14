import { sql } from 'kysely';
import type { GrantLevel, TeamRole } from '@hearth/contracts/permissions';
import { asOwner } from '#platform/db/index.ts';
import type { TestEngine } from './databases.ts';
import { Client, makeProject, makeTeam, signIn, type SignedIn } from './make.ts';
import { startApp, type TestApp } from './start-app.ts';

/** Who calls. The last eight are members of the team; the first four have no session that lives. */
export const CALLERS = [
  'anonymous',
  'expired session',
  'ended session',
  'tampered cookie',
  'no team',
  'foreign owner',
  'wrong team',
  'removed',
  'guest',
  'guest view',
  'guest comment',
  'guest edit',
  'guest manage',
  'member',
  'admin',
  'owner',
] as const;
export type CallerName = (typeof CALLERS)[number];

const ROLES: Partial<Record<CallerName, TeamRole>> = {
  'expired session': 'owner',
  'ended session': 'owner',
  'wrong team': 'member',
  guest: 'guest',
  'guest view': 'guest',
  'guest comment': 'guest',
  'guest edit': 'guest',
  'guest manage': 'guest',
  member: 'member',
  admin: 'admin',
};
const GRANTS: Partial<Record<CallerName, GrantLevel>> = {
  'guest view': 'view',
  'guest comment': 'comment',
  'guest edit': 'edit',
  'guest manage': 'manage',
};

/** Texts that stand in work of one scope each: whoever may not see the scope must never be sent them. */
export const CANARIES = { staff: 'canary-7f3a of the staff', project: 'canary-c41e of a project' } as const;

/** The canaries that a caller may never read. */
export function hiddenFrom(caller: CallerName): string[] {
  if (!caller.startsWith('guest')) {
    return ['member', 'admin', 'owner'].includes(caller) ? [] : Object.values(CANARIES);
  }
  return caller === 'guest' ? Object.values(CANARIES) : [CANARIES.staff];
}

/** One team with people of every kind, two teams beside it, and ways to put things as they were. */
export interface World {
  api: TestApp;
  teamId: string;
  /** Owned by the caller `wrong team`, who is a plain member of the first. */
  otherTeamId: string;
  foreignTeamId: string;
  owner: SignedIn;
  foreigner: SignedIn;
  clients: Record<CallerName, Client>;
  userIds: Partial<Record<CallerName, string>>;
  /** A plain member whom others act upon. */
  target: SignedIn;
  projectId: string;
  trashedProjectId: string;
  /** Gives the guests their levels on a project, and names who made it. */
  openProject(projectId: string, createdBy?: string): Promise<void>;
  setTaskMaker(taskId: string, createdBy: string): Promise<void>;
  setInviteMaker(inviteId: string, createdBy: string): Promise<void>;
  setTeamDeleted(isDeleted: boolean): Promise<void>;
  /** Puts people, rights, plan and sessions back; work that a request made stays. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

export async function makeWorld(engine: TestEngine): Promise<World> {
  const api = await startApp(engine);
  const { db } = api.app;
  const owner = await signIn(api, 'owner@example.com');
  const foreigner = await signIn(api, 'foreign-owner@example.com');
  const target = await signIn(api, 'target@example.com');
  const teamId = (await makeTeam(owner, 'Home'))._id;
  const foreignTeamId = (await makeTeam(foreigner, 'Foreign'))._id;
  const people: Partial<Record<CallerName, SignedIn>> = { owner, 'foreign owner': foreigner };
  for (const name of CALLERS.filter((one) => one !== 'anonymous' && one !== 'tampered cookie')) {
    people[name] ??= await signIn(api, `${name.replaceAll(' ', '-')}@example.com`);
  }
  const userIds = Object.fromEntries(
    Object.entries(people).map(([name, person]) => [name, person.user.id]),
  ) as World['userIds'];
  const otherTeamId = (await makeTeam(people['wrong team'] as SignedIn, 'Other'))._id;
  const roles = new Map<string, TeamRole>([
    [owner.user.id, 'owner'],
    [target.user.id, 'member'],
  ]);
  for (const [name, role] of Object.entries(ROLES)) roles.set(userIds[name as CallerName] ?? '', role);
  await liftLimits();
  const joining = { link: await makeLink(owner, teamId) };
  await (people.removed as SignedIn).post(`/invites/${joining.link}/join`);
  await owner.delete(`/teams/${teamId}/members/${userIds.removed}`);

  const granted = Object.entries(GRANTS).map(([name, level]) => ({
    userId: userIds[name as CallerName] ?? '',
    level,
  }));
  const openProject: World['openProject'] = async (projectId, createdBy) => {
    await asOwner(db, async (tx) => {
      for (const { userId, level } of granted) {
        await tx
          .insertInto('project_grants')
          .values({
            team_id: teamId,
            project_id: projectId,
            user_id: userId,
            level,
            granted_by: owner.user.id,
            granted_at: api.app.clock.now(),
          })
          .onConflict((conflict) =>
            conflict.columns(['team_id', 'project_id', 'user_id']).doUpdateSet({ level }),
          )
          .execute();
      }
      if (createdBy !== undefined) {
        await tx
          .updateTable('projects')
          .set({ created_by: createdBy })
          .where('team_id', '=', teamId)
          .where('id', '=', projectId)
          .execute();
      }
    });
  };

  async function liftLimits(): Promise<void> {
    await asOwner(db, async (tx) => {
      await tx.updateTable('team_usage').set({ lim: null }).execute();
      await tx.updateTable('teams').set({ plan: 'pro' }).execute();
    });
  }

  async function mendPeople(): Promise<void> {
    await asOwner(db, async (tx) => {
      for (const [userId, role] of roles) {
        await tx
          .insertInto('memberships')
          .values({ team_id: teamId, user_id: userId, role, joined_at: api.app.clock.now() })
          .onConflict((conflict) =>
            conflict.columns(['team_id', 'user_id']).doUpdateSet({ role, removed_at: null }),
          )
          .execute();
      }
      await tx
        .updateTable('memberships')
        .set({ removed_at: api.app.clock.now() })
        .where('team_id', '=', teamId)
        .where('user_id', '=', userIds.removed ?? '')
        .execute();
      await tx
        .deleteFrom('memberships')
        .where('team_id', '=', teamId)
        .where('user_id', 'in', [userIds['no team'] ?? '', foreigner.user.id])
        .execute();
      await tx
        .updateTable('teams')
        .set({ deleted_at: null, deleted_by: null })
        .where('id', 'in', [teamId, otherTeamId, foreignTeamId])
        .execute();
      await tx
        .updateTable('sessions')
        .set({ ended_at: null })
        .where('user_id', '!=', userIds['ended session'] ?? '')
        .execute();
    });
    await liftLimits();
  }

  await mendPeople();
  const projectId = (await makeProject(owner, teamId, { name: CANARIES.project })).id;
  const trashedProjectId = (await makeProject(owner, teamId, { name: CANARIES.project })).id;
  await openProject(projectId);
  await openProject(trashedProjectId);
  await owner.delete(`/teams/${teamId}/projects/${trashedProjectId}`);
  await asOwner(db, async (tx) => {
    const end = { at: api.app.clock.now() };
    await sql`update sessions set expires_at = created_at where user_id = ${userIds['expired session']}`.execute(
      tx,
    );
    await sql`update sessions set ended_at = ${end.at} where user_id = ${userIds['ended session']}`.execute(
      tx,
    );
  });

  const clients = {
    ...people,
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
    openProject,
    setTaskMaker: async (taskId, createdBy) => {
      await asOwner(db, async (tx) => {
        await tx.updateTable('tasks').set({ created_by: createdBy }).where('id', '=', taskId).execute();
      });
    },
    setInviteMaker: async (inviteId, createdBy) => {
      await asOwner(db, async (tx) => {
        await tx.updateTable('invites').set({ created_by: createdBy }).where('id', '=', inviteId).execute();
      });
    },
    setTeamDeleted: async (isDeleted) => {
      await asOwner(db, async (tx) => {
        await tx
          .updateTable('teams')
          .set({ deleted_at: isDeleted ? api.app.clock.now() : null })
          .where('id', 'in', [teamId, otherTeamId])
          .execute();
      });
    },
    mend: async () => {
      await mendPeople();
      await openProject(projectId);
      await openProject(trashedProjectId);
    },
    close: async () => await api.close(),
  };
}

async function makeLink(by: Client, teamId: string): Promise<string> {
  const made = await by.post<{ invite: { link: string } }>(`/teams/${teamId}/invites`, {});
  return made.body.invite.link;
}

/** The owner's cookie with its last letter changed. */
function tamper(api: TestApp, owner: SignedIn): Client {
  const client = new Client(api);
  for (const [name, cookie] of owner.cookies) {
    const value = cookie.value.slice(0, -1) + (cookie.value.endsWith('A') ? 'B' : 'A');
    client.cookies.set(name, { ...cookie, value });
  }
  return client;
}
