import type { TeamStore } from '#platform/sync/store/team-store.ts';
import type { View } from '#platform/sync/rows/views.ts';
import type { ModelNetwork } from './model-network.ts';
import type { ModelRow, ModelServer } from './model-server.ts';
import type { StartedMutation, Tab } from './world-tabs.ts';

/** The store's invariants. They are checked naively against the model server's history and the tabs' mutations. */
export class WorldChecks {
  #server: ModelServer;
  #network: ModelNetwork;
  #started: readonly StartedMutation[];

  constructor(network: ModelNetwork, started: readonly StartedMutation[]) {
    this.#server = network.server;
    this.#network = network;
    this.#started = started;
  }

  /** Checks the invariants that hold at all times in every tab: no flicker, no forbidden rows, correct views. */
  checkStep(tab: Tab): void {
    const { cursor } = tab.store;
    checkView(tab.name, tab.store, tab.view);
    if (cursor === null) return;
    for (const { entity, id } of this.#server.ids()) {
      const seen = tab.store.row(entity, id) as ModelRow | undefined;
      this.#checkRights(tab, cursor, entity, id, seen);
      if (entity === 'task') this.#checkFields(tab, cursor, id, seen);
    }
  }

  /**
   * When a mutation reaches the server, its prerequisites must have arrived: earlier mutations of its rows and the creates it references.
   */
  checkArrival(mutationId: string): void {
    const at = this.#started.findIndex(({ mutation }) => mutation.mutationId === mutationId);
    const started = this.#started[at];
    if (started === undefined || this.#server.commits.has(mutationId)) return;
    if (started.storedAt === null) throw new Error(`${mutationId} was sent before it was stored`);
    const rows = new Set(started.mutation.effects.map((effect) => effect.id));
    // In addition to the affected rows, only the project in the body counts. A restored task is shown with its former project but belongs
    // to its current one.
    rows.add(String(started.mutation.body?.['projectId']));
    for (const earlier of this.#started.slice(0, at)) {
      if (earlier.maker !== started.maker || earlier.storedAt === null) continue;
      const { mutationId: id, effects } = earlier.mutation;
      if (!effects.some((effect) => rows.has(effect.id)) || this.#server.commits.has(id)) continue;
      const isCreate = effects.some((effect) => effect.op === 'put');
      if (this.#mayBeRefused(id) && !isCreate) continue;
      if (started.startedAfterRefusalOf.has(id)) continue;
      throw new Error(`${mutationId} reached the server, though ${id} before it had not taken effect`);
    }
  }

  #checkRights(tab: Tab, cursor: number, entity: string, id: string, seen: ModelRow | undefined): void {
    if (seen === undefined) return;
    const projectId = entity === 'task' ? seen['projectId'] : id;
    const revokedAt = this.#server.revokedAt.get(`${tab.device.person} ${String(projectId)}`);
    if (revokedAt === undefined || cursor < revokedAt) return;
    // A user's own changes that were not rejected stay visible to that user.
    const isOwn = this.#madeBy(tab.device.person).some(({ mutation }) =>
      mutation.effects.some((effect) => effect.id === id && effect.op !== 'delete'),
    );
    if (!isOwn) throw new Error(`${tab.name} at ${cursor} still shows ${id}, hidden at ${revokedAt}`);
  }

  #madeBy(person: string): StartedMutation[] {
    return this.#started.filter((started) => started.person === person);
  }

  #mayBeRefused(mutationId: string): boolean {
    if (this.#server.refused.has(mutationId)) return true;
    const started = this.#started.find(({ mutation }) => mutation.mutationId === mutationId);
    if (started !== undefined && this.#server.former.has(started.person)) return true;
    return started?.mutation.dependsOn.some((id) => this.#mayBeRefused(id)) ?? false;
  }

  #checkFields(tab: Tab, cursor: number, id: string, seen: ModelRow | undefined): void {
    const acts = this.#madeBy(tab.device.person).filter(({ mutation }) =>
      mutation.effects.some((effect) => effect.entity === 'task' && effect.id === id),
    );
    const isPending = ({ mutation }: StartedMutation): boolean =>
      (this.#server.commits.get(mutation.mutationId) ?? Infinity) > cursor;
    // Mutations stored on this device before the tab opened are shown from the start, regardless of the tab that made them.
    const isKnown = (started: StartedMutation): boolean =>
      started.tab === tab ||
      (started.tab === null && started.storedAt !== null && started.storedAt < tab.openedAt);
    const isSure = (started: StartedMutation): boolean =>
      isKnown(started) && isPending(started) && !this.#mayBeRefused(started.mutation.mutationId);
    // An effect that the rows already contain may still be overlaid if the rows arrived without the mutation's id.
    const isLenient = tab.device.hadTabs > 1 || this.#network.snapshots.has(tab.device.name);
    const mayShow = (started: StartedMutation): boolean => isPending(started) || isLenient;
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
        for (const row of this.#server.versionsFrom('task', id, cursor))
          if (row !== null) allowed.add(row[field]);
        for (const started of touching)
          if (mayShow(started)) allowed.add(valueOf(started.mutation, id, field));
      } else {
        for (const [at, started] of touching.entries()) {
          if (at >= lastSure || !isKnown(started)) allowed.add(valueOf(started.mutation, id, field));
        }
      }
      if (!allowed.has(seen[field])) {
        throw new Error(
          `${tab.name} at ${cursor} shows ${field} of ${id} as ${String(seen[field])}, not one of ${[...allowed].join(', ')}`,
        );
      }
    }
  }

  /** A row that the user created or deleted must appear or disappear immediately, until the mutation is answered. */
  #checkExistence(
    tab: Tab,
    id: string,
    seen: ModelRow | undefined,
    acts: readonly StartedMutation[],
    isSure: (started: StartedMutation) => boolean,
  ): void {
    const whole = acts.filter(({ mutation }) =>
      mutation.effects.some((effect) => effect.id === id && effect.op !== 'patch'),
    );
    const last = whole.at(-1);
    if (last === undefined || !isSure(last) || whole.some((started) => started.tab !== tab)) return;
    const isDelete = last.mutation.effects.some((effect) => effect.id === id && effect.op === 'delete');
    if (isDelete !== (seen === undefined)) {
      throw new Error(`${tab.name}: ${id} should be ${isDelete ? 'gone' : 'there'} by its own act`);
    }
  }

  checkAtRest(tabs: readonly Tab[]): void {
    for (const tab of tabs) {
      expectSameRows(tab.name, tab.store, this.#server, tab.device.person);
      checkView(tab.name, tab.store, tab.view);
    }
    for (const { mutation, storedAt, person } of this.#started) {
      const count = this.#server.executions.get(mutation.mutationId) ?? 0;
      if (count > 1) throw new Error(`${mutation.mutationId} took effect ${count} times`);
      if (count === 1 || storedAt === null) continue;
      for (const tab of tabs.filter((other) => other.device.person === person)) {
        if (!tab.store.refusals.some((refusal) => refusal.mutation.mutationId === mutation.mutationId)) {
          throw new Error(
            `${mutation.mutationId} neither took effect nor is shown as refused in ${tab.name}`,
          );
        }
      }
    }
  }
}

function valueOf(mutation: StartedMutation['mutation'], id: string, field: string): unknown {
  const effect = mutation.effects.findLast((other) => other.id === id && other.fields?.[field] !== undefined);
  return effect?.fields?.[field];
}

export function expectSameRows(who: string, store: TeamStore, server: ModelServer, person: string): void {
  const expected = server.visibleRows(person);
  for (const entity of ['task', 'project'] as const) {
    for (const row of store.all(entity)) {
      const key = `${entity} ${row.id}`;
      if (!expected.has(key)) throw new Error(`${who} shows ${key}, which does not exist`);
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
