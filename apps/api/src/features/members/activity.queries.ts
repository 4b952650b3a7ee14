import { sql } from 'kysely';
import type { MemberActivity } from '@hearth/contracts/members/members';
import { takesSeat } from '#features/billing/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';

/** Writes a member's last activity, unless an activity after `before` is already recorded or the membership has ended. */
export async function putActivity(tx: TeamTx, of: { userId: string; at: Date; before: Date }): Promise<void> {
  await sql`
    insert into member_activity (team_id, user_id, last_active_at)
    select team_id, user_id, ${of.at}::timestamptz from memberships
    where team_id = ${tx.teamId} and user_id = ${of.userId} and removed_at is null
    on conflict (team_id, user_id) do update set last_active_at = excluded.last_active_at
    where member_activity.last_active_at < ${of.before}`.execute(tx);
}

export async function findLastActive(tx: TeamTx, userId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('member_activity')
    .select('last_active_at')
    .where('team_id', '=', tx.teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.last_active_at ?? null;
}

/** Returns a page (`limit` + 1) with the activity of all active members, by user id. */
export async function listActivity(
  tx: TeamTx,
  page: { after: string | null; limit: number },
): Promise<MemberActivity[]> {
  const { after } = page;
  const { rows } = await sql<MemberActivity>`
    select m.user_id as "userId", ${instantJson(sql`a.last_active_at`)} as "lastActiveAt",
      ${takesSeat} as "hasSeat"
    from memberships m
    left join member_activity a on a.team_id = m.team_id and a.user_id = m.user_id
    where m.team_id = ${tx.teamId} and m.removed_at is null and ${after === null ? sql`true` : sql`m.user_id > ${after}::uuid`}
    order by m.user_id limit ${page.limit + 1}`.execute(tx);
  return rows;
}
