import type { Connection } from 'pg';

interface Sender {
  parse(query: { text: string; name: string }): void;
  close(message: { type: 'S'; name: string }): void;
}

/** Maximum number of prepared statements per connection. Each costs the database about 100 kB. */
const MAX_NAMED = 120;
/** Maximum number of statements that the process tracks. */
const MAX_SEEN = 1_000;
/** Longer statements are not prepared because they are one-offs, such as lists of values. */
const LONGEST_TEXT = 20_000;

/**
 * Names of statements by their SQL, or '' if seen only once. A statement is prepared on its second use to save memory for one-off
 * statements.
 */
const seen = new Map<string, string>();
let lastNumber = 0;

/** Returns the statement's name in this process, or null if it is too long or has not been seen before. */
function nameOf(text: string): string | null {
  if (text.length > LONGEST_TEXT) return null;
  const known = seen.get(text);
  // LRU eviction.
  seen.delete(text);
  if (known === undefined) {
    if (seen.size >= MAX_SEEN) seen.delete(seen.keys().next().value ?? '');
    seen.set(text, '');
    return null;
  }
  const name = known === '' ? `h${(lastNumber += 1)}` : known;
  seen.set(text, name);
  return name;
}

/**
 * The prepared statements of one connection (PostgreSQL documentation, 'Extended Query'). A statement is parsed and analyzed once, and
 * planned again only if the planner expects a benefit.
 */
export class NamedStatements {
  readonly #parsed = new Set<string>();
  /** Statements sent for parsing in the current batch. They count as parsed once the batch succeeds. */
  readonly #sent = new Set<string>();

  /**
   * Sends the Parse message that the statement requires before Bind.
   * @returns the name to bind, or '' for the unnamed statement
   */
  prepare(connection: Connection, text: string): string {
    const sender = connection as unknown as Sender;
    const name = nameOf(text) ?? '';
    if (name === '') {
      sender.parse({ text, name });
    } else if (this.#parsed.delete(name)) {
      this.#parsed.add(name);
    } else if (!this.#sent.has(name)) {
      if (this.#parsed.size >= MAX_NAMED) this.#forgetOldest(sender);
      // Closing an unknown statement is not an error. A statement from a failed batch may still exist.
      sender.close({ type: 'S', name });
      sender.parse({ text, name });
      this.#sent.add(name);
    }
    return name;
  }

  /**
   * Records the outcome of a batch.
   * @param hasFailed whether it failed, in which case the server may have skipped messages
   */
  settle(hasFailed: boolean): void {
    if (!hasFailed) for (const name of this.#sent) this.#parsed.add(name);
    this.#sent.clear();
  }

  #forgetOldest(sender: Sender): void {
    const [oldest] = this.#parsed;
    if (oldest === undefined) return;
    this.#parsed.delete(oldest);
    sender.close({ type: 'S', name: oldest });
  }
}

/** Uses only unnamed statements. For a pooler that changes the connection between transactions and does not support prepared statements. */
export class UnnamedStatements extends NamedStatements {
  override prepare(connection: Connection, text: string): string {
    (connection as unknown as Sender).parse({ text, name: '' });
    return '';
  }
}
