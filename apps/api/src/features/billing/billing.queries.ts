import { sql, type RawBuilder } from 'kysely';
import type { LimitedResource, Plan, PlanLimits } from '@hearth/contracts/billing/plans';
import { LIMITED_RESOURCES } from '@hearth/contracts/billing/plans';
import { GRACE_DAYS } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

export interface Billing {
  plan: Plan;
  paidUntil: Date | null;
  /** By the database's clock, which decides what is paid for. */
  isPaidUp: boolean;
  isInGrace: boolean;
  usage: Record<LimitedResource, number>;
}

/** The plan as bought, the paid time against the database's clock, and what is in use; null = no such team. */
export async function findBilling(tx: TeamTx): Promise<Billing | null> {
  const team = await tx
    .selectFrom('teams')
    .select(['plan', 'paid_until as paidUntil'])
    .select(sql<boolean>`paid_until is null or paid_until > now()`.as('isPaidUp'))
    .select(
      sql<boolean>`coalesce(paid_until <= now() and paid_until + make_interval(days => ${GRACE_DAYS}) > now(), false)`.as(
        'isInGrace',
      ),
    )
    .where('id', '=', tx.teamId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (team === undefined) return null;
  const rows = await tx
    .selectFrom('team_usage')
    .select(['resource', 'n'])
    .where('team_id', '=', tx.teamId)
    .execute();
  const usage = { collaborators: 0, projects: 0, documents: 0, tasks: 0 };
  for (const row of rows) usage[row.resource] = row.n;
  return { ...team, usage };
}

/** A new team's counters, at nothing. */
export async function insertUsage(tx: TeamTx, limits: PlanLimits): Promise<void> {
  const rows = LIMITED_RESOURCES.map((resource) => ({ team_id: tx.teamId, resource, lim: limits[resource] }));
  await tx.insertInto('team_usage').values(rows).execute();
}

/**
 * Locks the counters, in the order in which commands take them. A command that holds one has its rows in
 * place already, so a count made under these locks misses none.
 */
export async function lockUsage(tx: TeamTx): Promise<void> {
  await tx
    .selectFrom('team_usage')
    .select('resource')
    .where('team_id', '=', tx.teamId)
    .orderBy('resource')
    .forUpdate()
    .execute();
}

/**
 * Expects `memberships m`: may this person write somewhere by a right of their own? Guests who may take a seat. What is in the
 * trash is no such place.
 */
export const writesByGrant: RawBuilder<boolean> = sql<boolean>`(
  exists (
    select from project_grants g join projects p on p.team_id = g.team_id and p.id = g.project_id
    where g.team_id = m.team_id and g.user_id = m.user_id and g.level in ('edit', 'manage') and p.deleted_at is null)
  or exists (
    select from document_grants g join documents d on d.team_id = g.team_id and d.id = g.document_id
    where g.team_id = m.team_id and g.user_id = m.user_id and g.level in ('edit', 'manage') and d.deleted_at is null))`;

/** What is really there of each thing that a plan limits. */
export async function countResources(tx: TeamTx): Promise<Record<LimitedResource, number>> {
  const { rows } = await sql<Record<LimitedResource, number>>`
    select
      (select count(*) from documents where team_id = ${tx.teamId} and deleted_at is null) as documents,
      (select count(*) from projects where team_id = ${tx.teamId} and deleted_at is null) as projects,
      (select count(*) from tasks where team_id = ${tx.teamId} and deleted_at is null) as tasks,
      (select count(*) from memberships m where m.team_id = ${tx.teamId} and m.removed_at is null
        and (m.role <> 'guest' or ${writesByGrant})) as collaborators`.execute(tx);
  const [counts] = rows;
  if (counts === undefined) throw new Error('A select without from gives one row');
  return counts;
}

export async function updatePlan(
  tx: TeamTx,
  plan: Plan,
  limits: PlanLimits,
  counts: Partial<Record<LimitedResource, number>>,
): Promise<void> {
  await tx.updateTable('teams').set({ plan, paid_until: null }).where('id', '=', tx.teamId).execute();
  for (const resource of LIMITED_RESOURCES) {
    const n = counts[resource];
    await tx
      .updateTable('team_usage')
      .set({ lim: limits[resource], ...(n === undefined ? {} : { n }) })
      .where('team_id', '=', tx.teamId)
      .where('resource', '=', resource)
      .execute();
  }
}
