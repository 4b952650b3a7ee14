import { type Connection, Query, type QueryResult } from 'pg';

interface CommandComplete {
  text: string;
}

/** The parts of pg's query that its types leave out: its client calls them as the server's messages come in. */
interface QueryParts {
  callback: (error: Error | null, results?: QueryResult) => void;
  submit(connection: Connection): void;
  prepare(connection: Connection): void;
  _getRows(connection: Connection, rows: number | undefined): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: CommandComplete, connection: Connection): void;
}

type QueryClass = new (config: { text: string; values: unknown[]; queryMode: 'extended' }) => QueryParts;
const PgQuery = Query as unknown as QueryClass;

interface Sender {
  parse(query: { text: string }): void;
  bind(config: object): void;
  execute(config: object): void;
  sync(): void;
}

function sendWhole(connection: Connection, text: string): void {
  const sender = connection as unknown as Sender;
  sender.parse({ text });
  sender.bind({});
  sender.execute({});
}

/**
 * One statement, with others before and after it, in one round trip. There is a single Sync at the end: where one of
 * them fails the server skips all that follow, so that nothing runs outside the transaction and the role that the
 * first ones set. Nothing is named, as pgbouncer needs it.
 */
export class BatchedQuery extends PgQuery {
  readonly #before: readonly string[];
  readonly #after: string | null;
  #leading: number;
  #isAnswered = false;
  /** What the server said to the last statement, `COMMIT` or `ROLLBACK`; null where there is none after this one. */
  endedWith: string | null = null;

  constructor(
    statement: { text: string; values: readonly unknown[] },
    around: { before: readonly string[]; after: string | null },
  ) {
    super({ text: statement.text, values: [...statement.values], queryMode: 'extended' });
    this.#before = around.before;
    this.#after = around.after;
    this.#leading = around.before.length;
  }

  override prepare(connection: Connection): void {
    for (const text of this.#before) sendWhole(connection, text);
    super.prepare(connection);
  }

  override _getRows(connection: Connection): void {
    const sender = connection as unknown as Sender;
    sender.execute({});
    if (this.#after !== null) sendWhole(connection, this.#after);
    sender.sync();
  }

  // Only this statement's own rows are described and kept.
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
