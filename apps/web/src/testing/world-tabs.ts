import { noStorage } from '#platform/sync/copies/no-storage.ts';
import { openStorage } from '#platform/sync/copies/storage.ts';
import type { TeamStore } from '#platform/sync/store/team-store.ts';
import type { Mutation, TeamStorage } from '#platform/sync/rows/types.ts';
import type { View } from '#platform/sync/rows/views.ts';
import type { DeviceChannel, DeviceLocks } from './fake-browser.ts';

/** A mutation made by a tab. It is recorded as soon as the tab starts to store it. */
export interface StartedMutation {
  mutation: Pick<Mutation, 'mutationId' | 'body' | 'effects' | 'dependsOn'>;
  tab: Tab | null;
  person: string;
  /** Name of the tab that made the mutation, even after it has closed. */
  maker: string;
  /** The world's counter when the mutation was stored. Null until then. */
  storedAt: number | null;
  /** Ids of the rejected mutations that the tab had been notified of when it made this mutation. */
  startedAfterRefusalOf: Set<string>;
}

/** One user's browser with the state that its tabs share. */
export interface Device {
  name: string;
  person: string;
  factory: IDBFactory;
  locks: DeviceLocks;
  channel: DeviceChannel;
  hadTabs: number;
}

export interface Tab {
  name: string;
  device: Device;
  store: TeamStore;
  view: View<'task'>;
  /** The world's counter when the tab was opened. */
  openedAt: number;
  isAlive: boolean;
  die: (() => void)[];
}

/** The world's record of the tabs' storage: every mutation made, and the number of pending calls. */
export class StorageWatch {
  readonly started: StartedMutation[] = [];
  #count: () => number;
  #pending = 0;

  constructor(count: () => number) {
    this.#count = count;
  }

  get isQuiet(): boolean {
    return this.#pending === 0;
  }

  /** A dead tab receives no results from its storage. A call already in progress may or may not complete, as in a browser. */
  storageOf(tab: Tab): TeamStorage {
    const real = openStorage(tab.device.person, 'team');
    const gate = async <T>(work: Promise<T>): Promise<T> => {
      this.#pending += 1;
      const result = await work.finally(() => (this.#pending -= 1));
      return tab.isAlive ? result : new Promise<never>(() => undefined);
    };
    const dead = new Promise<never>(() => undefined);
    const { steps } = real;
    return {
      steps: {
        load: (of) => (tab.isAlive ? gate(steps.load(of)) : dead),
        listTabs: () => (tab.isAlive ? gate(steps.listTabs()) : dead),
        listRows: () => (tab.isAlive ? gate(steps.listRows()) : dead),
        put: (list) => (tab.isAlive ? gate(steps.put(list)) : dead),
        remove: (list) => (tab.isAlive ? gate(steps.remove(list)) : dead),
        forget: (rows) => (tab.isAlive ? gate(steps.forget(rows)) : dead),
      },
      // The simulated users attach no files.
      files: noStorage.files,
      peek: () => (tab.isAlive ? gate(real.peek()) : dead),
      load: () => (tab.isAlive ? gate(real.load()) : dead),
      add: (mutation) => {
        if (!tab.isAlive) return dead;
        const started: StartedMutation = {
          mutation: structuredClone(mutation),
          tab,
          person: tab.device.person,
          maker: tab.name,
          storedAt: null,
          startedAfterRefusalOf: new Set(tab.store.refusals.map(({ mutation: other }) => other.mutationId)),
        };
        this.started.push(started);
        return gate(
          real.add(mutation).then((order) => {
            started.storedAt = this.#count();
            return order;
          }),
        );
      },
      saveResult: (order, answer) => (tab.isAlive ? gate(real.saveResult(order, answer)) : dead),
      remove: (orders) => (tab.isAlive ? gate(real.remove(orders)) : dead),
      flush: (copy) => (tab.isAlive ? gate(real.flush(copy)) : dead),
      clearCopy: () => (tab.isAlive ? gate(real.clearCopy()) : dead),
      wipe: () => (tab.isAlive ? gate(real.wipe()) : dead),
      close: () => real.close(),
    };
  }

  forget(tab: Tab): void {
    for (const started of this.started) if (started.tab === tab) started.tab = null;
  }
}
