import { sql, type RawBuilder } from 'kysely';
import { PLANS, type LimitedResource, type Plan } from '@hearth/contracts/plans';
import { runLast, type TeamTx, type UserTx } from '#platform/db/index.ts';
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

export interface EarlierAnswer {
  hash: string;
  body: unknown;
  seq: number | null;
  key: string | null;
}

export interface KeptAnswer {
  status: number;
  body: unknown;
  seq: number | null;
}

/** What a person was answered to this very request, body and all; null when it was another one, or none. */
export async function findAnswerByKey(
  tx: UserTx,
  userId: string,
  asked: Pick<Asked, 'route' | 'path' | 'hash'> & { key: string },
): Promise<KeptAnswer | null> {
  const row = await tx
    .selectFrom('answers')
    .select(['status', 'body', 'seq'])
    .where('user_id', '=', userId)
    .where('route', '=', asked.route)
    .where('path', '=', asked.path)
    .where('idempotency_key', '=', asked.key)
    .where('request_hash', '=', asked.hash)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Holds the request's name until the transaction ends and looks for its first answer, in one statement.
 * The look sees the state before the hold: an answer that was committed between the two is met by the unique
 * index when this one's is written (`isAnsweredMeanwhile`).
 * @returns `isFree` false = another request of that name is in flight
 */
export async function lockRequest(
  tx: TeamTx,
  userId: string,
  asked: Asked,
): Promise<{ isFree: boolean; earlier: EarlierAnswer | null }> {
  const name = `${userId} ${asked.route} ${asked.path} ${asked.key ?? asked.clientId}`;
  const { rows } = await sql<{ is_free: boolean; earlier: EarlierAnswer | null }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as is_free, (
      select json_build_object('hash', encode(request_hash, 'hex'), 'body', body, 'seq', seq, 'key', idempotency_key)
      from answers
      where user_id = ${userId} and route = ${asked.route} and path = ${asked.path}
        and (idempotency_key = ${asked.key} or client_id = ${asked.clientId}::uuid)
      order by at limit 1
    ) as earlier`.execute(tx);
  const [row] = rows;
  return { isFree: row?.is_free === true, earlier: row?.earlier ?? null };
}

/** Did the same request get its answer while this one was being worked on? */
export function isAnsweredMeanwhile(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && typeof constraint === 'string' && constraint.startsWith('answers_by_');
}

/** Is something with this id, or another name that must be unique, there already? */
export function isTaken(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23505';
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
  /** Selects that give more rows of the log; see `Command.logMany`. */
  many: readonly RawBuilder<unknown>[];
  mutationId: string | null;
  audits: (Audit & { id: string })[];
  answer: { id: string; asked: Asked; body: unknown } | null;
}

/**
 * The last statement of a command, which commits it unless many rows follow: takes the next seq under the head row's lock and writes the log, the history,
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
  const step = changes.length === 0 && commit.many.length === 0 ? 0 : 1;
  const asked = answer?.asked;
  const write = sql<{ seq: number }>`
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
    select seq from head`;
  const execute = () => write.execute(tx);
  const { rows } = commit.many.length === 0 ? await runLast(execute) : await execute();
  const seq = rows[0]?.seq ?? null;
  if (seq !== null) await logMany(tx, commit, seq);
  return seq;
}

async function logMany(tx: TeamTx, commit: Commit, seq: number): Promise<void> {
  let ordinal = commit.changes.length;
  for (const select of commit.many) {
    const { numAffectedRows } = await sql`
      insert into changes (team_id, seq, ordinal, entity, entity_id, op, data, scope, prev_scope, actor, mutation_id, at)
      select ${commit.teamId}::uuid, ${seq}::bigint, ${ordinal}::int - 1 + row_number() over (), r.entity, r.entity_id, r.op,
        r.data, r.scope, r.prev_scope, ${commit.userId}::uuid, ${commit.mutationId}::text, ${commit.now}::timestamptz
      from (${select}) as r`.execute(tx);
    ordinal += Number(numAffectedRows ?? 0n);
  }
}
