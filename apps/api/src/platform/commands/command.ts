import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSame } from '@hearth/contracts/core/same';
import type { SyncRows } from '@hearth/contracts/sync';
import { BASE_HEADER, SEQ_HEADER, type SyncEntity } from '@hearth/contracts/sync-values';
import type { LimitedResource } from '@hearth/contracts/billing/plans';
import type { RawBuilder } from 'kysely';
import { OF_NOBODY, provenanceOf, type Audit, type Provenance } from '#platform/audit/index.ts';
import { canonicalJson } from '#platform/canonical-json.ts';
import { currentGuard, joinTeam, markActDone, withTeam, type TeamTx } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import type { LogRow } from '#platform/log-row.ts';
import { enqueueJob, wakeJobs, type Job, type JobOrder } from '#platform/jobs/index.ts';
import {
  commitChanges,
  isAnsweredMeanwhile,
  isTaken,
  lockRequest,
  type ChangeRow,
  type EarlierAnswer,
} from './command.queries.ts';
import { countWith, takeFromLimits, takeWhatFits, type CountWith } from './limits.queries.ts';
import { personScope, type Scope } from './scopes.ts';

/** What idempotency needs of the request that asks for the command. */
export interface RequestKey {
  route: string;
  path: string;
  key: string | null;
  clientId: string | null;
  /** How far the log was known to whoever asks; null where they do not say. */
  base: number | null;
  hash: Buffer;
  status: number;
  from: Provenance;
}

/** One line of the history: what a field was, and what it is. */
export interface HistoryEntry {
  entity: SyncEntity;
  entityId: string;
  field: string;
  old: unknown;
  new: unknown;
}

type Row = Record<string, unknown>;

/** What a service writes through, inside the command's one transaction. */
export interface Command {
  readonly tx: TeamTx;
  readonly teamId: string;
  /** '' where the system does it by itself. */
  readonly userId: string;
  readonly now: Date;
  newId(): string;
  /**
   * Puts the whole row after the change into the log. `before` null = it is new; the fields that differ go to the history.
   * `prevScope`: who could see it before, where that differs. A row that differs in nothing, seen by the same people, is left out.
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
   * The same for a row that not everybody sees alike: the history as `put` keeps it, the log as these rows say.
   * @param rows as for `logMany`; null = those given for another row tell of this one too
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
   * Logs many rows without carrying them through this process.
   * @param rows a select of entity, entity_id, op, data (jsonb, with `APART` in it), scope and prev_scope;
   * read after everything else was written
   */
  logMany(rows: RawBuilder<unknown>): void;
  /** Puts a line into the history that no changed field of a row tells: who was let in, say. */
  remember(entry: HistoryEntry): void;
  /** The same for many lines, none of them carried through this process. @param rows a select of the columns of `history` from entity to new_value */
  rememberMany(rows: RawBuilder<unknown>): void;
  /**
   * A person's permissions changed: their copies start from a new snapshot, their sockets are checked anew.
   */
  changeAccess(userId: string): void;
  /**
   * There is something new that not everybody may see by their role: nobody loses or gains what they have, but rights
   * that were loaded before do not know of it.
   * @param userId the only one who may; without it all full members
   */
  refreshAccess(userId?: string): void;
  /** Everybody's rights changed: the team was deleted, say. */
  changeAccessOfAll(): void;
  /** Counts towards the plan in a statement of the caller's, which saves a round trip: nothing else may have been counted before. */
  countWith(resource: LimitedResource, delta: number): CountWith;
  /** Counts towards the plan; checked and applied as the last thing before the log. */
  count(resource: LimitedResource, delta: number): void;
  /**
   * Takes room for as many of `wanted` as the plan has, at once and after what was counted so far.
   * @returns how many
   */
  takeRoom(resource: LimitedResource, wanted: number): Promise<number>;
  /**
   * Takes what was counted so far now: for a command that goes on to lock the head row, which comes after the
   * counters in lock order.
   */
  reserve(): Promise<void>;
  audit(entry: Audit): void;
  /**
   * Enqueues a job in the command's transaction (transactional outbox), by whoever asked for this command
   * unless somebody else is named. False = one of the same name waits already.
   */
  enqueue<D>(job: Job<D>, order: Omit<JobOrder<D>, 'teamId'>): Promise<boolean>;
}

interface CommandContext {
  teamId: string;
  /** Null: nobody asks, the system does it by itself. */
  userId: string | null;
  asked?: RequestKey | undefined;
  /** Kept in the history: what the person confirmed rather than did by hand. */
  via?: 'assistant';
  /** For the rare command that moves a whole team's rows. */
  deadlineMs?: number;
}

export interface CommandResult<T> {
  value: T;
  /** The log's head after the command; null where the command changed nothing and the answer is an old one without one. */
  seq: number | null;
  /** True for an idempotent replay: this very request was answered before, and nothing was done now. */
  isRepeated: boolean;
}

/** A command with more changes is read from the log by the feeds: they have bounds for such. */
const MOST_HANDED = 200;

/** Fields that change with every write and say nothing to a person. */
const NOT_IN_HISTORY = new Set([
  'updatedAt',
  'position',
  'siblingPosition',
  'key',
  'closedAt',
  'series',
  'descriptionVersion',
  // Where rights on a document come from.
  'access',
  'isRestricted',
  // Changes by itself with the first thing that somebody adds, which the history has.
  'isSample',
]);

/** Fields whose value is made of parts that are changed one by one, each with a line of its own in the history. */
const BY_KEY = new Set(['custom', 'limits', 'absences']);

/**
 * The one write path: one transaction that holds the rows, the plan's counters, the audit entry, the history, the
 * idempotency record and the change rows, with `seq` from the team's head row taken last, so that the order of the
 * log is the order of commits.
 *
 * @throws AppError whatever `work` throws; CONFLICT while the same request is still in flight or when a client-made id
 *   was used for something else; INVALID_STATE when an Idempotency-Key comes back with another body;
 *   PLAN_LIMIT_REACHED when a counter has no room.
 */
export async function runCommand<T>(
  app: App,
  on: CommandContext,
  work: (command: Command) => Promise<T>,
): Promise<CommandResult<T>> {
  const joint = joints.getStore();
  if (joint?.isOpen === true) return await joint.join(on, work);
  const outcome = await runOnce(app, on, work).catch(async (error: unknown) => {
    if (isAnsweredMeanwhile(error)) return runOnce(app, on, work);
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
  /** Timers that are set within carry the context on. */
  isOpen: boolean;
  join: <T>(on: CommandContext, work: (command: Command) => Promise<T>) => Promise<CommandResult<T>>;
}
const joints = new AsyncLocalStorage<Joint>();

/** Whether what is called here becomes part of `actTogether`. */
export function isActingTogether(): boolean {
  return joints.getStore()?.isOpen === true;
}

/**
 * One command of several: those that `work` runs for the same person join it, so that all of them are done, with one `seq`,
 * or none is. Each sees what those before it wrote. Retried as a whole, so `work` must begin anew each time.
 */
export async function actTogether<T>(
  app: App,
  on: Omit<CommandContext, 'userId'> & { userId: string },
  work: (command: Command) => Promise<T>,
): Promise<CommandResult<T>> {
  return await runCommand(app, on, async (command) => {
    const join: Joint['join'] = async (inner, act) => {
      if (inner.teamId !== on.teamId || inner.userId !== on.userId)
        throw new TypeError('Commands of somebody else can’t be joined');
      const value = await act(command);
      // Counters are taken in the order of the acts, so that each finds the room that those before it left.
      await command.reserve();
      // Nothing is committed yet: whoever would look at it afterwards must not.
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
  /** All that was written into the log; null = nothing, or not known in this process. */
  changes: readonly ChangeRow[] | null;
}

async function runOnce<T>(
  app: App,
  on: CommandContext,
  work: (command: Command) => Promise<T>,
): Promise<Outcome<T>> {
  const { teamId, userId, asked } = on;
  const options = on.deadlineMs === undefined ? {} : { deadlineMs: on.deadlineMs };
  const write = async (tx: TeamTx) => {
    if (userId !== null && asked !== undefined && (asked.key !== null || asked.clientId !== null)) {
      const earlier = await findEarlier(tx, userId, asked);
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
    const draft = new Draft(app, tx, teamId, userId ?? '', asked?.key ?? null);
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
      mutationId: asked?.key ?? null,
      base: asked?.base ?? null,
      via: on.via ?? null,
      audits: draft.audits,
      from: asked?.from ?? OF_NOBODY,
      answer:
        asked === undefined || (asked.key === null && asked.clientId === null)
          ? null
          : { id: app.ids.uuid(), asked, body: value },
    });
    const isKnown =
      draft.many.length === 0 && draft.changes.length > 0 && draft.changes.length <= MOST_HANDED;
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

/** The version of the team's rights under which the request that asks was judged; null where none does. */
function rightsOf(teamId: string): number | null {
  const team = currentGuard()?.standing.team ?? null;
  return team?.id === teamId ? team.rights : null;
}

/** The first answer to the same request, or null when this is the first. */
async function findEarlier(tx: TeamTx, userId: string, asked: RequestKey): Promise<EarlierAnswer | null> {
  const { isFree, earlier } = await lockRequest(tx, userId, asked);
  if (!isFree) {
    throw new AppError('CONFLICT', 'The same request is still being processed. Try again in a moment.', {
      retryAfterSeconds: 1,
    });
  }
  if (earlier === null || earlier.hash === asked.hash.toString('hex')) return earlier;
  if (earlier.key !== null && earlier.key === asked.key) {
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
    if (this.#counts.size > 0) throw new TypeError('Counters are taken in one order, and some wait already');
    return countWith(this.tx, resource, delta);
  }

  async reserve(): Promise<void> {
    await takeFromLimits(this.tx, this.#counts);
    this.#counts.clear();
  }

  async takeRoom(resource: LimitedResource, wanted: number): Promise<number> {
    await this.reserve();
    return wanted === 0 ? 0 : await takeWhatFits(this.tx, resource, wanted);
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

/** Field names whose values differ, compared as JSON. */
function changedFields(before: object, after: object): string[] {
  const [old, now] = [before as Row, after as Row];
  return Object.keys(now).filter((field) => !isSame(old[field], now[field]));
}

/** What differs of a field that is changed key by key; a key that is not there is null. */
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

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * What idempotency needs of a request.
 * @param status what the first answer is sent with; kept beside it
 */
export function requestKeyOf(request: FastifyRequest, body: unknown, status: number): RequestKey {
  const given = request.headers['idempotency-key'];
  const key = given === undefined ? null : String(given);
  if (key !== null && !KEY.test(key)) {
    throw new AppError('INVALID_REQUEST', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
  }
  const clientId = (body as { id?: string } | undefined)?.id ?? null;
  const hash = createHash('sha256').update(canonicalJson(body)).digest();
  return {
    route: `${request.method} ${request.routeOptions.url ?? ''}`,
    path: new URL(request.url, 'http://api').pathname.toLowerCase().replace(/\/$/, ''),
    key,
    clientId,
    base: readBase(request),
    hash,
    status,
    from: provenanceOf(request),
  };
}

function readBase(request: FastifyRequest): number | null {
  const given = request.headers[BASE_HEADER];
  if (given === undefined) return null;
  if (!/^\d{1,15}$/.test(String(given))) {
    throw new AppError('INVALID_REQUEST', `${BASE_HEADER} must be a whole number: the seq you last read.`);
  }
  return Number(given);
}

/** Says in the answer where in the log the command stands. */
export function setSeqHeader(reply: FastifyReply, result: CommandResult<unknown>): void {
  if (result.seq !== null) reply.header(SEQ_HEADER, String(result.seq));
}
