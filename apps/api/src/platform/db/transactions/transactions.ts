import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

import type { RawBuilder, Transaction } from 'kysely';

import { type Db, getInternals } from './database.ts';
import {
  DatabaseUnavailableError,
  isRetryableConflict,
  LockTimeoutError,
  NestedDatabaseUseError,
  AuthorizationLostError,
} from '#platform/db/driver/errors.ts';
import type { SideStatement } from '#platform/db/driver/batched-query.ts';
import type { DbSchema } from '#platform/db/tables/schema.ts';
import {
  isInsideTransaction,
  type SearchMatch,
  type TransactionScope,
  transactionScope,
  type TransactionSettings,
} from '#platform/db/driver/scope.ts';
import { currentGuard, runUnguarded, type StandingGuard } from '#platform/db/driver/standing.ts';
import type { RandomBytes } from '#platform/ids.ts';

declare const kind: unique symbol;

/** Any open transaction, for helpers that work in all kinds of transactions. */
export type AnyTx = Transaction<DbSchema>;
/** Sees the rows of one team. Carries the team's id, so queries need no other source of it. */
export type TeamTx = AnyTx & { readonly [kind]: 'team'; readonly teamId: string };
/** Sees the data of one user: memberships, sessions, settings. */
export type UserTx = AnyTx & { readonly [kind]: 'user' };
/** Sees only rows that policies open to `app_system()`, such as sessions and jobs. */
export type SystemTx = AnyTx & { readonly [kind]: 'system' };
/** Read-only. Sees the data that one public link exposes. */
export type ShareTx = AnyTx & { readonly [kind]: 'share' };
/** Read-only. Sees the rows of a team's search index that match its search. */
export type SearchTx = AnyTx & { readonly [kind]: 'search'; readonly teamId: string };
/** Sees everything as the owner of the tables. For migrations, export and tests only. */
export type OwnerTx = AnyTx & { readonly [kind]: 'owner' };

interface TransactionOptions {
  isReadOnly?: boolean;
  /** Repeatable read, for reads that consist of several statements. */
  isSnapshot?: boolean;
  /** Whether each statement is planned for its parameters. This is worth the 1 to 3 ms if the cost depends on a period or a filter. */
  usesCustomPlans?: boolean;
  /**
   * Whether to wait until fewer than `TeamTurns.MAX_OPEN` other transactions of the team with this option are open on this server. They
   * would wait for the same rows in the database instead, each with a connection of the pool.
   */
  takesTurn?: boolean;
  /** Statement timeout in ms. The default is 5 s. */
  deadlineMs?: number;
  /** Lock timeout in ms: how long to wait for a row or advisory lock before the transaction is rolled back. The default is 2 s. */
  lockWaitMs?: number;
  /** How long to retry after lock timeouts, in ms. The default is 5 s. The last attempt may end later. */
  lockPatienceMs?: number;
  /** Idle timeout in ms. The default is 10 s. */
  idleMs?: number;
}

const LOCK_WAIT_MS = 2_000;
// Allows two more attempts, and a response before the web app's request timeout (15 s).
const LOCK_PATIENCE_MS = 5_000;
const IDLE_MS = 10_000;
const MAX_ATTEMPTS = 6;
const BASE_DELAY_MS = 10;

async function runOnce<T>(
  db: Db,
  settings: TransactionSettings,
  guard: StandingGuard | undefined,
  fn: (tx: AnyTx) => Promise<T>,
): Promise<T> {
  const parts = getInternals(db);
  const { promise: lost, reject: lose } = Promise.withResolvers<never>();
  // Prevent an unhandled rejection: most transactions end without being lost.
  lost.catch(() => {});
  const scope: TransactionScope = {
    owner: db,
    settings,
    state: 'starting',
    hasBegun: false,
    isNextLast: false,
    ahead: [],
    lose,
  };
  parts.openTransactions += 1;
  if (!settings.isReadOnly) parts.writes += 1;
  try {
    const result = await transactionScope.run(scope, () => {
      const transaction = parts.kysely.transaction();
      return transaction.execute((tx) => Promise.race([fn(tx), lost]));
    });
    // Transactions outside the team assert only the session.
    if (scope.hasBegun && guard !== undefined && guard.standing.team?.id === settings.teamId)
      guard.isAsserted = true;
    return result;
  } finally {
    scope.state = 'ended';
    parts.openTransactions -= 1;
    if (parts.openTransactions === 0) parts.onQuiet?.();
  }
}

async function runTransaction<T>(
  db: Db,
  who: Pick<TransactionSettings, 'role' | 'teamId' | 'userId' | 'isSystem' | 'shareHash' | 'search'>,
  options: TransactionOptions,
  fn: (tx: AnyTx) => Promise<T>,
): Promise<T> {
  if (isInsideTransaction(db)) throw new NestedDatabaseUseError();
  const parts = getInternals(db);
  const settings: TransactionSettings = {
    ...who,
    isReadOnly: options.isReadOnly ?? false,
    isSnapshot: options.isSnapshot ?? false,
    usesCustomPlans: options.usesCustomPlans ?? false,
    deadlineMs: options.deadlineMs ?? parts.deadlineMs,
    lockWaitMs: options.lockWaitMs ?? LOCK_WAIT_MS,
    idleMs: options.idleMs ?? IDLE_MS,
  };
  const patienceMs = options.lockPatienceMs ?? LOCK_PATIENCE_MS;
  const { teamId } = who;
  const inTurn =
    options.takesTurn === true && teamId !== null
      ? (run: () => Promise<T>) => parts.turns.run(teamId, run)
      : (run: () => Promise<T>) => run();
  const begunAt = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    if (parts.isClosing) throw new DatabaseUnavailableError('The database is closing.');
    const guard = settings.role === 'app' ? currentGuard() : undefined;
    try {
      const result = await inTurn(() => runOnce(db, { ...settings, standing: guard?.standing }, guard, fn));
      // Team commands mark their own action as committed. An action of a user without a team is a single transaction.
      if (guard?.standing.team === null && !settings.isReadOnly) guard.isDone = true;
      return result;
    } catch (error) {
      const hasTime = performance.now() - begunAt < patienceMs;
      if (error instanceof AuthorizationLostError && guard !== undefined && hasTime) {
        // If many requests change a team's permissions at the same time, each commit forces all others to authorize again. Retries are
        // limited by time rather than number, because one request succeeds per round, regardless of their number.
        if (attempt > 1) await sleep(pickDelay(parts.random, 1));
        await runUnguarded(guard.renew);
        continue;
      }
      const isLateLock = error instanceof LockTimeoutError && hasTime;
      if (!(isLateLock || isRetryableConflict(error)) || attempt >= MAX_ATTEMPTS) throw error;
      await sleep(pickDelay(parts.random, attempt));
    }
  }
}

/** Returns the delay of an exponential backoff with full jitter, in ms. */
function pickDelay(random: RandomBytes, attempt: number): number {
  const [byte = 0] = random(1);
  return (byte / 255) * BASE_DELAY_MS * 2 ** attempt;
}

/** Attaches the team's id. Kysely creates one object per transaction, and an additional property does not affect its builders. */
function nameTeam(tx: AnyTx, teamId: string): TeamTx {
  return Object.assign(tx, { teamId }) as TeamTx;
}

/**
 * Runs `fn` in a transaction that sees the rows of one team. `fn` runs again after a conflict (serialization failure, deadlock or lock
 * timeout) or a change to the caller's permissions, so side effects must come after this call, not inside it.
 */
export async function withTeam<T>(
  db: Db,
  context: { teamId: string; userId: string | null },
  fn: (tx: TeamTx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const joint = joints.getStore();
  if (joint?.isOpen === true) {
    if (joint.teamId !== context.teamId || joint.userId !== context.userId)
      throw new NestedDatabaseUseError();
    return await fn(joint.tx);
  }
  const who = { role: 'app', teamId: context.teamId, userId: context.userId, isSystem: false } as const;
  return await runTransaction(db, who, options, async (tx) => await fn(nameTeam(tx, context.teamId)));
}

/** Runs `fn` in a read-only transaction that sees the rows of one team. Retried like `withTeam`. */
export async function readTeam<T>(
  db: Db,
  context: { teamId: string; userId: string | null },
  fn: (tx: TeamTx) => Promise<T>,
): Promise<T> {
  return await withTeam(db, context, fn, { isReadOnly: true });
}

interface Joint {
  tx: TeamTx;
  teamId: string;
  userId: string | null;
  /** Set to false afterwards because timers started within inherit the context. */
  isOpen: boolean;
}
const joints = new AsyncLocalStorage<Joint>();

/**
 * While `work` runs, `withTeam` for the same team and user returns this transaction, so that several actions commit atomically. Only the
 * code that began the transaction ends it, never `commitWith`.
 */
export async function joinTeam<T>(tx: TeamTx, userId: string | null, work: () => Promise<T>): Promise<T> {
  const joint: Joint = { tx, teamId: tx.teamId, userId, isOpen: true };
  try {
    return await joints.run(joint, work);
  } finally {
    joint.isOpen = false;
  }
}

/** Runs `fn` in a transaction that sees the data of one user across teams. Retried like `withTeam`. */
export async function withUser<T>(
  db: Db,
  context: { userId: string },
  fn: (tx: UserTx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const who = { role: 'app', teamId: null, userId: context.userId, isSystem: false } as const;
  return await runTransaction(db, who, options, async (tx) => await fn(tx as UserTx));
}

/**
 * Runs `fn` in a transaction without team or user, for tables that belong to neither (sessions, invite links, jobs). Rows of a team's table
 * are visible only if one of its policies includes `(select app_system())`. Retried like `withTeam`.
 */
export async function withSystem<T>(
  db: Db,
  fn: (tx: SystemTx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const who = { role: 'app', teamId: null, userId: null, isSystem: true } as const;
  return await runTransaction(db, who, options, async (tx) => await fn(tx as SystemTx));
}

/**
 * Runs `fn` in a transaction that sees one project as exposed by the public link with this hash, limited to the columns and
 * rows granted to the role `hearth_share`. It sees nothing if the link no longer exposes anything. `fn` must check the
 * expiry itself, because the database does not use the clock of this server.
 */
export async function withShare<T>(
  db: Db,
  context: { tokenHash: Buffer },
  fn: (tx: ShareTx) => Promise<T>,
): Promise<T> {
  const shareHash = context.tokenHash.toString('hex');
  const who = { role: 'share', teamId: null, userId: null, isSystem: false, shareHash } as const;
  return await runTransaction(
    db,
    who,
    { isReadOnly: true, isSnapshot: true },
    async (tx) => await fn(tx as ShareTx),
  );
}

/**
 * Runs `fn` in a transaction that sees the matching rows of a team's search index. Only the role `hearth_search` can use the
 * full-text indexes. Its queries include the permissions as conditions, which are checked again for the displayed results.
 */
export async function withSearch<T>(
  db: Db,
  context: { teamId: string; match: SearchMatch },
  fn: (tx: SearchTx) => Promise<T>,
): Promise<T> {
  const { teamId, match: search } = context;
  const who = { role: 'search', teamId, userId: null, isSystem: false, search } as const;
  return await runTransaction(
    db,
    who,
    { isReadOnly: true },
    async (tx) => await fn(Object.assign(tx, { teamId }) as SearchTx),
  );
}

/**
 * Pipelines the last statement of the surrounding transaction with its commit, in one round trip, to release locks earlier. Any later
 * statement in the transaction throws.
 */
export async function commitWith<T>(query: () => Promise<T>): Promise<T> {
  const scope = transactionScope.getStore();
  if (scope?.state !== 'open') throw new TypeError('No open transaction to commit.');
  // This is part of a larger transaction, which continues.
  if (joints.getStore()?.isOpen === true) return await query();
  scope.isNextLast = true;
  try {
    return await query();
  } finally {
    // `query` may have thrown before its statement was sent. The rollback must not count as the last statement.
    scope.isNextLast = false;
  }
}

/**
 * Pipelines a statement with the next one of the surrounding transaction, in one round trip, and discards its rows. The next
 * statement starts after this one has acquired its locks, so it sees commits made during the lock wait.
 */
export function sendAhead(tx: AnyTx, statement: RawBuilder<unknown>): void {
  const scope = transactionScope.getStore();
  if (scope?.state !== 'open') throw new TypeError('No open transaction to send the statement in.');
  const { sql: text, parameters } = statement.compile(tx);
  scope.ahead.push({ text, values: parameters as SideStatement['values'] });
}

/** Runs `fn` as the owner of the tables, bypassing row-level security. Never use it while serving a request. */
export async function asOwner<T>(
  db: Db,
  fn: (tx: OwnerTx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const who = { role: 'owner', teamId: null, userId: null, isSystem: false } as const;
  return await runTransaction(db, who, options, async (tx) => await fn(tx as OwnerTx));
}
