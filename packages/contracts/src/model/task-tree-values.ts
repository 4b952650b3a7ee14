import type { StatusCategory } from './task-values.ts';

/** A sub-task's contribution to its parent. */
export interface Part {
  parentId: string;
  category: StatusCategory;
  estimate: number | null;
}

/** Progress roll-up of a task's descendants, at all levels, excluding cancelled tasks. */
export interface RollUp {
  done: number;
  total: number;
  /** In the team's unit: points or hours. Null if no descendant is estimated. */
  estimate: number | null;
}

const NOTHING: RollUp = { done: 0, total: 0, estimate: null };

/** Computes the roll-up of a task from its children and their roll-ups. */
function rollUp(parts: Iterable<{ part: Omit<Part, 'parentId'>; below: RollUp }>): RollUp {
  let { done, total, estimate } = NOTHING;
  for (const { part, below } of parts) {
    done += below.done;
    total += below.total;
    estimate = addEstimates(estimate, below.estimate);
    if (part.category === 'cancelled') continue;
    total += 1;
    if (part.category === 'completed') done += 1;
    estimate = addEstimates(estimate, part.estimate);
  }
  return { done, total, estimate };
}

export function addEstimates(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : one + other;
}

/** Recursion limit. Reached only if there is a cycle. */
const MAX_LEVELS = 12;

/**
 * The task trees of a team, with incremental roll-ups: a change costs one walk to the root. Two users can create a temporary cycle while
 * both are offline. The roll-ups of the tasks in a cycle are meaningless until the cycle is resolved, and correct afterwards.
 */
export class TaskTree {
  #parts = new Map<string, Part>();
  #children = new Map<string, Set<string>>();
  #rollUps = new Map<string, RollUp>();
  #isTangled = false;

  /** The roll-up of a task. Undefined without descendants. Returns the same object until the roll-up changes. */
  rollUpOf(id: string): RollUp | undefined {
    return this.#rollUps.get(id);
  }

  /** Sets or removes a sub-task. @returns the tasks whose roll-up may have changed */
  set(id: string, part: Part | undefined): Set<string> {
    const old = this.#parts.get(id);
    if (part === undefined) this.#parts.delete(id);
    else this.#parts.set(id, part);
    if (old?.parentId !== part?.parentId) {
      if (old !== undefined) this.#unlink(id, old.parentId);
      if (part !== undefined) {
        const children = this.#children.get(part.parentId) ?? new Set();
        this.#children.set(part.parentId, children.add(id));
      }
    }
    if (this.#isTangled) return this.#rebuild();
    const changed = new Set<string>();
    for (const parentId of new Set([old?.parentId, part?.parentId])) this.#climb(parentId, changed);
    return this.#isTangled ? new Set([...changed, ...this.#rebuild()]) : changed;
  }

  /** Replaces all sub-tasks. @returns the tasks whose roll-up may have changed */
  replace(parts: Iterable<[string, Part]>): Set<string> {
    this.#parts = new Map(parts);
    this.#children = new Map();
    for (const [id, { parentId }] of this.#parts) {
      const children = this.#children.get(parentId) ?? new Set();
      this.#children.set(parentId, children.add(id));
    }
    return this.#rebuild();
  }

  childrenOf(id: string): ReadonlySet<string> {
    return this.#children.get(id) ?? new Set();
  }

  /** The ancestors of a task, nearest first. */
  ancestorsOf(id: string): string[] {
    const line: string[] = [];
    let next = this.#parts.get(id)?.parentId;
    while (next !== undefined && line.length < MAX_LEVELS) {
      line.push(next);
      next = this.#parts.get(next)?.parentId;
    }
    return line;
  }

  /** Number of levels below a task. */
  levelsBelow(id: string, remaining = MAX_LEVELS): number {
    let most = 0;
    if (remaining === 0) return most;
    for (const child of this.childrenOf(id))
      most = Math.max(most, 1 + this.levelsBelow(child, remaining - 1));
    return most;
  }

  #unlink(id: string, parentId: string): void {
    const children = this.#children.get(parentId);
    children?.delete(id);
    if (children?.size === 0) this.#children.delete(parentId);
  }

  #climb(from: string | undefined, changed: Set<string>): void {
    let id = from;
    for (let level = 0; id !== undefined; level += 1) {
      if (level > MAX_LEVELS) {
        this.#isTangled = true;
        return;
      }
      if (!this.#refresh(id, (child) => this.#rollUps.get(child) ?? NOTHING)) return;
      changed.add(id);
      id = this.#parts.get(id)?.parentId;
    }
  }

  /** Recomputes the roll-up of a task. @returns whether it changed */
  #refresh(id: string, belowOf: (child: string) => RollUp): boolean {
    const old = this.#rollUps.get(id);
    const now = this.#compute(id, belowOf);
    const isSame = old?.done === now?.done && old?.total === now?.total && old?.estimate === now?.estimate;
    if (isSame) return false;
    if (now === undefined) this.#rollUps.delete(id);
    else this.#rollUps.set(id, now);
    return true;
  }

  #compute(id: string, belowOf: (child: string) => RollUp): RollUp | undefined {
    const children = this.#children.get(id);
    if (children === undefined) return undefined;
    const parts: { part: Part; below: RollUp }[] = [];
    for (const child of children) {
      const part = this.#parts.get(child);
      if (part !== undefined) parts.push({ part, below: belowOf(child) });
    }
    return rollUp(parts);
  }

  #rebuild(): Set<string> {
    this.#isTangled = false;
    const changed = new Set<string>();
    const known = new Set<string>();
    const onTheWay = new Set<string>();
    const visit = (id: string): RollUp => {
      if (onTheWay.has(id)) {
        this.#isTangled = true;
        return NOTHING;
      }
      if (!known.has(id)) {
        onTheWay.add(id);
        if (this.#refresh(id, visit)) changed.add(id);
        onTheWay.delete(id);
        known.add(id);
      }
      return this.#rollUps.get(id) ?? NOTHING;
    };
    for (const id of this.#children.keys()) visit(id);
    for (const id of this.#rollUps.keys()) {
      if (this.#children.has(id)) continue;
      this.#rollUps.delete(id);
      changed.add(id);
    }
    return changed;
  }
}
