import { IDBFactory } from 'fake-indexeddb';
import { openTeam, type TeamStore } from '#platform/sync/store/team-store.ts';
import { DeviceChannel, DeviceLocks, ManualClock } from './fake-browser.ts';
import { commandOf, type Act } from './model-acts.ts';
import { ModelNetwork } from './model-network.ts';
import { ModelServer } from './model-server.ts';
import { expectSameRows, WorldChecks } from './world-checks.ts';
import { StorageWatch, type Device, type Tab } from './world-tabs.ts';

/** One step of a random history. */
export type Step =
  | { kind: 'act'; tab: number; act: Act; burst: number }
  | { kind: 'flight'; pick: number }
  | { kind: 'lose'; pick: number; isGhost: boolean }
  | { kind: 'socket'; pick: number; how: 'next' | 'repeat' | 'ping' }
  | { kind: 'break'; pick: number; code: 1006 | 4408 }
  | { kind: 'tell'; device: number; pick: number }
  | { kind: 'time'; ms: number }
  | { kind: 'turn'; turns: number }
  | { kind: 'other'; pick: number }
  | { kind: 'older'; tab: number }
  | { kind: 'rights'; isHidden: boolean; resets: boolean }
  | { kind: 'truncate' }
  | { kind: 'crash'; tab: number; arrives: boolean }
  | { kind: 'open'; device: number }
  | { kind: 'offline'; device: number; isOffline: boolean }
  | { kind: 'session'; device: number; isOver: boolean };

const MAX_TABS = 3;
/** Consecutive rounds of 300 ms without pending operations before the world counts as settled. */
const CALM_ROUNDS = 10;
const immediately = (globalThis as unknown as { setImmediate: (callback: () => void) => void }).setImmediate;

/** Simulates devices, tabs, a network and a server that move one step at a time. Every step of every tab is checked. */
export class SyncWorld {
  readonly server = new ModelServer();
  readonly network = new ModelNetwork(this.server);
  #clock = new ManualClock();
  #devices: Device[] = [];
  #tabs: Tab[] = [];
  #count = 0;
  #storage = new StorageWatch(() => this.#count);
  #checks = new WorldChecks(this.network, this.#storage.started);
  #fault: Error | null = null;
  #isActing = false;

  constructor(people: readonly string[], tabsEach = 1) {
    for (const person of people) {
      this.#devices.push({
        name: `${person}-device`,
        person,
        factory: new IDBFactory(),
        locks: new DeviceLocks(),
        channel: new DeviceChannel(),
        hadTabs: 0,
      });
    }
    for (const device of this.#devices) for (let n = 0; n < tabsEach; n += 1) this.#openTab(device);
  }

  /** The store of the oldest living tab. */
  get store(): TeamStore {
    return (this.#tabs[0] as Tab).store;
  }

  /** The databases of the devices. */
  get factories(): IDBFactory[] {
    return this.#devices.map(({ factory }) => factory);
  }

  get stores(): TeamStore[] {
    return this.#tabs.map(({ store }) => store);
  }

  /** Advances until the condition holds. With `onlyRequests`, sockets deliver nothing and the clock does not advance. */
  async until(holds: () => boolean, onlyRequests = false): Promise<void> {
    for (let round = 0; round < 600 && !holds(); round += 1) {
      if (onlyRequests) {
        this.network.moveFlight(0);
        await nextTurn();
      } else await this.#round();
    }
    if (!holds()) throw new Error(`timed out: ${this.#describe()}`);
  }

  async play(step: Step): Promise<void> {
    this.#begin(step);
    if (step.kind === 'turn') for (let turn = 0; turn < step.turns; turn += 1) await nextTurn();
    else await Promise.resolve();
    if (this.#fault !== null) throw this.#fault;
  }

  /** Repairs all faults, lets pending operations settle, then checks the invariants at rest. */
  async settle(): Promise<void> {
    for (const device of this.#devices) {
      this.network.setOffline(device.name, false);
      this.network.setSignedOut(device.name, false);
      if (!this.#tabs.some((tab) => tab.device === device)) this.#openTab(device);
    }
    for (const tab of this.#tabs) {
      tab.store.resume();
      tab.store.wake();
    }
    let calm = 0;
    for (let round = 0; round < 1_500 && calm < CALM_ROUNDS; round += 1) {
      await this.#round();
      calm = this.#isAtRest() ? calm + 1 : 0;
    }
    if (calm < CALM_ROUNDS) throw new Error(`did not settle: ${this.#describe()}`);
    // Long enough for the copy on each device to be flushed.
    for (let round = 0; round < 3; round += 1) {
      this.#clock.advance(600);
      for (let turn = 0; turn < 2 || (turn < 500 && !this.#storage.isQuiet); turn += 1) await nextTurn();
    }
    while (this.#devices.some(({ channel }) => !channel.isQuiet)) {
      for (const { channel } of this.#devices) channel.deliver(0);
    }
    this.#checks.checkAtRest(this.#tabs);
  }

  /** Advances the clock and all pending operations a little. */
  async #round(): Promise<void> {
    for (let n = 0; n < 12; n += 1) {
      this.network.moveFlight(0);
      for (let socket = 0; socket < 4; socket += 1) this.network.moveSocket(socket, 'next');
      for (const { channel } of this.#devices) channel.deliver(0);
    }
    await nextTurn();
    this.#clock.advance(300);
    await nextTurn();
    if (this.#fault !== null) throw this.#fault;
  }

  /** Checks that settled rows still exist when a tab is reopened without the server. */
  async checkReload(): Promise<void> {
    for (const device of this.#devices) {
      this.network.setOffline(device.name, true);
      for (const tab of this.#tabs.filter((other) => other.device === device)) this.#kill(tab, false);
      const tab = this.#openTab(device);
      for (let turn = 0; turn < 500 && tab.store.cursor === null; turn += 1) await nextTurn();
      if (tab.store.cursor === null) throw new Error(`${tab.name}: no local copy`);
      expectSameRows(`${tab.name} after a reload without the server`, tab.store, this.server, device.person);
    }
  }

  close(): void {
    for (const tab of this.#tabs) this.#kill(tab, false);
  }

  #begin(step: Step): void {
    if (step.kind === 'act') this.#act(step);
    else if (step.kind === 'flight') this.network.moveFlight(step.pick);
    else if (step.kind === 'lose') this.network.loseFlight(step.pick, step.isGhost);
    else if (step.kind === 'socket') this.network.moveSocket(step.pick, step.how);
    else if (step.kind === 'break') this.network.breakSocket(step.pick, step.code);
    else if (step.kind === 'tell') this.#device(step.device).channel.deliver(step.pick);
    else if (step.kind === 'time') this.#clock.advance(step.ms);
    else if (step.kind === 'older') this.#loadOlder(step.tab);
    else if (step.kind === 'other') this.#changeByOther(step.pick);
    else if (step.kind === 'rights') {
      this.server.resetsOnRights = step.resets;
      this.server.setHidden('bob', 'p-shut', step.isHidden);
    } else if (step.kind === 'truncate') this.server.truncate();
    else if (step.kind === 'crash') {
      const tab = this.#tabs[step.tab % Math.max(1, this.#tabs.length)];
      if (tab !== undefined) this.#kill(tab, step.arrives);
    } else if (step.kind === 'open') {
      const device = this.#device(step.device);
      if (this.#tabs.filter((tab) => tab.device === device).length < MAX_TABS) this.#openTab(device);
    } else if (step.kind === 'offline') {
      const device = this.#device(step.device);
      this.network.setOffline(device.name, step.isOffline);
      if (step.isOffline) this.network.cut(device.name);
    } else if (step.kind === 'session') this.#setSession(this.#device(step.device), step.isOver);
  }

  #setSession(device: Device, isOver: boolean): void {
    this.network.setSignedOut(device.name, isOver);
    if (isOver) return;
    for (const tab of this.#tabs) if (tab.device === device) tab.store.resume();
  }

  #device(pick: number): Device {
    return this.#devices[pick % this.#devices.length] as Device;
  }

  #loadOlder(pick: number): void {
    const tab = this.#tabs[pick % Math.max(1, this.#tabs.length)];
    // Ignore failures: without a response, the screen would offer a retry.
    if (tab !== undefined && tab.store.cursor !== null) tab.store.loadOlder({}).catch(() => undefined);
  }

  #changeByOther(pick: number): void {
    const ids = this.server.ids().filter(({ entity }) => entity === 'task');
    const { id } = ids[pick % ids.length] ?? { id: '' };
    this.server.changeByOther(id, { title: `other ${this.#newValue()}`, statusId: `s${pick % 3}` });
  }

  #newValue = (): string => {
    this.#count += 1;
    return `n${String(this.#count).padStart(4, '0')}`;
  };

  #openTab(device: Device): Tab {
    const name = `${device.name}/${this.#newValue()}`;
    const die: (() => void)[] = [];
    const tab = { name, device, openedAt: this.#count, isAlive: true, die } as Tab;
    const isAlive = (): boolean => tab.isAlive;
    device.hadTabs += 1;
    globalThis.indexedDB = device.factory;
    tab.store = openTeam({
      userId: device.person,
      teamId: 'team',
      transport: this.network.transportFor(device.person, device.name, name, isAlive, (id) =>
        this.#watch(() => this.#checks.checkArrival(id)),
      ),
      storage: this.#storage.storageOf(tab),
      locks: device.locks.forTab((release) => die.push(release)),
      channel: device.channel.forTab(name, isAlive),
      clock: this.#clock.forTab(isAlive),
      random: () => 0.5,
      newId: () => `${name}#${this.#newValue()}`,
      tab: name,
      // The app fetches the current user from the server and resumes if the user is the same.
      onSessionOver: () =>
        queueMicrotask(() => {
          if (isAlive() && !this.network.isSignedOut(device.name)) tab.store.resume();
        }),
    });
    tab.view = tab.store.view({
      entity: 'task',
      group: (task) => task.statusId,
      compare: (a, b) => (a.position < b.position ? -1 : Number(a.position > b.position)),
    });
    tab.store.subscribeSteps(() => {
      if (!this.#isActing) this.#watchStep(tab);
    });
    this.#tabs.push(tab);
    return tab;
  }

  #watchStep(tab: Tab): void {
    if (tab.isAlive) this.#watch(() => this.#checks.checkStep(tab));
  }

  /** The first broken invariant fails the history at its next step: an exception thrown in this callback would be swallowed. */
  #watch(check: () => void): void {
    if (this.#fault !== null) return;
    try {
      check();
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error(String(error));
    }
  }

  #kill(tab: Tab, arrives: boolean): void {
    tab.isAlive = false;
    this.#tabs = this.#tabs.filter((other) => other !== tab);
    this.network.forget(tab.name, arrives);
    tab.device.channel.leave(tab.name);
    this.#storage.forget(tab);
    for (const end of tab.die) end();
  }

  /** Uses the first tab's store, as a screen would. */
  use<T>(work: (store: TeamStore) => T): T {
    return this.#acting(this.#tabs[0] as Tab, work);
  }

  #act({ tab: pick, act, burst }: Extract<Step, { kind: 'act' }>): void {
    const tab = this.#tabs[pick % Math.max(1, this.#tabs.length)];
    if (tab === undefined || tab.store.cursor === null) return;
    this.#acting(tab, (store) => {
      if (act.kind === 'undo') store.undo();
      if (act.kind === 'redo') store.redo();
      for (let n = 0; n <= burst; n += 1) {
        const command = commandOf(store, act, this.#newValue);
        if (command !== null) store.mutate(command);
      }
    });
  }

  /** A mutation is recorded once it is being stored. That happens within the same tick, so the check runs after it. */
  #acting<T>(tab: Tab, work: (store: TeamStore) => T): T {
    this.#isActing = true;
    const result = work(tab.store);
    this.#isActing = false;
    this.#watchStep(tab);
    return result;
  }

  #isAtRest(): boolean {
    return (
      this.#storage.isQuiet &&
      this.network.isQuiet &&
      this.#devices.every(({ channel }) => channel.isQuiet) &&
      this.#tabs.every(
        ({ store }) =>
          store.status === 'live' && store.pendingCount === 0 && store.cursor === this.server.head,
      )
    );
  }

  #describe(): string {
    const tabs = this.#tabs.map(({ name, store }) => [name, store.status, store.cursor, store.pendingCount]);
    return JSON.stringify({ head: this.server.head, isNetworkQuiet: this.network.isQuiet, tabs });
  }
}

/** One turn of the event loop. The fake IndexedDB needs it. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => immediately.call(globalThis, resolve));
}
