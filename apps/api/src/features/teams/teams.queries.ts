import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { EstimateUnit } from '@hearth/contracts/model/task-values';
import type { Team } from '@hearth/contracts/teams/teams';
import type { DefaultRole, TeamRole } from '@hearth/contracts/permissions/permissions';
import type { TeamTx, UserTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';
import { instantJson } from '#platform/sql-json.ts';
import { isAfterId, type SnapshotRequest } from '#platform/sync/index.ts';

type TeamRow = Selectable<Tables['teams']>;

function toTeam(row: TeamRow): Team {
  return {
    _id: row.id,
    name: row.name,
    key: row.key,
    image: row.image,
    membersMayInvite: row.members_may_invite,
    membersMayUseTokens: row.members_may_use_tokens,
    defaultRole: row.default_role,
    estimateUnit: row.estimate_unit,
    hasPublicLinks: row.has_public_links,
    timeZone: row.time_zone,
    workingDays: row.working_days,
    holidays: row.holidays,
    createdAt: row.created_at.toISOString(),
    deletedAt: row.deleted_at?.toISOString() ?? null,
  };
}

/** Selects the team for the snapshot, with the same fields as `toTeam`. */
export function selectTeamSnapshot({ teamId, after }: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select t.id, t.id::text as key, json_build_object('_id', t.id, 'name', t.name, 'key', t.key, 'image', t.image,
      'membersMayInvite', t.members_may_invite,
      'membersMayUseTokens', t.members_may_use_tokens, 'defaultRole', t.default_role,
      'estimateUnit', t.estimate_unit, 'hasPublicLinks', t.has_public_links, 'timeZone', t.time_zone,
      'workingDays', to_jsonb(t.working_days), 'holidays', to_jsonb(t.holidays), 'createdAt', ${instantJson(sql`t.created_at`)},
      'deletedAt', ${instantJson(sql`t.deleted_at`)}) as data
    from teams t where t.id = ${teamId} and ${isAfterId('t.id', after)}`;
}

interface TeamWithJoin {
  team: Team;
  joinedAt: Date;
}

type After = { at: Date; id: string } | null;

/**
 * Returns a page (`limit` + 1) of a user's teams, oldest membership first: teams that are not deleted, or teams they own that were deleted
 * after `deletedAfter`.
 */
export async function listTeams(
  tx: UserTx,
  userId: string,
  which: { deletedAfter: Date | null; onlyTeam?: string | null },
  page: { after: After; limit: number },
): Promise<TeamWithJoin[]> {
  const { deletedAfter } = which;
  const { after } = page;
  const rows = await tx
    .selectFrom('memberships')
    .innerJoin('teams', 'teams.id', 'memberships.team_id')
    .selectAll('teams')
    .select('memberships.joined_at')
    .where('memberships.user_id', '=', userId)
    .where('memberships.removed_at', 'is', null)
    .$if(deletedAfter === null, (query) => query.where('teams.deleted_at', 'is', null))
    .$if(deletedAfter !== null, (query) =>
      query.where('teams.deleted_at', '>', deletedAfter).where('memberships.role', '=', 'owner'),
    )
    .$if(typeof which.onlyTeam === 'string', (query) =>
      query.where('teams.id', '=', which.onlyTeam as string),
    )
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('memberships.joined_at', 'teams.id'),
          '>',
          eb.tuple(after?.at ?? new Date(0), after?.id ?? ''),
        ),
      ),
    )
    .orderBy('memberships.joined_at')
    .orderBy('teams.id')
    .limit(page.limit + 1)
    .execute();
  return rows.map((row) => ({ team: toTeam(row), joinedAt: row.joined_at }));
}

export async function insertTeam(
  tx: TeamTx,
  team: { id: string; name: string; key: string; createdBy: string; createdAt: Date },
): Promise<Team | null> {
  const row = await tx
    .insertInto('teams')
    .values({
      id: team.id,
      name: team.name,
      key: team.key,
      created_by: team.createdBy,
      created_at: team.createdAt,
      // Use the time zone of the team's creator if it is valid, otherwise UTC.
      time_zone: sql<string>`(select case when is_zone(u.time_zone) then u.time_zone else 'UTC' end from users u where u.id = ${team.createdBy})`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  await tx.insertInto('team_heads').values({ team_id: team.id }).execute();
  return toTeam(row);
}

/** Locks the team's row, even if the team is deleted. */
export async function lockTeam(tx: TeamTx): Promise<Team | null> {
  const row = await tx
    .selectFrom('teams')
    .selectAll()
    .where('id', '=', tx.teamId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? null : toTeam(row);
}

export async function findTeam(tx: TeamTx): Promise<Team | null> {
  const row = await tx.selectFrom('teams').selectAll().where('id', '=', tx.teamId).executeTakeFirst();
  return row === undefined ? null : toTeam(row);
}

/** A partial update of a team. */
export interface TeamFields {
  name?: string | undefined;
  membersMayInvite?: boolean | undefined;
  membersMayUseTokens?: boolean | undefined;
  defaultRole?: DefaultRole | undefined;
  estimateUnit?: EstimateUnit | undefined;
  hasPublicLinks?: boolean | undefined;
  timeZone?: string | undefined;
  workingDays?: number[] | undefined;
  holidays?: string[] | undefined;
  image?: string | null | undefined;
}

export async function updateTeam(tx: TeamTx, fields: TeamFields): Promise<Team> {
  const row = await tx
    .updateTable('teams')
    .set({
      ...(fields.name === undefined ? {} : { name: fields.name }),
      ...(fields.membersMayInvite === undefined ? {} : { members_may_invite: fields.membersMayInvite }),
      ...(fields.membersMayUseTokens === undefined
        ? {}
        : { members_may_use_tokens: fields.membersMayUseTokens }),
      ...(fields.defaultRole === undefined ? {} : { default_role: fields.defaultRole }),
      ...(fields.estimateUnit === undefined ? {} : { estimate_unit: fields.estimateUnit }),
      ...(fields.hasPublicLinks === undefined ? {} : { has_public_links: fields.hasPublicLinks }),
      ...(fields.timeZone === undefined ? {} : { time_zone: fields.timeZone }),
      ...(fields.workingDays === undefined ? {} : { working_days: fields.workingDays }),
      ...(fields.holidays === undefined ? {} : { holidays: fields.holidays }),
      ...(fields.image === undefined ? {} : { image: fields.image }),
    })
    .where('id', '=', tx.teamId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toTeam(row);
}

/** Returns whether the database supports this time zone. Its list of time zones may differ from that of the JavaScript runtime. */
export async function isZoneOfDatabase(tx: TeamTx, timeZone: string): Promise<boolean> {
  const { rows } = await sql<{ isZone: boolean }>`select is_zone(${timeZone}) as "isZone"`.execute(tx);
  return rows[0]?.isZone === true;
}

export async function setDeleted(tx: TeamTx, deleted: { at: Date; by: string } | null): Promise<Team> {
  const row = await tx
    .updateTable('teams')
    .set({ deleted_at: deleted?.at ?? null, deleted_by: deleted?.by ?? null })
    .where('id', '=', tx.teamId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toTeam(row);
}

/** Locks and returns a user's role, even in a deleted team. */
export async function lockRole(tx: TeamTx, userId: string): Promise<TeamRole | null> {
  const row = await tx
    .selectFrom('memberships')
    .select('role')
    .where('team_id', '=', tx.teamId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row?.role ?? null;
}
