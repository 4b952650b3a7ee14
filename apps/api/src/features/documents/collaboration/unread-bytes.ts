/** Maximum number of unread bytes per user, summed over all their sockets. */
const MAX_OF_PERSON = 64 * 1024 * 1024;
/** Above this number of unread bytes, no further document is encoded for the user. */
const CROWDED = 16 * 1024 * 1024;
/** Maximum number of unread bytes on this node. Above it, the user with the most unread bytes is disconnected. */
const MAX_OF_ALL = 512 * 1024 * 1024;
/** Bytes reserved for a document that is about to be encoded: its size is only known afterwards. */
const RESERVED = 4 * 1024 * 1024;

interface Person {
  bytes: number;
  reserved: number;
  sockets: Set<UnreadShare>;
}

/** Limits in bytes. Tests use smaller limits. */
interface UnreadBounds {
  ofPerson: number;
  crowded: number;
  ofAll: number;
  reserved: number;
}

interface SocketEnd {
  terminate: () => void;
  /** Called when a deferred document request can be processed. */
  onRoom: () => void;
}

/** Shared limit on what the sockets of this node buffer for slow readers. */
export class UnreadBytes {
  readonly bounds: UnreadBounds;
  readonly #people = new Map<string, Person>();
  #total = 0;

  constructor(bounds?: UnreadBounds) {
    this.bounds = bounds ?? {
      ofPerson: MAX_OF_PERSON,
      crowded: CROWDED,
      ofAll: MAX_OF_ALL,
      reserved: RESERVED,
    };
  }

  get total(): number {
    return this.#total;
  }

  open(userId: string, end: SocketEnd): UnreadShare {
    const person = this.#people.get(userId) ?? { bytes: 0, reserved: 0, sockets: new Set() };
    this.#people.set(userId, person);
    const share = new UnreadShare(this, person, end, (bytes) => {
      this.#total += bytes;
      if (person.sockets.size === 0 && this.#people.get(userId) === person) this.#people.delete(userId);
    });
    person.sockets.add(share);
    return share;
  }

  /** Disconnects the sockets of the user with the most unread bytes. */
  dropWorst(): void {
    let worst: Person | null = null;
    for (const person of this.#people.values()) if (person.bytes > (worst?.bytes ?? 0)) worst = person;
    for (const share of worst?.sockets ?? []) share.drop();
  }
}

/** The unread bytes of one socket within the shared limit. */
export class UnreadShare {
  readonly #all: UnreadBytes;
  readonly #person: Person;
  readonly #end: SocketEnd;
  readonly #count: (bytes: number) => void;
  #bytes = 0;
  #reserved = 0;
  #isClosed = false;

  constructor(all: UnreadBytes, person: Person, end: SocketEnd, count: (bytes: number) => void) {
    this.#all = all;
    this.#person = person;
    this.#end = end;
    this.#count = count;
  }

  get isCrowded(): boolean {
    return this.#person.bytes + this.#person.reserved >= this.#all.bounds.crowded;
  }

  /** Counts bytes as sent. @returns false if the limit is exceeded and the socket was disconnected */
  add(bytes: number): boolean {
    if (this.#isClosed) return false;
    const { ofPerson, ofAll } = this.#all.bounds;
    if (this.#person.bytes + bytes > ofPerson) {
      this.drop();
      return false;
    }
    this.#move(bytes);
    if (this.#all.total > ofAll) this.#all.dropWorst();
    return !this.#isClosed;
  }

  /** Subtracts bytes that were handed to the network. */
  flush(bytes: number): void {
    if (!this.#isClosed) this.#free(() => this.#move(-Math.min(bytes, this.#bytes)));
  }

  /** Reserves room for a document. @returns a function that releases it. The function is idempotent */
  reserve(): () => void {
    const { reserved } = this.#all.bounds;
    let isReserved = true;
    this.#person.reserved += reserved;
    this.#reserved += reserved;
    return () => {
      if (!isReserved || this.#isClosed) return;
      isReserved = false;
      this.#free(() => {
        this.#person.reserved -= reserved;
        this.#reserved -= reserved;
      });
    };
  }

  drop(): void {
    this.#end.terminate();
    this.close();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#person.sockets.delete(this);
    this.#free(() => {
      this.#person.reserved -= this.#reserved;
      this.#move(-this.#bytes);
    });
  }

  #move(bytes: number): void {
    this.#bytes += bytes;
    this.#person.bytes += bytes;
    this.#count(bytes);
  }

  #free(work: () => void): void {
    const wasCrowded = this.isCrowded;
    work();
    if (!wasCrowded) return;
    for (const share of this.#person.sockets) {
      if (this.isCrowded) return;
      share.#end.onRoom();
    }
  }
}
