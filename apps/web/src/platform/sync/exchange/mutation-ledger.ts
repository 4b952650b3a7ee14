import type { Change } from '@hearth/contracts/sync';

/** Number of outcomes and of changes to remember. A message between tabs never arrives later than this many mutations. */
const REMEMBERED = 5_000;

/**
 * Outcomes of mutations. Prevents a tab that receives a mutation late (from a slower tab, or from the outbox after taking the lead) from
 * starting the mutation again.
 */
export class MutationLedger {
  #known = new Map<string, number | 'settled' | 'refused'>();

  get(mutationId: string): number | 'settled' | 'refused' | undefined {
    return this.#known.get(mutationId);
  }

  forget(mutationId: string): void {
    this.#known.delete(mutationId);
  }

  /**
   * Records the outcome of a mutation.
   * @param answer a number is the log position of an effect that the feed has not delivered yet
   */
  note(mutationId: string, answer: number | 'settled' | 'refused'): void {
    this.#known.set(mutationId, answer);
    if (this.#known.size <= REMEMBERED) return;
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest);
      return;
    }
  }
}

/** The newest changes. They let a tab that missed messages catch up without receiving every row. */
export class RecentChanges {
  #steps: { from: number; to: number; changes: readonly Change[] }[] = [];
  #count = 0;

  add(from: number, to: number, changes: readonly Change[]): void {
    this.#steps.push({ from, to, changes });
    this.#count += changes.length + 1;
    while (this.#count > REMEMBERED) this.#count -= (this.#steps.shift()?.changes.length ?? 0) + 1;
  }

  clear(): void {
    this.#steps = [];
    this.#count = 0;
  }

  /** Returns all changes after `cursor`. Returns null if the buffer does not reach back that far. */
  since(cursor: number): Change[] | null {
    const first = this.#steps[0];
    if (first === undefined || first.from > cursor) return null;
    return this.#steps.flatMap(({ changes }) => changes.filter((change) => change.seq > cursor));
  }
}
