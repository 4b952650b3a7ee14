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

import { NestedDatabaseUseError, TooManyRowsError, translateError } from './errors.ts';
import { transactionScope, type TransactionSettings } from './scope.ts';

export interface ConnectionLimits {
  deadlineMs: number;
  idleMs: number;
}

/** One way to reach PostgreSQL: over the network, or in the worker of the embedded database. */
export interface Engine {
  readonly kind: 'pglite' | 'postgres';
  readonly pool: Pool;
  /** Called when a connection has been taken: the embedded engine has to enforce the limits itself. */
  setLimits(limits: ConnectionLimits): void;
}

const IDENTIFIER = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function quoteId(id: string | null): string {
  if (id === null) return `''`;
  // The value goes into the statement's text, since only parameterless statements travel together.
  if (!IDENTIFIER.test(id)) throw new TypeError('A team or user id is not a lower-case UUID.');
  return `'${id}'`;
}

// The embedded engine hangs when its idle time-out strikes and ignores the others: its host keeps all of them.
function listTimeouts(settings: TransactionSettings): [string, string][] {
  return [
    ['statement_timeout', `'${settings.deadlineMs}'`],
    ['lock_timeout', `'${settings.lockWaitMs}'`],
    ['idle_in_transaction_session_timeout', `'${settings.idleMs}'`],
  ];
}

/** `begin`, role, team, person and limits: several statements, sent and answered in one round trip. */
export function writeBegin(settings: TransactionSettings, kind: Engine['kind']): string {
  const values = [
    ['app.team', quoteId(settings.teamId)],
    ['app.user', quoteId(settings.userId)],
    ['app.system', settings.isSystem ? `'on'` : `''`],
    ['timezone', `'UTC'`],
    ...(kind === 'postgres' ? listTimeouts(settings) : []),
    // Last: the role may not be allowed to set the others. As owner, a filtered read is an error, not a short answer.
    settings.role === 'app' ? ['role', `'hearth_app'`] : ['row_security', `'off'`],
  ];
  const calls = values.map(([name, value]) => `set_config('${name}', ${value}, true)`);
  return `begin${settings.isReadOnly ? ' read only' : ''}; select ${calls.join(', ')}`;
}

class EngineConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #rowLimit: number;
  readonly #onLost: (error: Error) => void;
  #isBroken = false;
  #isReleased = false;
  #cursors = 0;

  constructor(client: PoolClient, rowLimit: number, onLost: (error: unknown) => void) {
    this.#client = client;
    this.#rowLimit = rowLimit;
    // A transaction that waits for something else would not notice, and would keep its place in the pool.
    this.#onLost = (error) => onLost(translateError(error));
    client.on('error', this.#onLost);
  }

  async run(text: string, values: readonly unknown[] = []): Promise<PgResult> {
    // The client may serve somebody else's transaction by now.
    if (this.#isReleased) throw new Error('The transaction is over: a statement in it was not awaited.');
    try {
      const answer: PgResult | PgResult[] = await this.#client.query(text, [...values]);
      const result = Array.isArray(answer) ? answer.at(-1) : answer;
      if (!result) throw new Error('The database gave no answer.');
      return result;
    } catch (error) {
      throw translateError(error);
    }
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await this.run(query.sql, query.parameters);
    if (result.rows.length > this.#rowLimit) throw new TooManyRowsError(this.#rowLimit);
    const isChange = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command);
    return {
      rows: result.rows as Row[],
      ...(isChange ? { numAffectedRows: BigInt(result.rowCount ?? 0) } : {}),
    };
  }

  /** Reads through a server-side cursor, so that neither side ever holds more than one chunk. */
  async *streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    const cursor = `stream_${++this.#cursors}`;
    await this.run(`declare ${cursor} no scroll cursor for ${query.sql}`, query.parameters);
    for (;;) {
      const { rows } = await this.run(`fetch ${chunkSize} from ${cursor}`);
      if (rows.length > 0) yield { rows: rows as Row[] };
      if (rows.length < chunkSize) break;
    }
    await this.run(`close ${cursor}`);
  }

  async commit(): Promise<void> {
    const { command } = await this.run('commit');
    if (command === 'ROLLBACK') throw new Error('The transaction had failed before and was rolled back.');
  }

  async rollback(): Promise<void> {
    await this.run('rollback').catch(() => {
      // A connection that cannot roll back is thrown away; the first error is the one to report.
      this.#isBroken = true;
    });
  }

  release(): void {
    this.#isReleased = true;
    this.#client.off('error', this.#onLost);
    this.#client.release(this.#isBroken);
  }
}

class EngineDriver implements Driver {
  readonly #engine: Engine;
  readonly #rowLimit: number;

  constructor(engine: Engine, rowLimit: number) {
    this.#engine = engine;
    this.#rowLimit = rowLimit;
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
    return new EngineConnection(client, this.#rowLimit, scope.lose);
  }

  async beginTransaction(connection: EngineConnection): Promise<void> {
    const scope = transactionScope.getStore();
    if (!scope) throw new NestedDatabaseUseError();
    try {
      await connection.run(writeBegin(scope.settings, this.#engine.kind));
    } catch (error) {
      // Kysely rolls back only what has begun; here `begin` may have passed and the rest failed.
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

/** Kysely over an engine; every statement must run inside a transaction scope. */
export class EngineDialect implements Dialect {
  readonly #engine: Engine;
  readonly #rowLimit: number;

  constructor(engine: Engine, rowLimit: number) {
    this.#engine = engine;
    this.#rowLimit = rowLimit;
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter();
  }

  createDriver(): Driver {
    return new EngineDriver(this.#engine, this.#rowLimit);
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
}
