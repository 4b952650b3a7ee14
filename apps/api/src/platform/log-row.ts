/** An id in a list of a row that requires an additional scope. */
export interface ApartPart {
  /** Location of the list in the row. */
  at: [field: string, key: string];
  id: string;
  scope: string;
}

/** A row of a team's change log as read, before visibility checks. */
export interface LogRow {
  seq: number;
  entity: string;
  entityId: string;
  op: 'put' | 'delete' | 'access';
  /** The complete row after the change, as JSON text. Null for a delete. */
  data: string | null;
  /** Ids that require an additional scope, in the order of the list. */
  apart: ApartPart[] | null;
  scope: string;
  prevScope: string | null;
  mutationId: string | null;
}
