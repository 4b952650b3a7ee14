/**
 * The Yjs clients whose lost text this tab restores: its own client and those of earlier sessions whose changes it sends. A Web Lock
 * ensures that only one tab restores the text of a client.
 */
export class OwnClients {
  readonly #clients = new Set<number>();
  readonly #lockName: string;
  readonly #ended: Promise<void>;

  /** @param ended resolves when the tab has closed the document */
  constructor(lockName: string, ended: Promise<void>) {
    this.#lockName = lockName;
    this.#ended = ended;
  }

  has = (client: number): boolean => this.#clients.has(client);

  add(client: number): void {
    this.#clients.add(client);
    void this.claim(client);
  }

  /** Claims a Yjs client unless another tab has claimed it. */
  claim(client: number): Promise<void> {
    return new Promise((resolve) => {
      const hold = (lock: Lock | null): Promise<void> | undefined => {
        if (lock !== null) this.#clients.add(client);
        resolve();
        return lock === null ? undefined : this.#ended;
      };
      navigator.locks
        .request(`${this.#lockName}/${client}`, { ifAvailable: true }, hold)
        .catch(() => resolve());
    });
  }
}
