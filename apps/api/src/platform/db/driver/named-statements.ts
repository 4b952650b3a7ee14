import type { Connection } from 'pg';

interface Sender {
  parse(query: { text: string; name: string }): void;
  close(message: { type: 'S'; name: string }): void;
}

/** Limit of cached prepared statements per connection: each costs the database about 100 kB. */
const MOST_NAMED = 120;
/** Process-wide limit of texts remembered as seen once. */
const MOST_SEEN = 1_000;
/** Longer texts are one-offs, such as a list of values. */
const LONGEST_TEXT = 20_000;

/** A statement is prepared from its second use on, so that one-off statements cost no memory. */
const seen = new Map<string, string>();
let lastNumber = 0;

/** The name of the text in this process; null until it was seen twice. */
function nameOf(text: string): string | null {
  if (text.length > LONGEST_TEXT) return null;
  const known = seen.get(text);
  // LRU eviction.
  seen.delete(text);
  if (known === undefined) {
    if (seen.size >= MOST_SEEN) seen.delete(seen.keys().next().value ?? '');
    seen.set(text, '');
    return null;
  }
  const name = known === '' ? `h${(lastNumber += 1)}` : known;
  seen.set(text, name);
  return name;
}

/**
 * The prepared statements of one connection (PostgreSQL's protocol, 'Extended Query'): a statement is parsed and analysed once, and
 * replanned only while the planner expects a benefit.
 */
export class NamedStatements {
  readonly #parsed = new Set<string>();
  /** Sent for parsing in the current batch; counts as parsed once the batch succeeds. */
  readonly #sent = new Set<string>();

  /** Sends the Parse message that the statement needs before Bind. @returns the name to bind, '' = none */
  prepare(connection: Connection, text: string): string {
    const sender = connection as unknown as Sender;
    const name = nameOf(text) ?? '';
    if (name === '') {
      sender.parse({ text, name });
    } else if (this.#parsed.delete(name)) {
      this.#parsed.add(name);
    } else if (!this.#sent.has(name)) {
      if (this.#parsed.size >= MOST_NAMED) this.#forgetOldest(sender);
      // Closing a missing statement is no error; one from a failed batch may exist.
      sender.close({ type: 'S', name });
      sender.parse({ text, name });
      this.#sent.add(name);
    }
    return name;
  }

  /** The batch completed. @param hasFailed the server may have skipped the messages after the error */
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

/** For a pooler that gives each transaction another connection and does not keep prepared statements: nothing is named. */
export class UnnamedStatements extends NamedStatements {
  override prepare(connection: Connection, text: string): string {
    (connection as unknown as Sender).parse({ text, name: '' });
    return '';
  }
}
