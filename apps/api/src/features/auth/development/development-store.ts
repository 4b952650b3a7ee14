import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Clock } from '#platform/clock.ts';

export interface Account {
  subject: string;
  email: string;
  name: string;
}

interface Entry {
  payload: AdapterPayload;
  expiresAt: number;
}

/** Models that are persisted, to allow refreshing a sign-in after a restart. All other records are short-lived. */
const KEPT_MODELS = new Set(['RefreshToken', 'Grant']);
/** Default lifetime of a record, in seconds. Above `MAX_ENTRIES` records, the oldest are evicted. */
const LONGEST_SECONDS = 60 * 86_400;
const MAX_ENTRIES = 5_000;

/** Storage of the development provider: accounts and protocol records, in memory and partly in a file. */
export class DevelopmentStore {
  readonly #clock: Clock;
  readonly #file: string;
  readonly #accounts = new Map<string, Account>();
  readonly #entries = new Map<string, Entry>();
  #saving: Promise<void> = Promise.resolve();

  private constructor(clock: Clock, file: string) {
    this.#clock = clock;
    this.#file = file;
  }

  static async open(clock: Clock, folder: string): Promise<DevelopmentStore> {
    const store = new DevelopmentStore(clock, join(folder, 'development-identity', 'sign-ins.json'));
    await store.#load();
    return store;
  }

  findAccount(subject: string): Account | undefined {
    return this.#accounts.get(subject);
  }

  /** Returns accounts newest first. */
  listAccounts(): Account[] {
    return [...this.#accounts.values()].toReversed();
  }

  async putAccount(account: Account): Promise<void> {
    this.#accounts.delete(account.subject);
    this.#accounts.set(account.subject, account);
    await this.#save();
  }

  /** Counts an account's records of one model. */
  countKept(model: string, subject: string): number {
    return [...this.#entries].filter(
      ([key, { payload }]) => key.startsWith(`${model}:`) && payload.accountId === subject,
    ).length;
  }

  /** Returns the provider's storage adapter for one model. */
  adapterFor(model: string): Adapter {
    const keyOf = (id: string): string => `${model}:${id}`;
    const isPersistent = KEPT_MODELS.has(model);
    const save = async (): Promise<void> => {
      if (isPersistent) await this.#save();
    };
    return {
      upsert: async (id, payload, expiresIn) => {
        this.#entries.delete(keyOf(id));
        this.#entries.set(keyOf(id), {
          payload,
          expiresAt: this.#clock.now().getTime() + (expiresIn ?? LONGEST_SECONDS) * 1000,
        });
        this.#evictOldest();
        await save();
      },
      find: async (id) => this.#read(keyOf(id)),
      findByUid: async (uid) => this.#findBy(model, (payload) => payload.uid === uid),
      findByUserCode: async (code) => this.#findBy(model, (payload) => payload.userCode === code),
      consume: async (id) => {
        const entry = this.#entries.get(keyOf(id));
        if (entry !== undefined) entry.payload.consumed = Math.floor(this.#clock.now().getTime() / 1000);
        await save();
      },
      destroy: async (id) => {
        this.#entries.delete(keyOf(id));
        await save();
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of this.#entries) {
          if (payload.grantId === grantId) this.#entries.delete(key);
        }
        await save();
      },
    };
  }

  #read(key: string): AdapterPayload | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined || entry.expiresAt <= this.#clock.now().getTime()) return undefined;
    return entry.payload;
  }

  #findBy(model: string, isWanted: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
    for (const [key, { payload }] of this.#entries) {
      if (key.startsWith(`${model}:`) && isWanted(payload)) return this.#read(key);
    }
    return undefined;
  }

  #evictOldest(): void {
    let excess = this.#entries.size - MAX_ENTRIES;
    for (const key of this.#entries.keys()) {
      if (excess-- <= 0) return;
      this.#entries.delete(key);
    }
  }

  /** Serializes writes, each with the latest state. The file is replaced atomically. */
  async #save(): Promise<void> {
    const before = this.#saving;
    this.#saving = this.#writeAfter(before);
    await this.#saving;
  }

  async #writeAfter(before: Promise<void>): Promise<void> {
    await before.catch(() => undefined);
    const now = this.#clock.now().getTime();
    const entries = [...this.#entries].filter(
      ([key, entry]) => KEPT_MODELS.has(key.split(':')[0] ?? '') && entry.expiresAt > now,
    );
    const text = JSON.stringify({ accounts: [...this.#accounts.values()], entries });
    await writeFile(`${this.#file}.part`, text, { mode: 0o600 });
    await rename(`${this.#file}.part`, this.#file);
  }

  async #load(): Promise<void> {
    try {
      const stored = JSON.parse(await readFile(this.#file, 'utf8')) as {
        accounts: Account[];
        entries: [string, Entry][];
      };
      for (const account of stored.accounts) this.#accounts.set(account.subject, account);
      for (const [key, entry] of stored.entries) this.#entries.set(key, entry);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
