import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { LimitedResource, Plan, PlanLimits } from '@hearth/contracts/billing/plans';
import type { PaymentMethod } from '@hearth/contracts/billing/billing';
import { LIMITED_RESOURCES } from '@hearth/contracts/billing/plans';
import type { SubscriptionFacts } from '@hearth/contracts/billing/subscription-state';
import type { TeamTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';

export interface TeamPlan {
  /** The plan as bought or granted by an override, in force until `entitledUntil`. */
  plan: Plan;
  paidUntil: Date | null;
  /** End of the plan including the grace period. Null if the plan is unlimited. */
  entitledUntil: Date | null;
  hasOverride: boolean;
  chooseSeatsBy: Date | null;
  /** The product clock's time as stored in the database. It determines whether the plan is still in force. */
  now: Date;
  usage: Record<LimitedResource, number>;
  /** The effective subscription: an open checkout, else the newest one that was ever authorized, else the newest one. */
  subscription: StoredSubscription | null;
}

export interface StoredSubscription extends SubscriptionFacts {
  id: string;
  gatewayId: string;
  gatewayPlan: string;
  /** Amount in paise. */
  amount: number;
  currency: string;
  url: string | null;
  checkoutUntil: Date;
  /** Start of the first period, if the subscription was created while an earlier paid period was still running. */
  startsAt: Date | null;
  appliedRead: number;
  method: PaymentMethod | null;
}

/**
 * Returns a team's plan at the current time of the product's clock, with its subscription and usage. Returns null if the team does not
 * exist.
 */
export async function findTeamPlan(tx: TeamTx): Promise<TeamPlan | null> {
  const { rows } = await sql<
    Omit<TeamPlan, 'usage' | 'subscription'> & { usage: [LimitedResource, number][] | null }
  >`
    select t.plan, t.paid_until as "paidUntil", t.entitled_until as "entitledUntil",
      t.has_plan_override as "hasOverride", t.choose_seats_by as "chooseSeatsBy", app_now() as now,
      (select jsonb_agg(jsonb_build_array(u.resource, u.n)) from team_usage u where u.team_id = ${tx.teamId}) as usage
    from teams t where t.id = ${tx.teamId} and t.deleted_at is null`.execute(tx);
  const [team] = rows;
  if (team === undefined) return null;
  const usage = {
    collaborators: 0,
    projects: 0,
    documents: 0,
    tasks: 0,
    ...Object.fromEntries(team.usage ?? []),
  };
  return { ...team, usage, subscription: await findSubscriptionThatCounts(tx) };
}

async function findSubscriptionThatCounts(tx: TeamTx): Promise<StoredSubscription | null> {
  const row = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .orderBy(
      sql`case when state = 'pending' and checkout_until > app_now() then 0
        when state in ('pending', 'expired') and first_paid_at is null then 2 else 1 end`,
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toSubscription(row);
}

export function toSubscription(row: Selectable<Tables['subscriptions']>): StoredSubscription {
  const ms = (at: Date | null): number | null => at?.getTime() ?? null;
  return {
    id: row.id,
    gatewayId: row.gateway_id,
    gatewayPlan: row.gateway_plan,
    amount: row.amount,
    currency: row.currency,
    url: row.url,
    checkoutUntil: row.checkout_until,
    startsAt: row.starts_at,
    appliedRead: row.applied_read,
    method: row.method,
    state: row.state,
    paidUntil: ms(row.paid_until),
    paidCount: row.paid_count,
    firstPaidAt: ms(row.first_paid_at),
    firstFailedAt: ms(row.first_failed_at),
    cancelsAtEnd: row.cancels_at_end,
    needsAuthorisation: row.needs_authorisation,
    endedAt: ms(row.ended_at),
    refundedAt: ms(row.refunded_at),
  };
}

/** Inserts the usage counters of a new team, starting at zero. */
export async function insertUsage(tx: TeamTx, limits: PlanLimits): Promise<void> {
  const rows = LIMITED_RESOURCES.map((resource) => ({ team_id: tx.teamId, resource, lim: limits[resource] }));
  await tx.insertInto('team_usage').values(rows).execute();
}

/**
 * Locks the memberships and usage counters of a team, in the lock order of commands. Commands write their rows before they lock a counter,
 * so a count under these locks is complete. Memberships are locked first because commands that change a membership update the counters
 * afterwards.
 */
export async function lockUsage(tx: TeamTx): Promise<void> {
  await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('team_id', '=', tx.teamId)
    .where('removed_at', 'is', null)
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute();
  await tx
    .selectFrom('team_usage')
    .select('resource')
    .where('team_id', '=', tx.teamId)
    .orderBy('resource')
    .forUpdate()
    .execute();
}

/**
 * Whether a grant on a project or document that is not in the trash gives this user write access; guests with such a grant may take a seat.
 * Expects the table `memberships` aliased as `m`.
 */
export const writesByGrant: RawBuilder<boolean> = sql<boolean>`(
  exists (
    select from project_grants g join projects p on p.team_id = g.team_id and p.id = g.project_id
    where g.team_id = m.team_id and g.user_id = m.user_id and g.level in ('edit', 'manage') and p.deleted_at is null)
  or exists (
    select from document_grants g join documents d on d.team_id = g.team_id and d.id = g.document_id
    where g.team_id = m.team_id and g.user_id = m.user_id and g.level in ('edit', 'manage') and d.deleted_at is null))`;

/** Whether role or grants allow this user to write more than comments, given a seat. Expects `memberships` aliased as `m`. */
export const mayTakeSeat: RawBuilder<boolean> = sql<boolean>`(m.role <> 'guest' or ${writesByGrant})`;

/** Whether this member takes a seat. View-only members do not. Expects the table `memberships` aliased as `m`. */
export const takesSeat: RawBuilder<boolean> = sql<boolean>`(m.view_only_since is null and ${mayTakeSeat})`;

/** Counts all limited resources of a team, excluding the trash and sample projects with their tasks. */
export async function countResources(tx: TeamTx): Promise<Record<LimitedResource, number>> {
  const { rows } = await sql<Record<LimitedResource, number>>`
    select
      (select count(*) from documents where team_id = ${tx.teamId} and deleted_at is null) as documents,
      (select count(*) from projects where team_id = ${tx.teamId} and deleted_at is null and not is_sample) as projects,
      (select count(*) from tasks t where t.team_id = ${tx.teamId} and t.deleted_at is null and not exists (
        select from projects p where p.team_id = t.team_id and p.id = t.project_id and p.is_sample)) as tasks,
      (select count(*) from memberships m where m.team_id = ${tx.teamId} and m.removed_at is null
        and ${takesSeat}) as collaborators`.execute(tx);
  const [counts] = rows;
  if (counts === undefined) throw new Error('Expected the query to return one row');
  return counts;
}

/** The entitlement of a team, which determines its limits. */
export interface Entitlement {
  plan: Plan;
  paidUntil: Date | null;
  /** End of the entitlement. Null if it is unlimited. */
  until: Date | null;
  hasOverride: boolean;
  /** Deadline for the owner to choose who keeps write access if the plan has too few seats. */
  chooseSeatsBy: Date | null;
}

export async function updateEntitlement(
  tx: TeamTx,
  { plan, paidUntil, until, hasOverride, chooseSeatsBy }: Entitlement,
): Promise<void> {
  await tx
    .updateTable('teams')
    .set({
      plan,
      paid_until: paidUntil,
      entitled_until: until,
      has_plan_override: hasOverride,
      choose_seats_by: chooseSeatsBy,
    })
    .where('id', '=', tx.teamId)
    .execute();
}

export async function updateUsage(
  tx: TeamTx,
  limits: PlanLimits,
  counts: Record<LimitedResource, number>,
): Promise<void> {
  for (const resource of LIMITED_RESOURCES) {
    await tx
      .updateTable('team_usage')
      .set({ lim: limits[resource], n: counts[resource] })
      .where('team_id', '=', tx.teamId)
      .where('resource', '=', resource)
      .execute();
  }
}
