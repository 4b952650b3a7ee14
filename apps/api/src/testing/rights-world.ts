import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { GrantLevel, TeamRole } from '@hearth/contracts/permissions';
import { TOKEN_OPERATIONS, TOKEN_PREFIX } from '@hearth/contracts/token-values';
import { asOwner } from '#platform/db/index.ts';
import type { TestEngine } from './databases.ts';
import { Client, makeProject, makeTask, makeTeam, Program, signIn, type SignedIn } from './make.ts';
import { startApp, type TestApp } from './start-app.ts';

/** Who calls. The last eight are members of the team, and so is `account leaving`; the first four have no session that lives. */
export const CALLERS = [
  'anonymous',
  'expired session',
  'ended session',
  'tampered cookie',
  'no team',
  'foreign owner',
  'wrong team',
  'removed',
  'token ended',
  'token of removed',
  'token of guest',
  'token narrow',
  'token wide',
  'account leaving',
  'guest',
  'guest view',
  'guest comment',
  'guest edit',
  'guest manage',
  'member',
  'admin',
  'owner',
] as const;
/** Programs, by whose token they have; all are the owner's but two. */
const TOKENS: Partial<Record<CallerName, CallerName>> = {
  'token ended': 'owner',
  'token of removed': 'removed',
  'token of guest': 'guest manage',
  'token narrow': 'owner',
  'token wide': 'owner',
};
export type CallerName = (typeof CALLERS)[number];

const ROLES: Partial<Record<CallerName, TeamRole>> = {
  'expired session': 'owner',
  'ended session': 'owner',
  'wrong team': 'member',
  'account leaving': 'member',
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
export const CANARIES = {
  staff: 'canary-7f3a of the staff',
  project: 'canary-c41e of a project',
  private: 'canary-9b05 of a private project',
} as const;

/** The canaries that a caller may never read: into private projects only guests were let, and no owner. */
export function hiddenFrom(caller: CallerName): string[] {
  const staff = ['member', 'admin', 'owner', 'account leaving', 'token narrow', 'token wide'];
  if (staff.includes(caller)) return [CANARIES.private];
  return caller.startsWith('guest ') ? [CANARIES.staff] : Object.values(CANARIES);
}

export interface PutToken {
  name?: string;
  scopes?: readonly string[];
  expiresAt?: Date;
  revokedAt?: Date;
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
  /** A private project in which the guests have their levels, and nobody else has any. */
  makePrivateProject(): Promise<string>;
  /** A task in such a project. */
  makePrivateTask(isTrashed: boolean): Promise<string>;
  setTaskMaker(taskId: string, createdBy: string): Promise<void>;
  setInviteMaker(inviteId: string, createdBy: string): Promise<void>;
  /** An API token as if this person had made it. */
  putToken(userId: string, wish: PutToken): Promise<{ id: string; secret: string }>;
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
  for (const name of CALLERS.filter(
    (one) => !(one in TOKENS) && one !== 'anonymous' && one !== 'tampered cookie',
  )) {
    people[name] ??= await signIn(api, `${name.replaceAll(' ', '-')}@example.com`);
  }
  const userIds = Object.fromEntries(
    Object.entries(people).map(([name, person]) => [name, person.user.id]),
  ) as World['userIds'];
  const otherTeamId = (await makeTeam(people['wrong team'] as SignedIn, 'Other'))._id;
  // A team with work in it takes no file.
  await makeTask(people['wrong team'] as SignedIn, otherTeamId);
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
      await tx
        .insertInto('project_grants')
        .values(
          granted.map(({ userId, level }) => ({
            team_id: teamId,
            project_id: projectId,
            user_id: userId,
            level,
            granted_by: owner.user.id,
            granted_at: api.app.clock.now(),
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['team_id', 'project_id', 'user_id'])
            .doUpdateSet((eb) => ({ level: eb.ref('excluded.level') })),
        )
        .execute();
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

  /** `target` may look, so that others can assign them. */
  const closeProject = async (projectId: string): Promise<void> => {
    await openProject(projectId);
    const letIn = { team_id: teamId, project_id: projectId, user_id: target.user.id, level: 'view' } as const;
    await asOwner(db, async (tx) => {
      await tx
        .insertInto('project_grants')
        .values({ ...letIn, granted_by: owner.user.id, granted_at: api.app.clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await tx
        .updateTable('projects')
        .set({ is_private: true, created_by: target.user.id })
        .where('id', '=', projectId)
        .execute();
    });
    await leavePrivateProjects();
  };

  /** Whoever let themselves into a private project is out again. */
  async function leavePrivateProjects(): Promise<void> {
    const ids = (['member', 'account leaving', 'admin', 'owner'] as const).map((name) => userIds[name] ?? '');
    await asOwner(db, async (tx) => {
      await tx
        .deleteFrom('project_grants as g')
        .where('g.user_id', 'in', ids)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('projects as p')
              .select('p.id')
              .whereRef('p.id', '=', 'g.project_id')
              .where('p.is_private', '=', true),
          ),
        )
        .execute();
    });
  }

  const putToken: World['putToken'] = async (userId, wish) => {
    const secret = TOKEN_PREFIX + api.app.ids.newToken(32);
    const id = api.app.ids.uuid();
    const now = api.app.clock.now();
    await asOwner(db, async (tx) => {
      await tx
        .insertInto('api_tokens')
        .values({
          id,
          user_id: userId,
          token_hash: createHash('sha256').update(secret).digest(),
          name: wish.name ?? 'Script',
          hint: secret.slice(-4),
          scopes: [...(wish.scopes ?? ['tasks.list'])],
          only_team: null,
          created_at: now,
          expires_at: wish.expiresAt ?? new Date(now.getTime() + 86_400_000),
          last_used_at: null,
          revoked_at: wish.revokedAt ?? null,
        })
        .execute();
    });
    return { id, secret };
  };

  async function liftLimits(): Promise<void> {
    await asOwner(db, async (tx) => {
      await tx.updateTable('team_usage').set({ lim: null }).execute();
      await tx.updateTable('teams').set({ plan: 'pro' }).execute();
    });
  }

  async function mendPeople(): Promise<void> {
    await asOwner(db, async (tx) => {
      await tx
        .insertInto('memberships')
        .values(
          [...roles].map(([userId, role]) => ({
            team_id: teamId,
            user_id: userId,
            role,
            joined_at: api.app.clock.now(),
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['team_id', 'user_id'])
            .doUpdateSet((eb) => ({ role: eb.ref('excluded.role'), removed_at: null })),
        )
        .execute();
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
      // An owner who left took the invites that they made along.
      await sql`update invites set expires_at = created_at + interval '7 days'`.execute(tx);
      await tx
        .updateTable('sessions')
        .set({ ended_at: null })
        .where('user_id', '!=', userIds['ended session'] ?? '')
        .execute();
      await tx
        .updateTable('api_tokens')
        .set({ revoked_at: null })
        .where('name', '=', 'Of a caller')
        .execute();
      await tx
        .updateTable('users')
        .set({ delete_at: new Date(api.app.clock.now().getTime() + 14 * 86_400_000) })
        .where('id', '=', userIds['account leaving'] ?? '')
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

  const programs: Partial<Record<CallerName, Client>> = {};
  for (const [caller, holder] of Object.entries(TOKENS)) {
    const { secret } = await putToken(userIds[holder] ?? '', {
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
    openProject,
    makePrivateProject: async () => {
      const { id } = await makeProject(owner, teamId, { name: 'Closed', description: CANARIES.private });
      await closeProject(id);
      return id;
    },
    makePrivateTask: async (isTrashed) => {
      const { id: inProject } = await makeProject(owner, teamId, { name: 'Closed' });
      const task = await makeTask(owner, teamId, { title: CANARIES.private, projectId: inProject });
      if (isTrashed) await owner.delete(`/teams/${teamId}/tasks/${task.id}`);
      await closeProject(inProject);
      return task.id;
    },
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
    putToken,
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
      await leavePrivateProjects();
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
