import type { SyncRows } from '@hearth/contracts/sync';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import type { Command, TeamStore } from '#platform/sync/index.ts';

/** A random user action. A no-op if the team has no matching row. */
export type Act = (
  store: TeamStore,
  chance: Chance,
) => Command | readonly (Command | null)[] | null | undefined;

const DAY_MS = 86_400_000;

/** A seeded random generator so that runs are reproducible. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed % 2_147_483_646) + 1;
    for (let n = 0; n < 3; n += 1) this.below(1);
  }

  below(bound: number): number {
    this.#state = (this.#state * 48_271) % 2_147_483_647;
    return this.#state % bound;
  }

  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  some<T>(list: readonly T[]): T[] {
    return list.filter(() => this.below(2) === 0);
  }

  word(): string {
    return `w ${this.below(1_000_000)}`;
  }

  day(): string {
    return new Date(Date.UTC(2027, 0, 1) + this.below(90) * DAY_MS).toISOString().slice(0, 10);
  }

  dayOrNot(): string | null {
    return this.below(3) === 0 ? null : this.day();
  }

  /** Returns a random row that matches the predicate. */
  row<E extends SyncEntity>(
    store: TeamStore,
    entity: E,
    holds: (row: SyncRows[E]) => boolean = () => true,
  ): SyncRows[E] | undefined {
    return this.rows(store, entity, holds)[0];
  }

  /** Returns the rows that match the predicate, shuffled. */
  rows<E extends SyncEntity>(
    store: TeamStore,
    entity: E,
    holds: (row: SyncRows[E]) => boolean = () => true,
  ): SyncRows[E][] {
    const found = store
      .all(entity)
      .filter((row) => holds(row))
      .map((row) => ({ row, key: nameOf(row) }))
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ row }) => row);
    const mixed: SyncRows[E][] = [];
    while (found.length > 0) mixed.push(...found.splice(this.below(found.length), 1));
    return mixed;
  }
}

/** Returns a sort key that is stable across runs. Ids are not stable, so they only break ties. */
function nameOf(row: object): string {
  const { title, name, body, note, id } = row as Record<string, unknown>;
  return JSON.stringify([title ?? name ?? body ?? note, id]);
}
