import type { SyncEntity } from '@hearth/contracts/sync-values';
import { isSameValue } from './overlay.ts';
import type { Command, Fields, Inverse, Row } from './types.ts';

/** How many acts can be taken back. */
const DEPTH = 200;

/** A field that stays, since somebody has changed it after the act that was to be undone. */
export interface LeftField {
  entity: SyncEntity;
  id: string;
  field: string;
}

export interface UndoStep {
  /** In the order in which they are to be made; each with the mutation that it takes back. */
  commands: { command: Command; undoes: string }[];
  left: LeftField[];
}

interface Act {
  mutationId: string;
  inverse: Inverse;
}

/** One tab's acts that can be taken back, and those taken back that can be made again. */
export class UndoStack {
  #done: Act[][] = [];
  #undone: Act[][] = [];
  #listeners = new Set<() => void>();

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

  /** Notes something new that the person did; what was undone before it cannot be made again. */
  record(acts: readonly Act[]): void {
    if (acts.length === 0) return;
    this.#undone = [];
    this.#push(this.#done, acts);
  }

  recordUndo(acts: readonly Act[]): void {
    this.#push(this.#undone, acts);
  }

  recordRedo(acts: readonly Act[]): void {
    this.#push(this.#done, acts);
  }

  /** A refused mutation has nothing to take back. */
  forget(mutationId: string): void {
    const without = (stack: Act[][]): Act[][] =>
      stack
        .map((acts) => acts.filter((act) => act.mutationId !== mutationId))
        .filter((acts) => acts.length > 0);
    this.#done = without(this.#done);
    this.#undone = without(this.#undone);
    this.#tell();
  }

  takeUndo(row: (entity: SyncEntity, id: string) => Row | undefined): UndoStep | null {
    return this.#take(this.#done, row);
  }

  takeRedo(row: (entity: SyncEntity, id: string) => Row | undefined): UndoStep | null {
    return this.#take(this.#undone, row);
  }

  #take(stack: Act[][], row: (entity: SyncEntity, id: string) => Row | undefined): UndoStep | null {
    const acts = stack.pop();
    if (acts === undefined) return null;
    this.#tell();
    const step: UndoStep = { commands: [], left: [] };
    for (const { mutationId, inverse } of acts.toReversed()) {
      const command = inverse.kind === 'whole' ? inverse.build() : invertFields(inverse, row, step.left);
      if (command !== null) step.commands.push({ command, undoes: mutationId });
    }
    return step;
  }

  #push(stack: Act[][], acts: readonly Act[]): void {
    if (acts.length > 0) stack.push([...acts]);
    if (stack.length > DEPTH) stack.shift();
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

function invertFields(
  inverse: Exclude<Inverse, { kind: 'whole' }>,
  row: (entity: SyncEntity, id: string) => Row | undefined,
  left: LeftField[],
): Command | null {
  const { entity } = inverse;
  if (inverse.kind === 'fields') {
    const fields = chooseFields(inverse, row(entity, inverse.id), left);
    return fields === null ? null : inverse.build(fields);
  }
  const rows = inverse.rows.flatMap((one) => {
    const fields = chooseFields({ entity, ...one }, row(entity, one.id), left);
    return fields === null ? [] : [{ id: one.id, fields }];
  });
  return rows.length === 0 ? null : inverse.build(rows);
}

/** The fields that go back: those that nobody has changed since. */
function chooseFields(
  { entity, id, before, after }: { entity: SyncEntity; id: string; before: Fields; after: Fields },
  now: Row | undefined,
  left: LeftField[],
): Fields | null {
  const fields: Record<string, unknown> = {};
  for (const field of Object.keys(after)) {
    if (now !== undefined && isSameValue(now[field], after[field])) fields[field] = before[field];
    else left.push({ entity, id, field });
  }
  return Object.keys(fields).length === 0 ? null : fields;
}
