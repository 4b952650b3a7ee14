import type { Connection } from 'pg';

interface Sender {
  parse(query: { text: string; name: string }): void;
  close(message: { type: 'S'; name: string }): void;
}

/** Prepared statements cached for a connection: each costs the database some 100 kB. */
const MOST_NAMED = 120;
/** Texts that are remembered as seen once, in the whole process. */
const MOST_SEEN = 1_000;
/** A longer text is one of its kind: a list of values, say. */
const LONGEST_TEXT = 20_000;

/** A statement is prepared from its second time on, so that what never comes again costs no memory. */
const seen = new Map<string, string>();
let lastNumber = 0;

/** A name for the text in this process, or null while it has not come twice. */
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
 * The prepared statements of one connection (PostgreSQL's protocol, 'Extended Query'): a statement is parsed and analysed
 * once, and planned anew only while the planner expects something of it.
 */
export class NamedStatements {
  readonly #parsed = new Set<string>();
  /** Sent for parsing in the batch that is under way: parsed once it is answered without an error. */
  readonly #sent = new Set<string>();

  /** Sends what the connection has to know before the statement is bound. @returns the name to bind, '' = none */
  prepare(connection: Connection, text: string): string {
    const sender = connection as unknown as Sender;
    const name = nameOf(text) ?? '';
    if (name === '') {
      sender.parse({ text, name });
    } else if (this.#parsed.delete(name)) {
      this.#parsed.add(name);
    } else if (!this.#sent.has(name)) {
      if (this.#parsed.size >= MOST_NAMED) this.#forgetOldest(sender);
      // Closing what is not there is no error; what failed half-way may be there.
      sender.close({ type: 'S', name });
      sender.parse({ text, name });
      this.#sent.add(name);
    }
    return name;
  }

  /** The batch was answered. @param hasFailed the server may have skipped what came after the error */
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

/** For a pooler that gives each transaction another connection and keeps no prepared statements: nothing is named. */
export class UnnamedStatements extends NamedStatements {
  override prepare(connection: Connection, text: string): string {
    (connection as unknown as Sender).parse({ text, name: '' });
    return '';
  }
}
