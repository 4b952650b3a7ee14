/** One id of a list in a row that needs a further scope. */
export interface ApartPart {
  /** Location of the list in the row. */
  at: [field: string, key: string];
  id: string;
  scope: string;
}

/** One row of a team's change log as read, before visibility is checked. */
export interface LogRow {
  seq: number;
  entity: string;
  entityId: string;
  op: 'put' | 'delete' | 'access';
  /** The whole row after the change as JSON text; null for a delete. */
  data: string | null;
  /** In list order. */
  apart: ApartPart[] | null;
  scope: string;
  prevScope: string | null;
  mutationId: string | null;
}
