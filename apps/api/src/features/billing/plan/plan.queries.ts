import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { LimitedResource, Plan, PlanLimits } from '@hearth/contracts/billing/plans';
import type { PaymentMethod } from '@hearth/contracts/billing/billing';
import { LIMITED_RESOURCES } from '@hearth/contracts/billing/plans';
import type { SubscriptionFacts } from '@hearth/contracts/billing/subscription-state';
import type { TeamTx } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';

export interface TeamPlan {
  /** As bought, or given by an override; in force until `entitledUntil`. */
  plan: Plan;
  paidUntil: Date | null;
  /** null = unlimited. */
  entitledUntil: Date | null;
  hasOverride: boolean;
  chooseSeatsBy: Date | null;
  /** The product's clock as stored in the database: decides what is paid for. */
  now: Date;
  usage: Record<LimitedResource, number>;
  /** The effective subscription: an open checkout, else the newest that was ever authorised, else the newest. */
  subscription: KeptSubscription | null;
}

export interface KeptSubscription extends SubscriptionFacts {
  id: string;
  gatewayId: string;
  gatewayPlan: string;
  /** Paise. */
  amount: number;
  currency: string;
  url: string | null;
  checkoutUntil: Date;
  /** Set when it follows a paid period that was still running when it was made. */
  startsAt: Date | null;
  appliedRead: number;
  method: PaymentMethod | null;
}

/** A team's plan at the product's clock, its subscription, and its usage; null = no such team. */
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

async function findSubscriptionThatCounts(tx: TeamTx): Promise<KeptSubscription | null> {
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

export function toSubscription(row: Selectable<Tables['subscriptions']>): KeptSubscription {
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

/** A new team's counters, at zero. */
export async function insertUsage(tx: TeamTx, limits: PlanLimits): Promise<void> {
  const rows = LIMITED_RESOURCES.map((resource) => ({ team_id: tx.teamId, resource, lim: limits[resource] }));
  await tx.insertInto('team_usage').values(rows).execute();
}

/**
 * Locks the counters, in the lock order of commands. A command that holds one has already written its rows, so a count
 * under these locks misses none. Memberships are locked first: a command that changes one counts afterwards.
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
 * Expects `memberships m`: whether a grant gives this person write access. True for guests who may take a seat. Trashed projects
 * and documents don't count.
 */
export const writesByGrant: RawBuilder<boolean> = sql<boolean>`(
  exists (
    select from project_grants g join projects p on p.team_id = g.team_id and p.id = g.project_id
    where g.team_id = m.team_id and g.user_id = m.user_id and g.level in ('edit', 'manage') and p.deleted_at is null)
  or exists (
    select from document_grants g join documents d on d.team_id = g.team_id and d.id = g.document_id
    where g.team_id = m.team_id and g.user_id = m.user_id and g.level in ('edit', 'manage') and d.deleted_at is null))`;

/** Expects `memberships m`: role or grants include writing beyond comments, with or without a seat. */
export const mayTakeSeat: RawBuilder<boolean> = sql<boolean>`(m.role <> 'guest' or ${writesByGrant})`;

/** Expects `memberships m`: takes a collaborator's seat. View-only members take none. */
export const takesSeat: RawBuilder<boolean> = sql<boolean>`(m.view_only_since is null and ${mayTakeSeat})`;

/** Recounts every limited resource; sample projects and their tasks don't count. */
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
  if (counts === undefined) throw new Error('A select without from gives one row');
  return counts;
}

/** A team's entitlement, as limits are checked against it. */
export interface Entitlement {
  plan: Plan;
  paidUntil: Date | null;
  /** null = unlimited. */
  until: Date | null;
  hasOverride: boolean;
  /** Deadline for the owner's choice of who keeps writing on a plan with too few seats. */
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
