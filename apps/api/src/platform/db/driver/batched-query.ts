import { type Connection, Query, type QueryResult } from 'pg';
import type { NamedStatements } from './named-statements.ts';

interface CommandComplete {
  text: string;
}

/** Internals of pg's query that its types omit. The pg client calls them when messages of the server arrive. */
interface QueryParts {
  callback: (error: Error | null, results?: QueryResult) => void;
  name: string | undefined;
  submit(connection: Connection): void;
  hasBeenParsed(connection: Connection): boolean;
  prepare(connection: Connection): void;
  _getRows(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: CommandComplete, connection: Connection): void;
}

type QueryClass = new (config: { text: string; values: unknown[]; queryMode: 'extended' }) => QueryParts;
const PgQuery = Query as unknown as QueryClass;

interface Sender {
  bind(config: object): void;
  execute(config: object): void;
  sync(): void;
}

/** A statement and the values of its parameters `$1`, `$2` and so on. */
export interface Statement {
  text: string;
  values: readonly unknown[];
}

/** A statement whose rows are discarded, sent before or after another one. */
export interface SideStatement extends Statement {
  values: readonly (string | number | boolean | null)[];
}

/**
 * Pipelines one statement, with others before and after it, in one round trip. A single Sync is sent at the end: if a statement fails, the
 * server skips all following ones. Therefore nothing runs outside the transaction, or with a role other than the one set by the leading
 * statements.
 */
export class BatchedQuery extends PgQuery {
  readonly #text: string;
  readonly #statements: NamedStatements;
  readonly #before: readonly SideStatement[];
  readonly #after: SideStatement | null;
  #leading: number;
  #isAnswered = false;
  /** Command tag of the trailing statement, `COMMIT` or `ROLLBACK`. Null if there is none. */
  endedWith: string | null = null;

  constructor(
    statement: Statement,
    around: { before: readonly SideStatement[]; after: SideStatement | null; statements: NamedStatements },
  ) {
    super({ text: statement.text, values: [...statement.values], queryMode: 'extended' });
    this.#text = statement.text;
    this.#statements = around.statements;
    this.#before = around.before;
    this.#after = around.after;
    this.#leading = around.before.length;
  }

  override prepare(connection: Connection): void {
    for (const statement of this.#before) this.#send(connection, statement);
    this.name = this.#statements.prepare(connection, this.#text);
    super.prepare(connection);
    // Clear the name because pg keeps its own list of parsed statements for named ones.
    this.name = undefined;
  }

  // The statement has just been parsed by `prepare`.
  override hasBeenParsed(): boolean {
    return true;
  }

  override _getRows(connection: Connection): void {
    const sender = connection as unknown as Sender;
    sender.execute({});
    if (this.#after !== null) this.#send(connection, this.#after);
    sender.sync();
  }

  #send(connection: Connection, { text, values }: SideStatement): void {
    const statement = this.#statements.prepare(connection, text);
    const sender = connection as unknown as Sender;
    sender.bind({ statement, values: values.map((value) => (value === null ? null : String(value))) });
    sender.execute({});
  }

  // Describe and keep only the rows of the main statement.
  override handleDataRow(message: unknown): void {
    if (this.#leading === 0 && !this.#isAnswered) super.handleDataRow(message);
  }

  override handleCommandComplete(message: CommandComplete, connection: Connection): void {
    if (this.#leading > 0) {
      this.#leading -= 1;
    } else if (this.#isAnswered) {
      this.endedWith = message.text;
    } else {
      this.#isAnswered = true;
      super.handleCommandComplete(message, connection);
    }
  }
}
