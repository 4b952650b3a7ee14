import type { SyncEntity } from './sync-values.ts';

/**
 * Columnar encoding of rows of one entity: a list of 5,000 tasks is half the JSON, since names of fields are
 * not repeated and columns of nulls are one null. All columns are equally long; `id` is always there.
 */
export interface PackedRows {
  entity: SyncEntity;
  columns: Record<string, unknown[] | null>;
}

/** Calls back for each row, with its fields in the order of the columns. */
export function unpackRows(
  { columns }: PackedRows,
  visit: (id: string, row: Record<string, unknown>) => void,
): void {
  const fields = Object.entries(columns);
  const ids = (columns['id'] ?? []) as string[];
  for (const [at, id] of ids.entries()) {
    const row: Record<string, unknown> = {};
    for (const [field, values] of fields) row[field] = values === null ? null : values[at];
    visit(id, row);
  }
}
