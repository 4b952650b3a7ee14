import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import { TOKEN_PREFIX } from '@hearth/contracts/tokens/token-values';
import { asOwner } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { GRANTS, ROLES, type CallerName } from './rights-callers.ts';

import { insertCycle } from './insert-cycle.ts';

const DAY_MS = 86_400_000;

interface PutToken {
  name?: string;
  scopes?: readonly string[];
  expiresAt?: Date;
  revokedAt?: Date;
}

/** Users and teams used to set up the states. */
interface Scenery {
  teamId: string;
  otherTeamId: string;
  foreignTeamId: string;
  userIds: Partial<Record<CallerName, string>>;
  ownerId: string;
  foreignerId: string;
  targetId: string;
}

/** Sets up users, permissions and content directly in the database because this would take many steps through the API. */
export class States {
  readonly #app: App;
  readonly #on: Scenery;
  readonly #roles: ReadonlyMap<string, TeamRole>;

  constructor(app: App, on: Scenery) {
    this.#app = app;
    this.#on = on;
    this.#roles = new Map<string, TeamRole>([
      [on.ownerId, 'owner'],
      [on.targetId, 'member'],
      ...Object.entries(ROLES).map(([name, role]) => [this.#idOf(name as CallerName), role] as const),
    ]);
  }

  #idOf(name: CallerName): string {
    return this.#on.userIds[name] ?? '';
  }

  async makeRepeating(taskId: string, isStalled: boolean): Promise<void> {
    const repeat = { mode: 'schedule', rule: 'FREQ=DAILY', later: null, timeZone: 'UTC' };
    await asOwner(this.#app.db, async (tx) => {
      await sql`
        update tasks set repeat = ${JSON.stringify(repeat)}::jsonb, series_id = gen_random_uuid(), series_run = 1,
          series_state = ${isStalled ? 'paused' : 'open'}, due_date = '2026-11-20',
          closed_at = ${isStalled ? this.#app.clock.now() : null},
          status_id = case when ${isStalled} then (select id from statuses s
            where s.team_id = tasks.team_id and s.category = 'completed' order by s.id limit 1) else status_id end
        where team_id = ${this.#on.teamId} and id = ${taskId}`.execute(tx);
    });
  }

  async putSkip(taskId: string): Promise<string> {
    const id = randomUUID();
    await asOwner(this.#app.db, (tx) =>
      tx
        .insertInto('task_skips')
        .values({
          team_id: this.#on.teamId,
          id,
          task_id: taskId,
          day: '2026-11-19',
          to_day: '2026-11-20',
          rule: 'FREQ=DAILY',
          to_rule: 'FREQ=DAILY',
          reason: '',
          skipped_by: null,
          skipped_at: this.#app.clock.now(),
        })
        .execute(),
    );
    return id;
  }

  /** Inserts a time entry of this user. */
  async putTime(taskId: string, userId: string, isDeleted: boolean): Promise<string> {
    const id = randomUUID();
    const now = this.#app.clock.now();
    const deleted = isDeleted ? { deleted_at: now, deleted_by: userId } : {};
    await asOwner(this.#app.db, (tx) =>
      tx
        .insertInto('time_entries')
        .values({
          team_id: this.#on.teamId,
          id,
          task_id: taskId,
          user_id: userId,
          day: '2026-11-19',
          started_at: new Date('2026-11-19T09:00:00Z'),
          ended_at: new Date('2026-11-19T10:00:00Z'),
          note: '',
          made_by: 'hand',
          created_at: now,
          ...deleted,
        })
        .execute(),
    );
    return id;
  }

  async putCycle(projectId: string): Promise<string> {
    return await asOwner(this.#app.db, async (tx) => {
      return await insertCycle(tx, this.#on.teamId, projectId, this.#app.clock.now());
    });
  }

  async putMilestone(projectId: string, isDeleted: boolean): Promise<string> {
    const id = randomUUID();
    const now = this.#app.clock.now();
    const deleted = isDeleted ? { deleted_at: now, left_task_ids: [] } : {};
    await asOwner(this.#app.db, (tx) =>
      tx
        .insertInto('milestones')
        .values({
          team_id: this.#on.teamId,
          id,
          project_id: projectId,
          name: 'Beta',
          description: '',
          target_date: null,
          position: 'a0',
          created_by: null,
          created_at: now,
          updated_at: now,
          ...deleted,
        })
        .execute(),
    );
    return id;
  }

  /** Grants the guests their levels on a project, and optionally sets its creator. */
  async openProject(projectId: string, createdBy?: string): Promise<void> {
    await asOwner(this.#app.db, async (tx) => {
      await this.#grantsOf([projectId]).execute(tx);
      if (createdBy === undefined) return;
      await tx
        .updateTable('projects')
        .set({ created_by: createdBy })
        .where('team_id', '=', this.#on.teamId)
        .where('id', '=', projectId)
        .execute();
    });
  }

  /** Makes a project private: only the guests, with their levels, and the target have access. */
  async closeProject(projectId: string): Promise<void> {
    const { teamId, ownerId, targetId } = this.#on;
    const now = this.#app.clock.now();
    await asOwner(this.#app.db, async (tx) => {
      await this.#grantsOf([projectId]).execute(tx);
      // The target gets view access, because other members must be able to assign tasks to them.
      const letIn = { team_id: teamId, project_id: projectId, user_id: targetId, level: 'view' } as const;
      await tx
        .insertInto('project_grants')
        .values({ ...letIn, granted_by: ownerId, granted_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await tx
        .updateTable('projects')
        .set({ is_private: true, created_by: targetId })
        .where('id', '=', projectId)
        .execute();
      await this.#leftPrivateProjects().execute(tx);
    });
  }

  async setTaskMaker(taskId: string, createdBy: string): Promise<void> {
    await asOwner(this.#app.db, async (tx) => {
      await tx.updateTable('tasks').set({ created_by: createdBy }).where('id', '=', taskId).execute();
    });
  }

  async setDocumentMaker(documentId: string, createdBy: string): Promise<void> {
    await asOwner(this.#app.db, async (tx) => {
      await tx.updateTable('documents').set({ created_by: createdBy }).where('id', '=', documentId).execute();
    });
  }

  /** Makes a document private: only the guests, with their levels, and the target, who may view it, have access. */
  async closeDocument(documentId: string, projectId: string): Promise<void> {
    const { teamId, ownerId, targetId } = this.#on;
    const levels = [...Object.entries(GRANTS), ['target', 'view'] as const].map(
      ([name, level]) =>
        sql`(${teamId}::uuid, ${documentId}::uuid, ${name === 'target' ? targetId : this.#idOf(name as CallerName)}::uuid,
          ${level}, ${ownerId}::uuid, ${this.#app.clock.now()}::timestamptz)`,
    );
    await asOwner(this.#app.db, async (tx) => {
      await sql`insert into document_grants (team_id, document_id, user_id, level, granted_by, granted_at)
        values ${sql.join(levels)}`.execute(tx);
      await sql`update documents set is_private = true, is_restricted = true, access = array[id], project_id = ${projectId},
        created_by = ${targetId} where id = ${documentId}`.execute(tx);
    });
  }

  /** Inserts a comment of this user, optionally deleted by them. */
  async putComment(taskId: string, createdBy: string, isDeleted: boolean): Promise<string> {
    const id = this.#app.ids.uuid();
    const now = this.#app.clock.now();
    const comment = { team_id: this.#on.teamId, id, task_id: taskId, body: 'Said', created_by: createdBy };
    const deleted = isDeleted ? { deleted_at: now, deleted_by: createdBy } : {};
    await asOwner(this.#app.db, async (tx) => {
      await tx
        .insertInto('task_comments')
        .values({ ...comment, ...deleted, created_at: now })
        .execute();
    });
    return id;
  }

  async setInviteMaker(inviteId: string, createdBy: string): Promise<void> {
    await asOwner(this.#app.db, async (tx) => {
      await tx.updateTable('invites').set({ created_by: createdBy }).where('id', '=', inviteId).execute();
    });
  }

  /** Inserts an API token of this user. */
  async putToken(userId: string, fields: PutToken): Promise<{ id: string; secret: string }> {
    const { ids, clock, db } = this.#app;
    const secret = TOKEN_PREFIX + ids.newToken(32);
    const id = ids.uuid();
    const now = clock.now();
    await asOwner(db, async (tx) => {
      await tx
        .insertInto('api_tokens')
        .values({
          id,
          user_id: userId,
          token_hash: createHash('sha256').update(secret).digest(),
          name: fields.name ?? 'Script',
          hint: secret.slice(-4),
          scopes: [...(fields.scopes ?? ['tasks.list'])],
          only_team: null,
          created_at: now,
          expires_at: fields.expiresAt ?? new Date(now.getTime() + DAY_MS),
          last_used_at: null,
          revoked_at: fields.revokedAt ?? null,
        })
        .execute();
    });
    return { id, secret };
  }

  async endSessions(): Promise<void> {
    const now = this.#app.clock.now();
    const [expired, ended] = [this.#idOf('expired session'), this.#idOf('ended session')];
    await asOwner(this.#app.db, async (tx) => {
      await sql`update sessions set expires_at = created_at where user_id = ${expired}`.execute(tx);
      await sql`update sessions set ended_at = ${now} where user_id = ${ended}`.execute(tx);
    });
  }

  async setTeamDeleted(isDeleted: boolean): Promise<void> {
    const { teamId, otherTeamId } = this.#on;
    await asOwner(this.#app.db, async (tx) => {
      await tx
        .updateTable('teams')
        .set({ deleted_at: isDeleted ? this.#app.clock.now() : null })
        .where('id', 'in', [teamId, otherTeamId])
        .execute();
    });
  }

  /**
   * Restores users, permissions, plan and sessions, and the guests' levels on these projects, but keeps content created by requests. Uses a
   * single statement because it runs after each of many hundred requests.
   */
  async mend(projectIds: readonly string[]): Promise<void> {
    const { teamId, otherTeamId, foreignTeamId, foreignerId } = this.#on;
    const now = this.#app.clock.now();
    const removed = this.#idOf('removed');
    const people = [...this.#roles].map(
      ([userId, role]) => sql`(${teamId}::uuid, ${userId}::uuid, ${role}, ${now}::timestamptz)`,
    );
    const opened =
      projectIds.length === 0 ? [] : [sql`opened as (${this.#grantsOf(projectIds)} returning 1)`];
    const parts = [
      sql`joined as (
        insert into memberships (team_id, user_id, role, joined_at) values ${sql.join(people)}
        on conflict (team_id, user_id) do update set role = excluded.role, removed_at = null returning 1)`,
      sql`gone as (
        update memberships set removed_at = ${now} where team_id = ${teamId} and user_id = ${removed} returning 1)`,
      sql`strangers as (
        delete from memberships where team_id = ${teamId} and user_id in (${this.#idOf('no team')}, ${foreignerId})
        returning 1)`,
      sql`restored as (
        update teams set deleted_at = null, deleted_by = null, plan = 'pro'
        where id in (${teamId}, ${otherTeamId}, ${foreignTeamId}) returning 1)`,
      // A team can have only one sample project at a time.
      sql`adopted as (update projects set is_sample = false where is_sample returning 1)`,
      sql`unlimited as (update team_usage set lim = null where lim is not null returning 1)`,
      // Invites of an owner who has left are invalid.
      sql`invited as (update invites set expires_at = created_at + interval '7 days' returning 1)`,
      sql`living as (
        update sessions set ended_at = null where ended_at is not null and user_id <> ${this.#idOf('ended session')}
        returning 1)`,
      sql`working as (update api_tokens set revoked_at = null where name = 'Of a caller' returning 1)`,
      sql`leaving as (
        update users set delete_at = ${new Date(now.getTime() + 14 * DAY_MS)} where id = ${this.#idOf('account leaving')}
        returning 1)`,
      sql`left_private as (${this.#leftPrivateProjects()} returning 1)`,
      ...opened,
    ];
    await asOwner(this.#app.db, async (tx) => {
      await sql`with ${sql.join(parts)} select 1`.execute(tx);
    });
  }

  #grantsOf(projectIds: readonly string[]) {
    const { teamId, ownerId } = this.#on;
    const now = this.#app.clock.now();
    const rows = projectIds.flatMap((projectId) =>
      Object.entries(GRANTS).map(([name, level]) => {
        const userId = this.#idOf(name as CallerName);
        return sql`(${teamId}::uuid, ${projectId}::uuid, ${userId}::uuid, ${level}, ${ownerId}::uuid, ${now}::timestamptz)`;
      }),
    );
    return sql`
      insert into project_grants (team_id, project_id, user_id, level, granted_by, granted_at) values ${sql.join(rows)}
      on conflict (team_id, project_id, user_id) do update set level = excluded.level`;
  }

  /** Removes access to private projects that users have granted themselves. */
  #leftPrivateProjects() {
    const ids = (['member', 'account leaving', 'admin', 'owner'] as const).map((name) => this.#idOf(name));
    return sql`
      delete from project_grants g using projects p
      where g.user_id in (${sql.join(ids)}) and p.team_id = g.team_id and p.id = g.project_id and p.is_private`;
  }
}
