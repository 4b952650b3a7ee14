import { sql } from 'kysely';
import { PLANS, type LimitedResource, type Plan } from '@hearth/contracts/plans';
import type { TeamTx } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { Asked, Audit, Scope } from './command.ts';

export interface ChangeRow {
  entity: string;
  entityId: string;
  op: 'put' | 'delete' | 'access';
  data: unknown;
  fields: string[] | null;
  scope: Scope;
  prevScope: Scope | null;
  mutationId: string | null;
  history: { field: string; old: unknown; new: unknown }[];
}

/** Holds the request's name until the transaction ends. False = another request of that name is in flight. */
export async function lockRequest(tx: TeamTx, userId: string, asked: Asked): Promise<boolean> {
  const name = `${userId} ${asked.route} ${asked.path} ${asked.key ?? asked.clientId}`;
  const { rows } = await sql<{ is_free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as is_free`.execute(tx);
  return rows[0]?.is_free === true;
}

export async function findAnswer(tx: TeamTx, userId: string, asked: Asked) {
  const row = await tx
    .selectFrom('answers')
    .select(['request_hash', 'body', 'seq', 'idempotency_key'])
    .where('user_id', '=', userId)
    .where('route', '=', asked.route)
    .where('path', '=', asked.path)
    .where((eb) =>
      eb.or([
        ...(asked.key === null ? [] : [eb('idempotency_key', '=', asked.key)]),
        ...(asked.clientId === null ? [] : [eb('client_id', '=', asked.clientId)]),
      ]),
    )
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { ...row, request_hash: Buffer.from(row.request_hash) };
}

/**
 * Changes the plan's counters. Each is one guarded update, so that the limit holds under any concurrency
 * (counting first goes over it in 20 of 20 races).
 * @throws AppError PLAN_LIMIT_REACHED, with nothing done, when one has no room for all of it
 */
export async function takeFromLimits(
  tx: TeamTx,
  teamId: string,
  counts: ReadonlyMap<LimitedResource, number>,
): Promise<void> {
  // Always in the same order, so that two commands cannot wait for each other.
  for (const [resource, delta] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (delta === 0) continue;
    const { rows } = await sql`
      update team_usage as u set n = greatest(u.n + ${delta}::int, 0)
      where u.team_id = ${teamId} and u.resource = ${resource}
        and (${delta}::int <= 0 or u.n + ${delta}::int <= coalesce(${limitNow(teamId, resource)}, u.n + ${delta}::int))
      returning u.n`.execute(tx);
    if (rows.length === 0) throw await limitReached(tx, teamId, resource);
  }
}

/** Days of full Pro after the paid time, while a payment is tried again. */
export const GRACE_DAYS = 7;

/** The limit by the database's clock: what was bought, or the free plan's once the paid time and the grace are over. */
function limitNow(teamId: string, resource: LimitedResource) {
  return sql<
    number | null
  >`case when ${hasLapsed(teamId)} then ${PLANS.free.limits[resource]}::int else u.lim end`;
}

function hasLapsed(teamId: string) {
  return sql<boolean>`(
    select t.plan = 'pro' and t.paid_until is not null and t.paid_until + make_interval(days => ${GRACE_DAYS}) <= now()
    from teams t where t.id = ${teamId})`;
}

async function limitReached(tx: TeamTx, teamId: string, resource: LimitedResource): Promise<AppError> {
  const { rows } = await sql<{ n: number; max: number | null; plan: Plan }>`
    select u.n, ${limitNow(teamId, resource)} as max, case when ${hasLapsed(teamId)} then 'free' else t.plan end as plan
    from team_usage u join teams t on t.id = u.team_id
    where u.team_id = ${teamId} and u.resource = ${resource}`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`Team ${teamId} has no counter of ${resource}`);
  return new AppError(
    'PLAN_LIMIT_REACHED',
    `The ${PLANS[row.plan].shownAs} plan holds ${row.max} ${resource}, and ${row.n} are in use.`,
    { limit: resource, max: row.max ?? 0, used: row.n, plan: row.plan },
  );
}

export interface Commit {
  teamId: string;
  userId: string;
  now: Date;
  changes: ChangeRow[];
  audits: (Audit & { id: string })[];
  answer: { id: string; asked: Asked; body: unknown } | null;
}

/**
 * The last statement of a command: takes the next seq under the head row's lock and writes the log, the history,
 * the audit entries and the first answer with it. One statement, so that the lock is held as short as can be.
 * @returns the seq of this command, or the present head when it changed nothing
 */
export async function commitChanges(tx: TeamTx, commit: Commit): Promise<number | null> {
  const { teamId, userId, answer } = commit;
  const changes = commit.changes.map((row, ordinal) => ({
    ordinal,
    entity: row.entity,
    entity_id: row.entityId,
    op: row.op,
    data: row.data,
    fields: row.fields,
    scope: row.scope,
    prev_scope: row.prevScope,
    mutation_id: row.mutationId,
  }));
  let ordinal = 0;
  const history = commit.changes.flatMap((row) =>
    row.history.map((entry) => ({
      ordinal: ordinal++,
      entity: row.entity,
      entity_id: row.entityId,
      field: entry.field,
      old_value: entry.old ?? null,
      new_value: entry.new ?? null,
    })),
  );
  const audits = commit.audits.map((entry) => ({
    id: entry.id,
    act: entry.act,
    object: entry.object,
    object_id: entry.objectId,
    details: entry.details,
  }));
  const step = changes.length === 0 ? 0 : 1;
  const asked = answer?.asked;
  const { rows } = await sql<{ seq: number }>`
    with head as (
      update team_heads set seq = seq + ${step} where team_id = ${teamId} returning seq
    ), log as (
      insert into changes (team_id, seq, ordinal, entity, entity_id, op, data, fields, scope, prev_scope, actor, mutation_id, at)
      select ${teamId}::uuid, head.seq, c.ordinal, c.entity, c.entity_id, c.op, c.data, c.fields, c.scope, c.prev_scope,
        ${userId}::uuid, c.mutation_id, ${commit.now}::timestamptz
      from head, jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (ordinal int, entity text, entity_id uuid,
        op text, data jsonb, fields text[], scope text, prev_scope text, mutation_id text)
    ), past as (
      insert into history (team_id, seq, ordinal, entity, entity_id, field, old_value, new_value, actor, at)
      select ${teamId}::uuid, head.seq, h.ordinal, h.entity, h.entity_id, h.field, h.old_value, h.new_value,
        ${userId}::uuid, ${commit.now}::timestamptz
      from head, jsonb_to_recordset(${JSON.stringify(history)}::jsonb) as h (ordinal int, entity text, entity_id uuid,
        field text, old_value jsonb, new_value jsonb)
    ), trail as (
      insert into audit_entries (team_id, id, act, object, object_id, details, actor, at)
      select ${teamId}::uuid, a.id, a.act, a.object, a.object_id, a.details, ${userId}::uuid, ${commit.now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(audits)}::jsonb) as a (id uuid, act text, object text, object_id uuid,
        details jsonb)
    ), first_answer as (
      insert into answers (user_id, id, route, path, idempotency_key, client_id, request_hash, status, body, seq, at)
      select ${userId}::uuid, ${answer?.id ?? null}::uuid, ${asked?.route ?? null}::text, ${asked?.path ?? null}::text,
        ${asked?.key ?? null}::text, ${asked?.clientId ?? null}::uuid, ${asked?.hash ?? null}::bytea,
        ${asked?.status ?? null}::int, ${JSON.stringify(answer?.body ?? null)}::jsonb, head.seq, ${commit.now}::timestamptz
      from head where ${answer !== null}
    )
    select seq from head`.execute(tx);
  return rows[0]?.seq ?? null;
}
