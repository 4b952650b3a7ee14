import type { SyncEntity } from '@hearth/contracts/sync-values';
import { splitRowKey } from './pending.ts';
import type { Row, RowKey } from './types.ts';

/** A row before and after an undo or redo. Undefined if the row did not exist. */
export interface UndoneRow {
  entity: SyncEntity;
  id: string;
  before: Row | undefined;
  after: Row | undefined;
}

/** Remembers rows as they were before an undo, to determine which of them changed. */
export class UndoneRows {
  #before = new Map<RowKey, Row | undefined>();
  #look: (entity: SyncEntity, id: string) => Row | undefined;

  constructor(look: (entity: SyncEntity, id: string) => Row | undefined) {
    this.#look = look;
  }

  note(keys: readonly RowKey[]): void {
    for (const key of keys)
      if (!this.#before.has(key)) this.#before.set(key, this.#look(...splitRowKey(key)));
  }

  /** Returns the rows that have changed, in the order in which they were noted. */
  list(): UndoneRow[] {
    return [...this.#before].flatMap(([key, before]) => {
      const [entity, id] = splitRowKey(key);
      const after = this.#look(entity, id);
      return before === after ? [] : [{ entity, id, before, after }];
    });
  }
}
