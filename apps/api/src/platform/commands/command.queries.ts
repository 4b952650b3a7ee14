import { sql, type RawBuilder } from 'kysely';
import { commitWith, sendAhead, type TeamTx, type UserTx } from '#platform/db/index.ts';
import { appendAudit, type Audit, type Provenance } from '#platform/audit/index.ts';
import type { RequestKey, HistoryEntry } from './command.ts';
import type { Scope } from './scopes.ts';

/**
 * The key in a log row for values that require an additional scope: a list of `{at: [field, key], id, scope}`, where each id belongs to the
 * list at that path. These values are stored separately from the row and merged into it for readers who have the scope.
 */
export const RESTRICTED_REFS = '~apart';

export interface ChangeRow {
  entity: string;
  entityId: string;
  op: 'put' | 'delete' | 'access';
  data: unknown;
  fields: string[] | null;
  scope: Scope;
  prevScope: Scope | null;
  mutationId: string | null;
}

export interface IdempotencyRecord {
  hash: string;
  body: unknown;
  seq: number | null;
  key: string | null;
}

export interface StoredResponse {
  status: number;
  body: unknown;
  seq: number | null;
}

/** Finds the stored response to this same request, including its body. Returns null if there is none. */
export async function findResponseByKey(
  tx: UserTx,
  userId: string,
  request: Pick<RequestKey, 'route' | 'path' | 'hash'> & { key: string },
): Promise<StoredResponse | null> {
  const row = await tx
    .selectFrom('answers')
    .select(['status', 'body', 'seq'])
    .where('user_id', '=', userId)
    .where('route', '=', request.route)
    .where('path', '=', request.path)
    .where('idempotency_key', '=', request.key)
    .where('request_hash', '=', request.hash)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Asserts, with the next statement of the transaction, that this is the first attempt of the request, and locks it until the transaction
 * ends. Otherwise that statement throws a `RepeatedRequestError`.
 */
export function assertFirstAttempt(tx: TeamTx, userId: string, requestKey: RequestKey): void {
  const { route, path, key, clientId } = requestKey;
  sendAhead(tx, sql`select assert_first_attempt(${userId}, ${route}, ${path}, ${key}, ${clientId})`);
}

/**
 * Tries to take an advisory lock on the request's key and looks up its first response, in one statement. The lookup does not see a response
 * that is committed between the statement's snapshot and the lock. In that case the unique index rejects the second response when it is
 * written (`isAnsweredMeanwhile`).
 * @returns `isFree` is false if another request with that key is in flight
 */
export async function lockRequest(
  tx: TeamTx,
  userId: string,
  requestKey: RequestKey,
): Promise<{ isFree: boolean; earlier: IdempotencyRecord | null }> {
  const name = `${userId} ${requestKey.route} ${requestKey.path} ${requestKey.key ?? requestKey.clientId}`;
  const { rows } = await sql<{ is_free: boolean; earlier: IdempotencyRecord | null }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as is_free, (
      select json_build_object('hash', encode(request_hash, 'hex'), 'body', body, 'seq', seq, 'key', idempotency_key)
      from answers
      where user_id = ${userId} and route = ${requestKey.route} and path = ${requestKey.path}
        and (idempotency_key = ${requestKey.key} or client_id = ${requestKey.clientId}::uuid)
      order by at limit 1
    ) as earlier`.execute(tx);
  const [row] = rows;
  return { isFree: row?.is_free === true, earlier: row?.earlier ?? null };
}

/** Whether the error means that a concurrent attempt has already stored the response to the same request. */
export function isAnsweredMeanwhile(error: unknown): boolean {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return code === '23505' && typeof constraint === 'string' && constraint.startsWith('answers_by_');
}

/** Whether the error means that a row with this id, or with the same value of another unique key, already exists. */
export function isTaken(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23505';
}

interface Commit {
  teamId: string;
  userId: string | null;
  now: Date;
  changes: ChangeRow[];
  /** Selects that return additional log rows. See `Command.logMany`. */
  many: readonly RawBuilder<unknown>[];
  history: readonly HistoryEntry[];
  /** Selects that return additional history entries. See `Command.rememberMany`. */
  manyPast: readonly RawBuilder<unknown>[];
  /** The required version of the team's permissions. Null to accept any version. */
  rights: number | null;
  mutationId: string | null;
  base: number | null;
  via: 'assistant' | null;
  audits: readonly Audit[];
  from: Provenance;
  answer: { id: string; requestKey: RequestKey; body: unknown } | null;
}

/**
 * Runs the last statement of a command, which also commits unless more rows follow. Takes the next seq under the lock of the
 * head row, and writes the log, history, audit entries and first response. Using a single statement keeps the lock short.
 * @returns the seq of this command, or the current head if nothing changed
 * @throws AuthorizationLostError if the team's permissions have changed since the request was authorized
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
  const history = commit.history.map((entry, ordinal) => ({
    ordinal,
    entity: entry.entity,
    entity_id: entry.entityId,
    field: entry.field,
    old_value: entry.old ?? null,
    new_value: entry.new ?? null,
  }));
  const [firstChanges = [], ...restChanges] = chunk(changes);
  const [firstHistory = [], ...restHistory] = chunk(history);
  const step = changes.length === 0 && commit.many.length === 0 ? 0 : 1;
  const requestKey = answer?.requestKey;
  const trail = commit.audits.length === 0 ? sql`` : sql`, ${appendAudit(commit.audits, commit)}`;
  const rights = commit.rights === null ? sql`` : sql` + same_rights(rights, ${commit.rights})`;
  const write = sql<{ seq: number }>`
    with head as (
      update team_heads set seq = seq + ${step}${rights} where team_id = ${teamId} returning seq
    ), log as (
      ${insertChanges(commit, sql`head.seq`, firstChanges)}, head
    ), past as (
      ${insertPast(commit, sql`head.seq`, firstHistory)}, head
    ), first_answer as (
      insert into answers (user_id, id, route, path, idempotency_key, client_id, request_hash, status, body, seq, at)
      select ${userId}::uuid, ${answer?.id ?? null}::uuid, ${requestKey?.route ?? null}::text, ${requestKey?.path ?? null}::text,
        ${requestKey?.key ?? null}::text, ${requestKey?.clientId ?? null}::uuid, ${requestKey?.hash ?? null}::bytea,
        ${requestKey?.status ?? null}::int, ${JSON.stringify(answer?.body ?? null)}::jsonb, head.seq, ${commit.now}::timestamptz
      from head where ${answer !== null}
    )
    select seq ${trail} from head`;
  const execute = () => write.execute(tx);
  const hasRest = restChanges.length > 0 || restHistory.length > 0;
  const isLast = !hasRest && commit.many.length === 0 && commit.manyPast.length === 0;
  const { rows } = isLast ? await commitWith(execute) : await execute();
  const seq = rows[0]?.seq ?? null;
  if (seq !== null) {
    const at = sql`${seq}::bigint`;
    for (const part of restChanges) await insertChanges(commit, at, part).execute(tx);
    for (const part of restHistory) await insertPast(commit, at, part).execute(tx);
    await logMany(tx, commit, seq);
    await rememberMany(tx, commit, seq);
  }
  return seq;
}

/** Chunk size, because each statement has a deadline. Further rows follow in separate statements of the same transaction. */
const ROWS_AT_ONCE = 1000;

function chunk<T>(rows: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) parts.push(rows.slice(at, at + ROWS_AT_ONCE));
  return parts;
}

function insertChanges(
  { teamId, userId, now }: Commit,
  seq: RawBuilder<unknown>,
  rows: readonly object[],
): RawBuilder<unknown> {
  return sql`
    insert into changes (team_id, seq, ordinal, entity, entity_id, op, data, fields, scope, prev_scope, actor, mutation_id, at)
    select ${teamId}::uuid, ${seq}, c.ordinal, c.entity, c.entity_id, c.op, c.data, c.fields, c.scope, c.prev_scope,
      ${userId}::uuid, c.mutation_id, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (ordinal int, entity text, entity_id uuid,
      op text, data jsonb, fields text[], scope text, prev_scope text, mutation_id text)`;
}

function insertPast(
  { teamId, userId, now, base, via }: Commit,
  seq: RawBuilder<unknown>,
  rows: readonly object[],
): RawBuilder<unknown> {
  return sql`
    insert into history (team_id, seq, ordinal, entity, entity_id, field, old_value, new_value, actor, at, base, via)
    select ${teamId}::uuid, ${seq}, h.ordinal, h.entity, h.entity_id, h.field, h.old_value, h.new_value,
      ${userId}::uuid, ${now}::timestamptz, ${base}::bigint, ${via}::text
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as h (ordinal int, entity text, entity_id uuid,
      field text, old_value jsonb, new_value jsonb)`;
}

async function logMany(tx: TeamTx, commit: Commit, seq: number): Promise<void> {
  let ordinal = commit.changes.length;
  for (const select of commit.many) {
    const { numAffectedRows } = await sql`
      insert into changes (team_id, seq, ordinal, entity, entity_id, op, data, apart, scope, prev_scope, actor, mutation_id, at)
      select ${commit.teamId}::uuid, ${seq}::bigint, ${ordinal}::int - 1 + row_number() over (), r.entity, r.entity_id, r.op,
        r.data - ${RESTRICTED_REFS}::text, nullif(r.data -> ${RESTRICTED_REFS}::text, 'null'), r.scope, r.prev_scope, ${commit.userId}::uuid, ${commit.mutationId}::text, ${commit.now}::timestamptz
      from (${select}) as r`.execute(tx);
    ordinal += Number(numAffectedRows ?? 0n);
  }
}

async function rememberMany(tx: TeamTx, commit: Commit, seq: number): Promise<void> {
  let ordinal = commit.history.length;
  for (const select of commit.manyPast) {
    const { numAffectedRows } = await sql`
      insert into history (team_id, seq, ordinal, entity, entity_id, field, old_value, new_value, actor, at, base, via)
      select ${commit.teamId}::uuid, ${seq}::bigint, ${ordinal}::int - 1 + row_number() over (), r.entity, r.entity_id,
        r.field, r.old_value, r.new_value, ${commit.userId}::uuid, ${commit.now}::timestamptz, ${commit.base}::bigint, ${commit.via}::text
      from (${select}) as r`.execute(tx);
    ordinal += Number(numAffectedRows ?? 0n);
  }
}
