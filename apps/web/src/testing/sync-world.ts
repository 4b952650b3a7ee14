import { IDBFactory } from 'fake-indexeddb';
import { openStorage } from '#platform/sync/storage.ts';
import { openTeam, type TeamStore } from '#platform/sync/team-store.ts';
import type { Mutation, TeamStorage } from '#platform/sync/types.ts';
import type { View } from '#platform/sync/views.ts';
import { DeviceChannel, DeviceLocks, ManualClock } from './fake-browser.ts';
import { commandOf, type Act } from './model-acts.ts';
import { ModelNetwork } from './model-network.ts';
import { ModelServer, type ModelRow } from './model-server.ts';

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
  | { kind: 'rights'; isHidden: boolean; resets: boolean }
  | { kind: 'truncate' }
  | { kind: 'crash'; tab: number; arrives: boolean }
  | { kind: 'open'; device: number }
  | { kind: 'offline'; device: number; isOffline: boolean }
  | { kind: 'session'; device: number; isOver: boolean };

interface Made {
  mutation: Pick<Mutation, 'mutationId' | 'effects' | 'dependsOn'>;
  tab: Tab | null;
  person: string;
  /** Name of the tab, also when it is gone. */
  maker: string;
  /** The world's count when it was stored; null until then. */
  storedAt: number | null;
  /** What its maker knew to be refused when it was made. */
  madeAfterRefusalOf: Set<string>;
}

interface Device {
  name: string;
  person: string;
  factory: IDBFactory;
  locks: DeviceLocks;
  channel: DeviceChannel;
  hadTabs: number;
}

interface Tab {
  name: string;
  device: Device;
  store: TeamStore;
  view: View<'task'>;
  /** The world's count when it was opened. */
  openedAt: number;
  isAlive: boolean;
  die: (() => void)[];
}

const MOST_TABS = 3;
/** Rounds of 300 ms without anything left to do before the world counts as at rest. */
const CALM_ROUNDS = 10;
const immediately = (globalThis as unknown as { setImmediate: (callback: () => void) => void }).setImmediate;

/** Devices, tabs, a network and a server, moved one step at a time; every step of every tab is checked. */
export class SyncWorld {
  readonly server = new ModelServer();
  readonly network = new ModelNetwork(this.server);
  #clock = new ManualClock();
  #devices: Device[] = [];
  #tabs: Tab[] = [];
  #made: Made[] = [];
  #count = 0;
  #fault: Error | null = null;
  #isActing = false;
  /** Calls to storage under way. */
  #storing = 0;

  constructor(people: readonly string[]) {
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
    for (const device of this.#devices) this.#openTab(device);
  }

  /** The store of the tab opened first, of those that live. */
  get store(): TeamStore {
    return (this.#tabs[0] as Tab).store;
  }

  async play(step: Step): Promise<void> {
    this.#begin(step);
    if (step.kind === 'turn') for (let turn = 0; turn < step.turns; turn += 1) await nextTurn();
    else await Promise.resolve();
    if (this.#fault !== null) throw this.#fault;
  }

  /** Lets everything come to rest with all faults mended, then checks what must hold at rest. */
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
      for (let n = 0; n < 12; n += 1) {
        this.network.moveFlight(0);
        for (let socket = 0; socket < 4; socket += 1) this.network.moveSocket(socket, 'next');
        for (const { channel } of this.#devices) channel.deliver(0);
      }
      await nextTurn();
      this.#clock.advance(300);
      await nextTurn();
      if (this.#fault !== null) throw this.#fault;
      calm = this.#isAtRest() ? calm + 1 : 0;
    }
    if (calm < CALM_ROUNDS) throw new Error(`no rest: ${this.#describe()}`);
    // Long enough for the copy on each device to be written.
    for (let round = 0; round < 3; round += 1) {
      this.#clock.advance(600);
      for (let turn = 0; turn < 2 || (turn < 500 && this.#storing > 0); turn += 1) await nextTurn();
    }
    while (this.#devices.some(({ channel }) => !channel.isQuiet)) {
      for (const { channel } of this.#devices) channel.deliver(0);
    }
    this.#checkAtRest();
  }

  /** Without the server: what was settled is still there when a tab is opened anew. */
  async checkReload(): Promise<void> {
    for (const device of this.#devices) {
      this.network.setOffline(device.name, true);
      for (const tab of this.#tabs.filter((other) => other.device === device)) this.#kill(tab, false);
      const tab = this.#openTab(device);
      for (let turn = 0; turn < 500 && tab.store.cursor === null; turn += 1) await nextTurn();
      if (tab.store.cursor === null) throw new Error(`${tab.name}: nothing on the device`);
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
      if (this.#tabs.filter((tab) => tab.device === device).length < MOST_TABS) this.#openTab(device);
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
        this.#checkArrival(id),
      ),
      storage: this.#watchedStorage(tab),
      locks: device.locks.forTab((release) => die.push(release)),
      channel: device.channel.forTab(name, isAlive),
      clock: this.#clock.forTab(isAlive),
      random: () => 0.5,
      newId: () => `${name}#${this.#newValue()}`,
      // The app asks the server who is signed in, and goes on if that is still the same person.
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
      if (!this.#isActing) this.#watch(tab);
    });
    this.#tabs.push(tab);
    return tab;
  }

  #watch(tab: Tab): void {
    if (!tab.isAlive || this.#fault !== null) return;
    try {
      this.#checkStep(tab);
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error(String(error));
    }
  }

  /** A dead tab hears nothing more of its storage; what it had begun is carried out or not, as in a browser. */
  #watchedStorage(tab: Tab): TeamStorage {
    const real = openStorage(tab.device.person, 'team');
    const gate = async <T>(work: Promise<T>): Promise<T> => {
      this.#storing += 1;
      const result = await work.finally(() => (this.#storing -= 1));
      return tab.isAlive ? result : new Promise<never>(() => undefined);
    };
    const dead = new Promise<never>(() => undefined);
    return {
      peek: () => (tab.isAlive ? gate(real.peek()) : dead),
      load: () => (tab.isAlive ? gate(real.load()) : dead),
      add: (mutation) => {
        if (!tab.isAlive) return dead;
        const made: Made = {
          mutation: structuredClone(mutation),
          tab,
          person: tab.device.person,
          maker: tab.name,
          storedAt: null,
          madeAfterRefusalOf: new Set(tab.store.refusals.map(({ mutation: other }) => other.mutationId)),
        };
        this.#made.push(made);
        return gate(
          real.add(mutation).then((order) => {
            made.storedAt = this.#count;
            return order;
          }),
        );
      },
      keepAnswer: (order, answer) => (tab.isAlive ? gate(real.keepAnswer(order, answer)) : dead),
      remove: (orders) => (tab.isAlive ? gate(real.remove(orders)) : dead),
      flush: (copy) => (tab.isAlive ? gate(real.flush(copy)) : dead),
      clearCopy: () => (tab.isAlive ? gate(real.clearCopy()) : dead),
      wipe: () => (tab.isAlive ? gate(real.wipe()) : dead),
      close: () => real.close(),
    };
  }

  #kill(tab: Tab, arrives: boolean): void {
    tab.isAlive = false;
    this.#tabs = this.#tabs.filter((other) => other !== tab);
    this.network.forget(tab.name, arrives);
    tab.device.channel.leave(tab.name);
    for (const made of this.#made) {
      if (made.tab !== tab) continue;
      made.tab = null;
    }
    for (const end of tab.die) end();
  }

  /** Does something with the first tab's store, as a screen would. */
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

  /** An act is known here once it is on its way to storage, which is within the same tick: checked after it. */
  #acting<T>(tab: Tab, work: (store: TeamStore) => T): T {
    this.#isActing = true;
    const result = work(tab.store);
    this.#isActing = false;
    this.#watch(tab);
    return result;
  }

  #isAtRest(): boolean {
    return (
      this.#storing === 0 &&
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

  /** What must hold at every moment in every tab: nothing flickers, nothing forbidden is seen, views are true. */
  #checkStep(tab: Tab): void {
    const { cursor } = tab.store;
    checkView(tab.name, tab.store, tab.view);
    if (cursor === null) return;
    for (const { entity, id } of this.server.ids()) {
      const seen = tab.store.row(entity, id) as ModelRow | undefined;
      this.#checkRights(tab, cursor, entity, id, seen);
      if (entity === 'task') this.#checkFields(tab, cursor, id, seen);
    }
  }

  /** When a mutation reaches the server, what it builds upon must be there: earlier acts on its rows, creates it names. */
  #checkArrival(mutationId: string): void {
    const at = this.#made.findIndex(({ mutation }) => mutation.mutationId === mutationId);
    const made = this.#made[at];
    if (made === undefined || this.server.commits.has(mutationId)) return;
    if (made.storedAt === null) this.#fault ??= new Error(`${mutationId} was sent before it was stored`);
    const rows = new Set(made.mutation.effects.map((effect) => effect.id));
    for (const effect of made.mutation.effects)
      if (effect.fields !== undefined) rows.add(String(effect.fields['projectId']));
    for (const earlier of this.#made.slice(0, at)) {
      if (earlier.maker !== made.maker || earlier.storedAt === null) continue;
      const { mutationId: id, effects } = earlier.mutation;
      if (!effects.some((effect) => rows.has(effect.id)) || this.server.commits.has(id)) continue;
      const isCreate = effects.some((effect) => effect.op === 'put');
      if (this.#mayBeRefused(id) && !isCreate) continue;
      if (made.madeAfterRefusalOf.has(id)) continue;
      this.#fault ??= new Error(
        `${mutationId} reached the server, though ${id} before it had not taken effect`,
      );
    }
  }

  #checkRights(tab: Tab, cursor: number, entity: string, id: string, seen: ModelRow | undefined): void {
    if (seen === undefined) return;
    const projectId = entity === 'task' ? seen['projectId'] : id;
    const revokedAt = this.server.revokedAt.get(`${tab.device.person} ${String(projectId)}`);
    if (revokedAt === undefined || cursor < revokedAt) return;
    // Their own words about it, not yet refused, are theirs.
    const isOwn = this.#madeBy(tab.device.person).some(({ mutation }) =>
      mutation.effects.some((effect) => effect.id === id && effect.op !== 'delete'),
    );
    if (!isOwn) throw new Error(`${tab.name} at ${cursor} still shows ${id}, hidden at ${revokedAt}`);
  }

  #madeBy(person: string): Made[] {
    return this.#made.filter((made) => made.person === person);
  }

  #mayBeRefused(mutationId: string): boolean {
    if (this.server.refused.has(mutationId)) return true;
    const made = this.#made.find(({ mutation }) => mutation.mutationId === mutationId);
    return made?.mutation.dependsOn.some((id) => this.#mayBeRefused(id)) ?? false;
  }

  #checkFields(tab: Tab, cursor: number, id: string, seen: ModelRow | undefined): void {
    const acts = this.#madeBy(tab.device.person).filter(({ mutation }) =>
      mutation.effects.some((effect) => effect.entity === 'task' && effect.id === id),
    );
    const isUnderWay = ({ mutation }: Made): boolean =>
      (this.server.commits.get(mutation.mutationId) ?? Infinity) > cursor;
    // What was on this device before the tab opened is shown from the start, whoever made it.
    const isKnown = (made: Made): boolean =>
      made.tab === tab || (made.tab === null && made.storedAt !== null && made.storedAt < tab.openedAt);
    const isSure = (made: Made): boolean =>
      isKnown(made) && isUnderWay(made) && !this.#mayBeRefused(made.mutation.mutationId);
    // An effect that is in the rows already may still be laid over where they came without the mutation's name.
    const isLenient = tab.device.hadTabs > 1 || this.network.snapshots.has(tab.device.name);
    const mayShow = (made: Made): boolean => isUnderWay(made) || isLenient;
    const touchesWhole = acts.some(({ mutation }) =>
      mutation.effects.some((effect) => effect.id === id && effect.op !== 'patch'),
    );
    if (touchesWhole) return this.#checkExistence(tab, id, seen, acts, isSure);
    if (seen === undefined) return;
    for (const field of ['title', 'statusId', 'position', 'projectId']) {
      const touching = acts.filter(({ mutation }) => valueOf(mutation, id, field) !== undefined);
      const lastSure = touching.findLastIndex(isSure);
      const allowed = new Set<unknown>();
      if (lastSure < 0) {
        for (const row of this.server.versionsFrom('task', id, cursor))
          if (row !== null) allowed.add(row[field]);
        for (const made of touching) if (mayShow(made)) allowed.add(valueOf(made.mutation, id, field));
      } else {
        for (const [at, made] of touching.entries()) {
          if (at >= lastSure || !isKnown(made)) allowed.add(valueOf(made.mutation, id, field));
        }
      }
      if (!allowed.has(seen[field])) {
        throw new Error(
          `${tab.name} at ${cursor} shows ${field} of ${id} as ${String(seen[field])}, not one of ${[...allowed].join(', ')}`,
        );
      }
    }
  }

  /** A row made or removed by oneself is there, or gone, at once and for as long as that is not answered. */
  #checkExistence(
    tab: Tab,
    id: string,
    seen: ModelRow | undefined,
    acts: readonly Made[],
    isSure: (made: Made) => boolean,
  ): void {
    const whole = acts.filter(({ mutation }) =>
      mutation.effects.some((effect) => effect.id === id && effect.op !== 'patch'),
    );
    const last = whole.at(-1);
    if (last === undefined || !isSure(last) || whole.some((made) => made.tab !== tab)) return;
    const isDelete = last.mutation.effects.some((effect) => effect.id === id && effect.op === 'delete');
    if (isDelete !== (seen === undefined)) {
      throw new Error(`${tab.name}: ${id} should be ${isDelete ? 'gone' : 'there'} by its own act`);
    }
  }

  #checkAtRest(): void {
    for (const tab of this.#tabs) {
      expectSameRows(tab.name, tab.store, this.server, tab.device.person);
      checkView(tab.name, tab.store, tab.view);
    }
    for (const { mutation, storedAt, person } of this.#made) {
      const count = this.server.executions.get(mutation.mutationId) ?? 0;
      if (count > 1) throw new Error(`${mutation.mutationId} took effect ${count} times`);
      if (count === 1 || storedAt === null) continue;
      for (const tab of this.#tabs.filter((other) => other.device.person === person)) {
        if (!tab.store.refusals.some((refusal) => refusal.mutation.mutationId === mutation.mutationId)) {
          throw new Error(
            `${mutation.mutationId} neither took effect nor is shown as refused in ${tab.name}`,
          );
        }
      }
    }
  }
}

function valueOf(mutation: Made['mutation'], id: string, field: string): unknown {
  const effect = mutation.effects.findLast((other) => other.id === id && other.fields?.[field] !== undefined);
  return effect?.fields?.[field];
}

function expectSameRows(who: string, store: TeamStore, server: ModelServer, person: string): void {
  const expected = server.visibleRows(person);
  for (const entity of ['task', 'project'] as const) {
    for (const row of store.all(entity)) {
      const key = `${entity} ${row.id}`;
      if (!expected.has(key)) throw new Error(`${who} shows ${key}, which is not there`);
    }
  }
  for (const [key, row] of expected) {
    const [entity, id] = key.split(' ') as ['task' | 'project', string];
    const seen = JSON.stringify(sorted(store.row(entity, id)));
    if (seen !== JSON.stringify(sorted(row))) {
      throw new Error(`${who} shows ${key} as ${seen}, not ${JSON.stringify(row)}`);
    }
  }
}

function sorted(row: ModelRow | undefined): unknown {
  return row && Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function checkView(who: string, store: TeamStore, view: View<'task'>): void {
  const naive: Record<string, [string, string][]> = {};
  for (const { id, statusId, position } of store.all('task')) (naive[statusId] ??= []).push([position, id]);
  for (const group of ['s0', 's1', 's2']) {
    const ids = (naive[group] ?? [])
      .toSorted(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
      .map(([, id]) => id);
    if (ids.join() !== view.ids(group).join()) {
      throw new Error(`${who}: the view has ${view.ids(group).join()} in ${group}, not ${ids.join()}`);
    }
  }
}

/** One turn of the event loop; the stored copy lives on such turns. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => immediately.call(globalThis, resolve));
}
