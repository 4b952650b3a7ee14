import { AsyncLocalStorage } from 'node:async_hooks';
import { isSame } from '@hearth/contracts/core/same';
import type { SyncRows } from '@hearth/contracts/sync';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import type { LimitedResource } from '@hearth/contracts/billing/plans';
import type { RawBuilder } from 'kysely';
import { OF_NOBODY, type Audit, type Provenance } from '#platform/audit/index.ts';
import {
  currentGuard,
  joinTeam,
  markActDone,
  RepeatedRequestError,
  withTeam,
  type TeamTx,
} from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import type { LogRow } from '#platform/log-row.ts';
import { enqueueJob, wakeJobs, type Job, type JobOrder } from '#platform/jobs/index.ts';
import {
  assertFirstAttempt,
  commitChanges,
  isAnsweredMeanwhile,
  isTaken,
  lockRequest,
  type ChangeRow,
  type IdempotencyRecord,
} from './command.queries.ts';
import { countWith, adjustLimitCounters, reserveUpTo, type CountWith } from './limits.queries.ts';
import { personScope, type Scope } from './scopes.ts';

/** Request data used for idempotency. */
export interface RequestKey {
  route: string;
  path: string;
  key: string | null;
  clientId: string | null;
  /** The client's current log position. Null if not given. */
  base: number | null;
  hash: Buffer;
  status: number;
  from: Provenance;
}

/** One history entry: a field's old and new value. */
export interface HistoryEntry {
  entity: SyncEntity;
  entityId: string;
  field: string;
  old: unknown;
  new: unknown;
}

type Row = Record<string, unknown>;

/** The interface through which a service writes, within the single transaction of the command. */
export interface Command {
  readonly tx: TeamTx;
  readonly teamId: string;
  /** Empty for the system. */
  readonly userId: string;
  readonly now: Date;
  newId(): string;
  /**
   * Logs the complete row in its new state. Pass null as `before` for a new row. Changed fields are added to the history. `prevScope` is
   * the previous visibility scope, if it differs. Rows with no changed field and the same scope are skipped.
   */
  put<E extends SyncEntity>(
    entity: E,
    id: string,
    before: SyncRows[E] | null,
    after: SyncRows[E],
    scope: Scope,
    prevScope?: Scope,
  ): void;
  /**
   * Records the history like `put`, but takes the log entries from `rows`. Use it for a row whose content depends on the reader.
   * @param rows see `logMany`. Null if the rows passed for another row include this row
   */
  putAs<E extends SyncEntity>(
    entity: E,
    id: string,
    before: SyncRows[E] | null,
    after: SyncRows[E],
    rows: RawBuilder<unknown> | null,
  ): void;
  remove(entity: SyncEntity, id: string, scope: Scope): void;
  /**
   * Logs many rows without loading them into this process.
   * @param rows a select of entity, entity_id, op, data (jsonb, including the key `RESTRICTED_REFS`), scope and prev_scope. Executed after
   * all other writes
   */
  logMany(rows: RawBuilder<unknown>): void;
  /** Adds a history entry that does not result from a changed field, such as a grant of access. */
  remember(entry: HistoryEntry): void;
  /**
   * Adds many history entries without loading them into this process.
   * @param rows a select of the columns of `history` from entity to new_value
   */
  rememberMany(rows: RawBuilder<unknown>): void;
  /** Marks a user's permissions as changed. The user's clients restart from a new snapshot, and the user's sockets are reauthorized. */
  changeAccess(userId: string): void;
  /**
   * Reloads permissions after an addition whose visibility does not follow from the role alone. No one gains or loses access to existing
   * rows, but permissions loaded earlier do not include the new object.
   * @param userId the only user with access. If omitted, all full members have access
   */
  refreshAccess(userId?: string): void;
  /** Marks the permissions of everyone in the team as changed, for example because the team was deleted. */
  changeAccessOfAll(): void;
  /**
   * Changes a plan counter within a statement of the caller, which saves a round trip. No other counter may have been
   * changed before.
   */
  countWith(resource: LimitedResource, delta: number): CountWith;
  /** Changes a plan counter. The limit is checked and the change is applied last, just before the log is written. */
  count(resource: LimitedResource, delta: number): void;
  /**
   * Reserves up to `wanted` of the remaining plan capacity immediately, in addition to what was counted so far.
   * @returns the number reserved
   */
  reserveUpTo(resource: LimitedResource, wanted: number): Promise<number>;
  /**
   * Applies the pending counter changes now. Required before a command locks the head row itself, which comes after the
   * counters in the lock order.
   */
  reserve(): Promise<void>;
  audit(entry: Audit): void;
  /**
   * Enqueues a job in the transaction of the command (transactional outbox), on behalf of the command's user unless another
   * one is given. Returns false if a job with the same name is already queued.
   */
  enqueue<D>(job: Job<D>, order: Omit<JobOrder<D>, 'teamId'>): Promise<boolean>;
}

interface CommandContext {
  teamId: string;
  /** Null for the system. */
  userId: string | null;
  /** Null for commands without a request to repeat, such as those of jobs. */
  requestKey: RequestKey | null;
  /** Stored in the history: the user confirmed a change proposed by the assistant. */
  via?: 'assistant';
  /** A longer deadline, for the rare command that moves all rows of a team. */
  deadlineMs?: number;
}

export interface CommandResult<T> {
  value: T;
  /** The head of the log after the command. Null if it joined another command, or if the stored response of a replay has no head. */
  seq: number | null;
  /** Whether this is an idempotent replay of a stored response. Also true for a command that joined another one, which commits later. */
  isRepeated: boolean;
}

/** Maximum number of rows passed to the feeds directly. Feeds read larger commands from the log, where reads are bounded. */
const MAX_HANDED = 200;

/** Fields without history entries: they change along with other fields, or are not shown to users. */
const NOT_IN_HISTORY = new Set([
  'updatedAt',
  'position',
  'siblingPosition',
  'key',
  'closedAt',
  'series',
  'descriptionVersion',
  // The source of the permissions on a document.
  'access',
  'isRestricted',
  // Reset automatically when a user adds the first item, which is recorded in the history.
  'isSample',
]);

/** Fields whose keys change individually, each with its own history entry. */
const BY_KEY = new Set(['custom', 'limits', 'absences']);

/**
 * Runs a command, the only way to write. A single transaction contains the rows, the plan counters, the audit entry, the history, the
 * idempotency record and the change log rows. The `seq` is taken last, from the team's head row, so that the log order equals the commit
 * order.
 *
 * @throws AppError any error from `work`; CONFLICT if the same request is in flight or a client-generated id is
 *   already used by another object; INVALID_STATE if an Idempotency-Key is reused with another body;
 *   PLAN_LIMIT_REACHED if a counter is exhausted.
 */
export async function runCommand<T>(
  app: App,
  on: CommandContext,
  work: (command: Command) => Promise<T>,
): Promise<CommandResult<T>> {
  const joint = joints.getStore();
  if (joint?.isOpen === true) return await joint.join(on, work);
  const outcome = await runOnce(app, on, work).catch(async (error: unknown) => {
    if (error instanceof RepeatedRequestError || isAnsweredMeanwhile(error))
      return runOnce(app, on, work, { isRepeat: true });
    throw isTaken(error) ? new AppError('CONFLICT', 'This id is already in use.', { cause: error }) : error;
  });
  markActDone();
  const { accessOf, hasJobs, changes, ...result } = outcome;
  if (hasJobs) wakeJobs(app);
  if (!result.isRepeated && result.seq !== null) {
    const { teamId } = on;
    if (accessOf === 'all') app.fanout.publish({ kind: 'access', teamId });
    else for (const person of accessOf ?? []) app.fanout.publish({ kind: 'access', teamId, userId: person });
    const { seq } = result;
    const rows = changes === null ? {} : { rows: () => changes.map((row) => toLogRow(row, seq)) };
    app.fanout.publish({ kind: 'head', teamId, seq, ...rows });
  }
  return result;
}

interface Joint {
  /** Set to false afterwards because timers started within inherit the context. */
  isOpen: boolean;
  join: <T>(on: CommandContext, work: (command: Command) => Promise<T>) => Promise<CommandResult<T>>;
}
const joints = new AsyncLocalStorage<Joint>();

/** Whether the calling code runs inside `actTogether`. */
export function isActingTogether(): boolean {
  return joints.getStore()?.isOpen === true;
}

/**
 * Combines several commands into one. Commands that `work` runs for the same team and user join the outer command. They commit atomically
 * with one `seq`, and each sees the writes of the previous ones. All commands are retried together, so `work` must start from scratch each
 * time.
 */
export async function actTogether<T>(
  app: App,
  on: Omit<CommandContext, 'userId'> & { userId: string },
  work: (command: Command) => Promise<T>,
): Promise<CommandResult<T>> {
  return await runCommand(app, on, async (command) => {
    const join: Joint['join'] = async (inner, act) => {
      if (inner.teamId !== on.teamId || inner.userId !== on.userId)
        throw new TypeError('Commands of another team or user can’t be joined');
      const value = await act(command);
      // Apply counters in the order of the commands, because each must see the capacity left by the previous ones.
      await command.reserve();
      // Nothing is committed yet, so callers must skip steps that depend on the commit.
      return { value, seq: null, isRepeated: true };
    };
    const joint: Joint = { isOpen: true, join };
    try {
      return await joinTeam(command.tx, on.userId, () => joints.run(joint, () => work(command)));
    } finally {
      joint.isOpen = false;
    }
  });
}

interface Outcome<T> extends CommandResult<T> {
  accessOf: Set<string> | 'all' | null;
  hasJobs: boolean;
  /** All rows written to the log. Null if there are none or they were not loaded into this process. */
  changes: readonly ChangeRow[] | null;
}

async function runOnce<T>(
  app: App,
  on: CommandContext,
  work: (command: Command) => Promise<T>,
  { isRepeat }: { isRepeat: boolean } = { isRepeat: false },
): Promise<Outcome<T>> {
  const { teamId, userId, requestKey } = on;
  // A command with a longer deadline takes no turn: it would delay the commands that wait for theirs.
  const options = on.deadlineMs === undefined ? { takesTurn: true } : { deadlineMs: on.deadlineMs };
  const write = async (tx: TeamTx) => {
    const isRepeatable = requestKey !== null && (requestKey.key !== null || requestKey.clientId !== null);
    if (userId !== null && isRepeatable && !isRepeat) assertFirstAttempt(tx, userId, requestKey);
    else if (userId !== null && isRepeatable) {
      const earlier = await findEarlier(tx, userId, requestKey);
      if (earlier !== null)
        return {
          value: earlier.body as T,
          seq: earlier.seq,
          isRepeated: true,
          accessOf: null,
          hasJobs: false,
          changes: null,
        };
    }
    const draft = new Draft(app, tx, teamId, userId ?? '', requestKey?.key ?? null);
    const value = await work(draft);
    await draft.reserve();
    const seq = await commitChanges(tx, {
      teamId,
      userId,
      now: draft.now,
      changes: draft.changes,
      many: draft.many,
      history: draft.history,
      manyPast: draft.manyPast,
      rights: rightsOf(teamId),
      mutationId: requestKey?.key ?? null,
      base: requestKey?.base ?? null,
      via: on.via ?? null,
      audits: draft.audits,
      from: requestKey?.from ?? OF_NOBODY,
      answer:
        requestKey === null || (requestKey.key === null && requestKey.clientId === null)
          ? null
          : { id: app.ids.uuid(), requestKey, body: value },
    });
    const isKnown = draft.many.length === 0 && draft.changes.length > 0 && draft.changes.length <= MAX_HANDED;
    const changes = isKnown ? draft.changes : null;
    return { value, seq, isRepeated: false, accessOf: draft.accessOf, hasJobs: draft.hasJobs, changes };
  };
  return withTeam(app.db, { teamId, userId }, write, options);
}

function toLogRow(row: ChangeRow, seq: number): LogRow {
  const { entity, entityId, op, data, scope, prevScope, mutationId } = row;
  const text = data === null ? null : JSON.stringify(data);
  return { seq, entity, entityId, op, data: text, apart: null, scope, prevScope, mutationId };
}

/** Returns the version of the team's permissions under which the current request was authorized, or null if there is no such request. */
function rightsOf(teamId: string): number | null {
  const team = currentGuard()?.standing.team ?? null;
  return team?.id === teamId ? team.rights : null;
}

/**
 * Finds the stored response to the same request. Returns null if this is the first attempt.
 * @throws AppError if the request is in flight, or had another body
 */
async function findEarlier(
  tx: TeamTx,
  userId: string,
  requestKey: RequestKey,
): Promise<IdempotencyRecord | null> {
  const { isFree, earlier } = await lockRequest(tx, userId, requestKey);
  if (!isFree) {
    throw new AppError('CONFLICT', 'The same request is still being processed. Try again in a moment.', {
      retryAfterSeconds: 1,
    });
  }
  if (earlier === null || earlier.hash === requestKey.hash.toString('hex')) return earlier;
  if (earlier.key !== null && earlier.key === requestKey.key) {
    throw new AppError('INVALID_STATE', 'This Idempotency-Key was already used with a different body.');
  }
  throw new AppError('CONFLICT', 'This id was already used with a different body.');
}

class Draft implements Command {
  readonly tx: TeamTx;
  readonly teamId: string;
  readonly userId: string;
  readonly now: Date;
  readonly changes: ChangeRow[] = [];
  readonly audits: Audit[] = [];
  readonly many: RawBuilder<unknown>[] = [];
  readonly history: HistoryEntry[] = [];
  readonly manyPast: RawBuilder<unknown>[] = [];
  readonly #counts = new Map<LimitedResource, number>();
  accessOf: Set<string> | 'all' | null = null;
  hasJobs = false;
  readonly #app: App;
  readonly #mutationId: string | null;

  constructor(app: App, tx: TeamTx, teamId: string, userId: string, mutationId: string | null) {
    this.#app = app;
    this.tx = tx;
    this.teamId = teamId;
    this.userId = userId;
    this.now = app.clock.now();
    this.#mutationId = mutationId;
  }

  newId(): string {
    return this.#app.ids.uuid();
  }

  put<E extends SyncEntity>(
    entity: E,
    id: string,
    before: SyncRows[E] | null,
    after: SyncRows[E],
    scope: Scope,
    prevScope?: Scope,
  ): void {
    const fields = before === null ? null : changedFields(before, after);
    const isMoved = prevScope !== undefined && prevScope !== scope;
    if (fields !== null && fields.length === 0 && !isMoved) return;
    this.#push({
      entity,
      entityId: id,
      op: 'put',
      data: after,
      fields,
      scope,
      prevScope: isMoved ? prevScope : null,
    });
    if (before !== null) this.#rememberFields(entity, id, before, after);
  }

  putAs<E extends SyncEntity>(
    entity: E,
    id: string,
    before: SyncRows[E] | null,
    after: SyncRows[E],
    rows: RawBuilder<unknown> | null,
  ): void {
    if (rows !== null) this.logMany(rows);
    if (before !== null) this.#rememberFields(entity, id, before, after);
  }

  #rememberFields(entity: SyncEntity, id: string, before: object, after: object): void {
    const [old, now] = [before as Row, after as Row];
    for (const field of changedFields(before, after)) {
      if (NOT_IN_HISTORY.has(field)) continue;
      const parts = BY_KEY.has(field)
        ? changedParts(field, old[field], now[field])
        : [{ field, old: old[field], new: now[field] }];
      for (const part of parts) this.remember({ entity, entityId: id, ...part });
    }
  }

  remove(entity: SyncEntity, id: string, scope: Scope): void {
    this.#push({
      entity,
      entityId: id,
      op: 'delete',
      data: null,
      fields: null,
      scope,
      prevScope: null,
    });
  }

  changeAccess(userId: string): void {
    this.#pushAccess(userId, personScope(userId));
    if (this.accessOf === null) this.accessOf = new Set();
    if (this.accessOf !== 'all') this.accessOf.add(userId);
  }

  refreshAccess(userId: string = this.teamId): void {
    this.#pushAccess(userId, 'staff');
  }

  changeAccessOfAll(): void {
    this.#pushAccess(this.teamId, 'team');
    this.accessOf = 'all';
  }

  count(resource: LimitedResource, delta: number): void {
    this.#counts.set(resource, (this.#counts.get(resource) ?? 0) + delta);
  }

  countWith(resource: LimitedResource, delta: number): CountWith {
    if (this.#counts.size > 0)
      throw new TypeError('Counters must be locked in order, and some are already pending');
    return countWith(this.tx, resource, delta);
  }

  async reserve(): Promise<void> {
    await adjustLimitCounters(this.tx, this.#counts);
    this.#counts.clear();
  }

  async reserveUpTo(resource: LimitedResource, wanted: number): Promise<number> {
    await this.reserve();
    return wanted === 0 ? 0 : await reserveUpTo(this.tx, resource, wanted);
  }

  logMany(rows: RawBuilder<unknown>): void {
    this.many.push(rows);
  }

  remember(entry: HistoryEntry): void {
    this.history.push(entry);
  }

  rememberMany(rows: RawBuilder<unknown>): void {
    this.manyPast.push(rows);
  }

  audit(entry: Audit): void {
    this.audits.push(entry);
  }

  async enqueue<D>(job: Job<D>, order: Omit<JobOrder<D>, 'teamId'>): Promise<boolean> {
    this.hasJobs = true;
    return await enqueueJob(this.#app, this.tx, job, { userId: this.userId, ...order, teamId: this.teamId });
  }

  #pushAccess(entityId: string, scope: Scope): void {
    this.#push({
      entity: 'access',
      entityId,
      op: 'access',
      data: null,
      fields: null,
      scope,
      prevScope: null,
    });
  }

  #push(row: Omit<ChangeRow, 'mutationId'>): void {
    this.changes.push({ ...row, mutationId: this.#mutationId });
  }
}

/** Returns the names of fields whose values differ, compared as JSON values. */
function changedFields(before: object, after: object): string[] {
  const [old, now] = [before as Row, after as Row];
  return Object.keys(now).filter((field) => !isSame(old[field], now[field]));
}

/** Returns the changed keys of a field that is tracked by key. A missing key counts as null. */
function changedParts(
  name: string,
  before: unknown,
  after: unknown,
): { field: string; old: unknown; new: unknown }[] {
  const [old, now] = [before as Row, after as Row];
  return Object.keys({ ...old, ...now })
    .map((key) => ({ field: `${name}.${key}`, old: old[key] ?? null, new: now[key] ?? null }))
    .filter((part) => !isSame(part.old, part.new));
}
