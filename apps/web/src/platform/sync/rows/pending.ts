import type { SyncEntity } from '@hearth/contracts/sync-values';
import type { Effect, Mutation, Pending, RowKey } from './types.ts';

export function rowKey(entity: SyncEntity, id: string): RowKey {
  return `${entity}/${id}`;
}

export function splitRowKey(key: RowKey): [entity: SyncEntity, id: string] {
  const cut = key.indexOf('/');
  return [key.slice(0, cut) as SyncEntity, key.slice(cut + 1)];
}

/** The pending mutations, indexed by the rows they touch. Their order is the same in every tab. */
export class PendingList {
  #list: Pending[] = [];
  #byRow = new Map<RowKey, Pending[]>();

  all(): readonly Pending[] {
    return this.#list;
  }

  get(mutationId: string): Pending | undefined {
    return this.#list.find((pending) => pending.mutation.mutationId === mutationId);
  }

  touches(key: RowKey): boolean {
    return this.#byRow.has(key);
  }

  effectsOn(entity: SyncEntity, id: string): Effect[] {
    const touching = this.#byRow.get(rowKey(entity, id)) ?? [];
    return touching.flatMap(({ mutation }) => byRowOf(mutation).get(rowKey(entity, id)) ?? []);
  }

  /** Stored mutations are ordered as in the outbox. Mutations that are not stored yet follow them. */
  insert(pending: Pending): void {
    insertInOrder(this.#list, pending);
    for (const key of keysOf(pending.mutation)) {
      const touching = this.#byRow.get(key);
      if (touching === undefined) this.#byRow.set(key, [pending]);
      else insertInOrder(touching, pending);
    }
  }

  remove(pending: Pending): void {
    this.#list = this.#list.filter((other) => other !== pending);
    for (const key of keysOf(pending.mutation)) {
      const rest = this.#byRow.get(key)?.filter((other) => other !== pending) ?? [];
      if (rest.length === 0) this.#byRow.delete(key);
      else this.#byRow.set(key, rest);
    }
  }

  /** Returns the mutation and all its dependents, in order. */
  withDependents(mutationId: string): Pending[] {
    const doomed = new Set([mutationId]);
    for (const { mutation } of this.#list) {
      if (mutation.dependsOn.some((id) => doomed.has(id))) doomed.add(mutation.mutationId);
    }
    return this.#list.filter(({ mutation }) => doomed.has(mutation.mutationId));
  }

  /** Returns the mutation ids of unacknowledged creates that a call references by id, in its URL, body or effects. */
  createsNamedBy(params: unknown, body: unknown, effects: readonly Effect[]): string[] {
    const named = new Set<unknown>(effects.map((effect) => effect.id));
    collectStrings(params, named);
    collectStrings(body, named);
    return this.#list
      .filter(
        ({ mutation, state }) =>
          state !== 'acked' && mutation.effects.some((effect) => effect.op === 'put' && named.has(effect.id)),
      )
      .map(({ mutation }) => mutation.mutationId);
  }
}

export function keysOf(mutation: Mutation): Set<RowKey> {
  return new Set(byRowOf(mutation).keys());
}

/** Cached per mutation: a mutation of 500 rows is looked up once for each row. */
const effectsByRow = new WeakMap<Mutation, ReadonlyMap<RowKey, Effect[]>>();

function byRowOf(mutation: Mutation): ReadonlyMap<RowKey, Effect[]> {
  const known = effectsByRow.get(mutation);
  if (known !== undefined) return known;
  const found = new Map<RowKey, Effect[]>();
  for (const effect of mutation.effects) {
    const key = rowKey(effect.entity, effect.id);
    const effects = found.get(key);
    if (effects === undefined) found.set(key, [effect]);
    else effects.push(effect);
  }
  effectsByRow.set(mutation, found);
  return found;
}

function insertInOrder(list: Pending[], pending: Pending): void {
  let at = list.length;
  if (pending.order !== null) {
    while (at > 0 && (list[at - 1]?.order ?? Infinity) > pending.order) at -= 1;
  }
  list.splice(at, 0, pending);
}

function collectStrings(value: unknown, into: Set<unknown>): void {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) collectStrings(inner, into);
  }
}
