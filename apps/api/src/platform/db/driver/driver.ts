import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Pool, PoolClient, QueryResult as PgResult } from 'pg';

import { BatchedQuery, type SideStatement, type Statement } from './batched-query.ts';
import { isStatementLost, NestedDatabaseUseError, TooManyRowsError, translateError } from './errors.ts';
import { NamedStatements, UnnamedStatements } from './named-statements.ts';
import { transactionScope, type TransactionScope, type TransactionSettings } from './scope.ts';

/** Rewrites a statement before it is sent to the database. */
export type RewriteStatement = (text: string, settings: TransactionSettings) => string;

export interface ConnectionLimits {
  deadlineMs: number;
  idleMs: number;
}

/** A connection to PostgreSQL: over the network, or in the worker of the embedded database. */
export interface Engine {
  readonly kind: 'pglite' | 'postgres';
  readonly pool: Pool;
  /** Sets the limits of an acquired connection, because the embedded engine has to enforce them itself. */
  setLimits(limits: ConnectionLimits): void;
}

// The embedded engine hangs when its idle timeout is set and ignores the others, so its host enforces all of them.
function listTimeouts(settings: TransactionSettings): [string, string][] {
  return [
    ['statement_timeout', `'${settings.deadlineMs}'`],
    ['lock_timeout', `'${settings.lockWaitMs}'`],
    ['idle_in_transaction_session_timeout', `'${settings.idleMs}'`],
  ];
}

/** Disables JIT: compiling the plan of a snapshot takes about 130 ms, and no statement runs long enough to recoup it. */
const NO_JIT: [string, string] = ['jit', `'off'`];

/**
 * A custom plan may cost enough to be run by parallel workers. Parallel workers are disabled because each is a new process without cached
 * catalogs, which takes about 40 ms until its first row.
 */
const CUSTOM_PLANS: [string, string][] = [
  ['plan_cache_mode', `'force_custom_plan'`],
  ['max_parallel_workers_per_gather', `'0'`],
];

/** Database roles that are subject to row-level security. */
const ROLES = { app: 'hearth_app', share: 'hearth_share', search: 'hearth_search' } as const;

/** Returns the statement that asserts the standing of the current request, if it applies to this team and user. */
function writeStanding({ standing, teamId, userId, isSystem }: TransactionSettings): SideStatement[] {
  if (standing === undefined) return [];
  const { sessionId, tokenId, team, task } = standing;
  const seesToken = isSystem || userId === standing.userId;
  const isOfTeam = team !== null && team.id === teamId;
  const place = isOfTeam && task !== null ? [task.id, task.projectId, task.isTrashed] : [null, null, null];
  return [
    {
      text: 'select assert_standing($1, $2, $3, $4, $5, $6)',
      values: [sessionId, seesToken ? tokenId : null, isOfTeam ? team.rights : null, ...place],
    },
  ];
}

/** Returns `begin`, followed by role, team, user and limits, and by the standing of the request. */
function writeBegin(settings: TransactionSettings, kind: Engine['kind']): SideStatement[] {
  const values = [
    settings.teamId ?? '',
    settings.userId ?? '',
    settings.isSystem ? 'on' : '',
    // Always set it: a value from an earlier transaction on the connection must not apply.
    settings.shareHash ?? '',
  ];
  const fixed = [
    ['timezone', `'UTC'`],
    ...(kind === 'postgres' ? [...listTimeouts(settings), NO_JIT] : []),
    ...(settings.usesCustomPlans ? CUSTOM_PLANS : []),
    // Set the role last, because it may not be allowed to set the others. For the owner, row_security off turns a filtered
    // read into an error.
    settings.role === 'owner' ? ['row_security', `'off'`] : ['role', `'${ROLES[settings.role]}'`],
  ];
  const names = ['app.team', 'app.user', 'app.system', 'app.share'];
  if (settings.search !== undefined) {
    const { words = '', titles = '', gaps = [] } = settings.search;
    names.push('app.search_words', 'app.search_titles', 'app.search_gaps');
    values.push(words, titles, gaps.length === 0 ? '' : `{${gaps.join(',')}}`);
  }
  const calls = [
    ...names.map((name, at) => `set_config('${name}', $${at + 1}, true)`),
    ...fixed.map(([name, value]) => `set_config('${name}', ${value}, true)`),
  ];
  const isolation = settings.isSnapshot ? ' isolation level repeatable read' : '';
  return [
    { text: `begin${isolation}${settings.isReadOnly ? ' read only' : ''}`, values: [] },
    { text: `select ${calls.join(', ')}`, values },
    ...writeStanding(settings),
  ];
}

const COMMIT: SideStatement = { text: 'commit', values: [] };
/** Prepared statements live as long as their connection. */
const statementsOf = new WeakMap<PoolClient, NamedStatements>();

interface DriverOptions {
  /** Results with more rows than this throw an error. */
  rowLimit: number;
  rewriteStatement?: RewriteStatement | undefined;
  /** Set for a pooler in front of PostgreSQL that does not support prepared statements. */
  hasUnnamedStatements?: boolean | undefined;
}

class EngineConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #options: DriverOptions;
  readonly #scope: TransactionScope;
  readonly #onLost: (error: Error) => void;
  /** Opening statements of the transaction, to be sent with its first statement. */
  #opening: readonly SideStatement[] | null = null;
  #begun: Promise<unknown> | null = null;
  #isOver = false;
  #isBroken = false;
  #isReleased = false;
  #cursors = 0;

  constructor(client: PoolClient, options: DriverOptions, scope: TransactionScope) {
    this.#client = client;
    this.#options = options;
    this.#scope = scope;
    // A transaction that waits for something else would not notice a lost connection, and would keep its pool slot.
    this.#onLost = (error) => scope.lose(translateError(error));
    client.on('error', this.#onLost);
  }

  /**
   * Opens the transaction together with its first statement, which saves a round trip. If no statement follows immediately,
   * the transaction is opened alone, because the database enforces the idle timeout only for an open transaction.
   */
  async begin(kind: Engine['kind']): Promise<void> {
    const opening = writeBegin(this.#scope.settings, kind);
    // The owner's first statement may consist of several statements, which cannot be pipelined.
    if (this.#isOwner()) {
      await this.#open(opening);
      return;
    }
    this.#opening = opening;
    setImmediate(() => {
      if (this.#opening === null || this.#isReleased) return;
      this.#opening = null;
      this.#begun = this.#open(opening);
      this.#begun.catch(this.#onLost);
    });
  }

  async run(
    text: string,
    values: readonly unknown[] = [],
    { isLast = false, ahead = [] }: { isLast?: boolean; ahead?: readonly SideStatement[] } = {},
  ): Promise<PgResult> {
    // The client may already serve another transaction.
    if (this.#isReleased || this.#isOver) {
      throw new Error('The transaction has ended: a statement was not awaited, or followed the last one.');
    }
    try {
      if (this.#isOwner() && values.length === 0 && ahead.length === 0 && !isLast)
        return await this.#runTexts(text);
      const before = [...(this.#opening ?? []), ...ahead];
      this.#opening = null;
      if (this.#begun !== null) await this.#begun;
      const result = await this.#sendBatch(before, { text, values }, isLast);
      this.#scope.hasBegun = true;
      return result;
    } catch (error) {
      if (isStatementLost(error)) this.#isBroken = true;
      throw translateError(error);
    }
  }

  #isOwner(): boolean {
    return this.#scope.settings.role === 'owner';
  }

  async #open(opening: readonly SideStatement[]): Promise<void> {
    await this.#sendBatch(opening.slice(0, -1), opening.at(-1) ?? COMMIT);
  }

  /** Runs an SQL string that may contain several statements. */
  async #runTexts(text: string): Promise<PgResult> {
    const answer: PgResult | PgResult[] = await this.#client.query(text);
    const result = Array.isArray(answer) ? answer.at(-1) : answer;
    if (!result) throw new Error('The database returned no result.');
    return result;
  }

  async #sendBatch(
    before: readonly SideStatement[],
    statement: Statement,
    isLast = false,
  ): Promise<PgResult> {
    const statements = this.#statements();
    const query = new BatchedQuery(statement, {
      before,
      after: isLast ? COMMIT : null,
      statements,
    });
    const { promise, resolve, reject } = Promise.withResolvers<PgResult | undefined>();
    query.callback = (error, result) => {
      statements.settle(error !== null);
      if (error === null) resolve(result);
      else reject(error);
    };
    this.#client.query(query);
    const result = await promise;
    if (!result) throw new Error('The database returned no result.');
    if (isLast) this.#finish(query.endedWith);
    return result;
  }

  #statements(): NamedStatements {
    const known = statementsOf.get(this.#client);
    if (known !== undefined) return known;
    const made = this.#options.hasUnnamedStatements ? new UnnamedStatements() : new NamedStatements();
    statementsOf.set(this.#client, made);
    return made;
  }

  #finish(command: string | null): void {
    this.#isOver = true;
    if (command !== 'COMMIT') throw new Error('The transaction failed earlier and was rolled back.');
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const isLast = this.#scope.isNextLast;
    this.#scope.isNextLast = false;
    const ahead = this.#scope.ahead
      .splice(0)
      .map(({ text, values }) => ({ text: this.#rewrite(text), values }));
    const { rowLimit } = this.#options;
    const result = await this.run(this.#rewrite(query.sql), query.parameters, { isLast, ahead });
    if (result.rows.length > rowLimit) throw new TooManyRowsError(rowLimit);
    const isChange = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command);
    return {
      rows: result.rows as Row[],
      ...(isChange ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}),
    };
  }

  #rewrite(text: string): string {
    return this.#options.rewriteStatement?.(text, this.#scope.settings) ?? text;
  }

  /** Reads through a server-side cursor, so that client and server never hold more than one chunk. */
  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const cursor = `stream_${++this.#cursors}`;
    await this.run(`declare ${cursor} no scroll cursor for ${this.#rewrite(query.sql)}`, query.parameters);
    for (;;) {
      const { rows } = await this.run(`fetch ${chunkSize} from ${cursor}`);
      if (rows.length > 0) yield { rows: rows as Row[] };
      if (rows.length < chunkSize) break;
    }
    await this.run(`close ${cursor}`);
  }

  async commit(): Promise<void> {
    if (this.#isUnopened() || this.#isOver) return;
    this.#finish((await this.run('commit')).command);
  }

  async rollback(): Promise<void> {
    if (this.#isUnopened() || this.#isOver) return;
    await this.run('rollback').catch(() => {
      // Discard a connection that can't roll back. The first error is the one to report.
      this.#isBroken = true;
    });
  }

  /** Returns true if the transaction was never opened, and prevents it from being opened later. */
  #isUnopened(): boolean {
    const isUnopened = this.#opening !== null;
    this.#opening = null;
    this.#isOver ||= isUnopened;
    return isUnopened;
  }

  release(): void {
    this.#isReleased = true;
    this.#client.off('error', this.#onLost);
    this.#client.release(this.#isBroken);
  }
}

class EngineDriver implements Driver {
  readonly #engine: Engine;
  readonly #options: DriverOptions;

  constructor(engine: Engine, options: DriverOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EngineConnection> {
    const scope = transactionScope.getStore();
    if (scope?.state !== 'starting') throw new NestedDatabaseUseError();
    scope.state = 'open';
    let client: PoolClient;
    try {
      client = await this.#engine.pool.connect();
    } catch (error) {
      throw translateError(error);
    }
    this.#engine.setLimits(scope.settings);
    return new EngineConnection(client, this.#options, scope);
  }

  async beginTransaction(connection: EngineConnection): Promise<void> {
    try {
      await connection.begin(this.#engine.kind);
    } catch (error) {
      // Kysely rolls back only after a successful begin. Here, `begin` may have succeeded before the error.
      await connection.rollback();
      throw error;
    }
  }

  async commitTransaction(connection: EngineConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: EngineConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(connection: EngineConnection): Promise<void> {
    connection.release();
  }

  async savepoint(connection: EngineConnection, name: string): Promise<void> {
    await connection.run(`savepoint "${name}"`);
  }

  async rollbackToSavepoint(connection: EngineConnection, name: string): Promise<void> {
    await connection.run(`rollback to savepoint "${name}"`);
  }

  async releaseSavepoint(connection: EngineConnection, name: string): Promise<void> {
    await connection.run(`release savepoint "${name}"`);
  }

  async destroy(): Promise<void> {}
}

/** Kysely dialect for an engine. Every statement must run inside a transaction scope. */
export class EngineDialect implements Dialect {
  readonly #engine: Engine;
  readonly #options: DriverOptions;

  constructor(engine: Engine, options: DriverOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter();
  }

  createDriver(): Driver {
    return new EngineDriver(this.#engine, this.#options);
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
}
