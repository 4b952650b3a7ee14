/** One id of a list in a row, which not everybody who sees the row may know of. */
export interface ApartPart {
  /** Where in the row the list stands. */
  at: [field: string, key: string];
  id: string;
  scope: string;
}

/** One row of a team's change log as it is read, before it is known who may see it. */
export interface LogRow {
  seq: number;
  entity: string;
  entityId: string;
  op: 'put' | 'delete' | 'access';
  /** The whole row after the change as JSON text; null for a delete. */
  data: string | null;
  /** In their order. */
  apart: ApartPart[] | null;
  scope: string;
  prevScope: string | null;
  mutationId: string | null;
}
