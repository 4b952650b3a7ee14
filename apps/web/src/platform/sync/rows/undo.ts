import { isSame } from '@hearth/contracts/core/same';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import { readField } from './paths.ts';
import type { Act, Fields, Inverse, Recipe, Row, RowKey, StepStorage, StoredStep } from './types.ts';

/** Size of the undo stack. */
const DEPTH = 200;
/** Expiry, in milliseconds: older steps of a closed tab are not restored in a new tab. */
const OLDEST_MS = 7 * 24 * 3_600_000;

/** A field that is not reverted because another user changed it after the action being undone. */
export interface LeftField {
  entity: SyncEntity;
  id: string;
  field: string;
}

export interface UndoStep {
  /** The recipes to apply in order, each with the mutation that it reverts. */
  makes: { by: Recipe; back?: unknown; undoes: string }[];
  left: LeftField[];
  /** The rows that the actions affect. */
  rows: RowKey[];
}

/** Recorded actions and the rows that they affect. */
export interface Done {
  acts: Act[];
  rows: RowKey[];
}

type FindRow = (entity: SyncEntity, id: string) => Row | undefined;

/**
 * One tab's undo and redo stacks. They are stored on this device as they change to survive a reload. Without storage, they live as long as
 * the tab.
 */
export class UndoStack {
  #done: StoredStep[] = [];
  #undone: StoredStep[] = [];
  #listeners = new Set<() => void>();
  #storage: StepStorage;
  #now: () => number;
  #tab: string;
  #lastAt = 0;

  constructor(storage: StepStorage, now: () => number, tab: string) {
    this.#storage = storage;
    this.#now = now;
    this.#tab = tab;
  }

  /**
   * Restores the steps from before a reload. A new tab continues from the tab that was closed last.
   * @param claim claims a tab's name for this tab; false if an open tab has the name
   * @param otherName the name to use if this tab was duplicated from a tab that is still open
   */
  async load(claim: (tab: string) => Promise<boolean>, otherName: string): Promise<void> {
    if (!(await claim(this.#tab))) await this.#rename(otherName);
    let steps = await this.#storage.load(this.#tab);
    if (steps.length === 0) steps = await this.#takeOver(claim);
    const [first] = this.#done;
    if (first !== undefined) steps = steps.filter(({ isUndone, at }) => !isUndone && at < first.at);
    this.#done = [...steps.filter(({ isUndone }) => !isUndone), ...this.#done];
    this.#undone = [...steps.filter(({ isUndone }) => isUndone), ...this.#undone];
    this.#lastAt = Math.max(this.#lastAt, ...steps.map(({ at }) => at));
    this.#notify();
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Pushes a new action and clears the redo stack. */
  record(done: Done): void {
    if (done.acts.length === 0) return;
    this.#drop(this.#undone);
    this.#push(done, false);
  }

  recordUndo(done: Done): void {
    this.#push(done, true);
  }

  recordRedo(done: Done): void {
    this.#push(done, false);
  }

  /** Drops a rejected mutation because it cannot be undone. */
  forget(mutationId: string): void {
    const concerned = [...this.#done, ...this.#undone].filter(({ acts }) =>
      acts.some((act) => act.mutationId === mutationId),
    );
    for (const step of concerned) step.acts = step.acts.filter((act) => act.mutationId !== mutationId);
    const remaining = concerned.filter(({ acts }) => acts.length > 0);
    if (remaining.length > 0) this.#store(this.#storage.put(remaining));
    this.#drop(concerned.filter(({ acts }) => acts.length === 0));
  }

  /** Updates all steps after a row was restored under another id. */
  rename({ id, newId }: { id: string; newId: string }): void {
    const concerned: StoredStep[] = [];
    for (const step of [...this.#done, ...this.#undone]) {
      const { acts, rows } = step;
      const renamed = rename({ acts, rows }, id, newId);
      if (renamed === undefined) continue;
      Object.assign(step, renamed);
      concerned.push(step);
    }
    if (concerned.length > 0) this.#store(this.#storage.put(concerned));
  }

  /** Drops the steps that affect rows removed by other users. */
  forgetRows(rows: readonly RowKey[]): void {
    const removed = new Set(rows);
    this.#dropWhere((step) => step.rows.some((row) => removed.has(row)));
  }

  /** Keeps only steps whose rows all exist. Used after a refetch, when the reason for missing rows is unknown. */
  keepOnly(exists: (row: RowKey) => boolean): void {
    this.#dropWhere((step) => !step.rows.every(exists));
  }

  takeUndo(row: FindRow): UndoStep | null {
    return this.#take(this.#done, row);
  }

  takeRedo(row: FindRow): UndoStep | null {
    return this.#take(this.#undone, row);
  }

  #take(stack: StoredStep[], row: FindRow): UndoStep | null {
    const taken = stack.at(-1);
    if (taken === undefined) return null;
    this.#drop([taken]);
    const step: UndoStep = { makes: [], left: [], rows: taken.rows };
    for (const { mutationId, inverse } of taken.acts.toReversed()) {
      const make = invert(inverse, row, step.left);
      if (make !== null) step.makes.push({ ...make, undoes: mutationId });
    }
    return step;
  }

  #push({ acts, rows }: Done, isUndone: boolean): void {
    if (acts.length > 0) {
      this.#lastAt = Math.max(this.#lastAt + 1, this.#now());
      const step: StoredStep = { tab: this.#tab, at: this.#lastAt, isUndone, acts: [...acts], rows };
      const stack = isUndone ? this.#undone : this.#done;
      stack.push(step);
      this.#store(this.#storage.put([step]));
      if (stack.length > DEPTH) this.#drop(stack.slice(0, 1));
    }
    this.#notify();
  }

  #dropWhere(isConcerned: (step: StoredStep) => boolean): void {
    const concerned = [...this.#done, ...this.#undone].filter(isConcerned);
    if (concerned.length > 0) this.#drop(concerned);
  }

  #drop(steps: readonly StoredStep[]): void {
    const removed = new Set(steps);
    this.#done = this.#done.filter((step) => !removed.has(step));
    this.#undone = this.#undone.filter((step) => !removed.has(step));
    if (steps.length > 0) this.#store(this.#storage.remove(steps));
    this.#notify();
  }

  async #rename(tab: string): Promise<void> {
    const early = [...this.#done, ...this.#undone];
    await this.#storage.remove(early);
    this.#tab = tab;
    for (const step of early) step.tab = tab;
    await this.#storage.put(early);
  }

  async #takeOver(claim: (tab: string) => Promise<boolean>): Promise<StoredStep[]> {
    for (const tab of await this.#storage.listTabs()) {
      const isFree = tab !== this.#tab && (await claim(tab));
      if (!isFree) continue;
      const steps = await this.#storage.load(tab);
      const own = steps
        .filter(({ at }) => at > this.#now() - OLDEST_MS)
        .map((step) => ({ ...step, tab: this.#tab }));
      await this.#storage.put(own);
      await this.#storage.remove(steps);
      if (own.length > 0) return own;
    }
    return [];
  }

  /** Ignores storage failures. The steps then do not survive a reload but stay usable in memory. */
  #store(work: Promise<void>): void {
    work.catch(() => undefined);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Replaces an id everywhere, including in keys and within strings. Returns undefined if the id does not occur. */
function rename<T>(value: T, id: string, newId: string): T | undefined {
  if (typeof value === 'string') return value.includes(id) ? (value.replaceAll(id, newId) as T) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  let isFound = false;
  const renamed = Object.entries(value).map(([name, part]: [string, unknown]) => {
    const [newName, newPart] = [rename(name, id, newId), rename(part, id, newId)];
    isFound ||= newName !== undefined || newPart !== undefined;
    return [newName ?? name, newPart ?? part] as const;
  });
  if (!isFound) return undefined;
  return (Array.isArray(value) ? renamed.map(([, part]) => part) : Object.fromEntries(renamed)) as T;
}

function invert(inverse: Inverse, row: FindRow, left: LeftField[]): { by: Recipe; back?: unknown } | null {
  const { by } = inverse;
  if (inverse.kind === 'whole') return { by };
  const { entity } = inverse;
  if (inverse.kind === 'fields') {
    const fields = chooseFields(inverse, row(entity, inverse.id), left);
    return fields === null ? null : { by, back: fields };
  }
  const rows = inverse.rows.flatMap((one) => {
    const fields = chooseFields({ entity, ...one }, row(entity, one.id), left);
    return fields === null ? [] : [{ id: one.id, fields }];
  });
  return rows.length === 0 ? null : { by, back: rows };
}

/**
 * Returns the fields to revert: those that have not changed since the command. Adds the others to `left`. Returns null if there is nothing
 * to revert.
 */
function chooseFields(
  { entity, id, before, after }: { entity: SyncEntity; id: string; before: Fields; after: Fields },
  now: Row | undefined,
  left: LeftField[],
): Fields | null {
  const fields: Record<string, unknown> = {};
  for (const field of Object.keys(after)) {
    if (now !== undefined && isSame(readField(now, field), after[field])) fields[field] = before[field];
    else left.push({ entity, id, field });
  }
  return Object.keys(fields).length === 0 ? null : fields;
}
