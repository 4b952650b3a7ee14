import { invalidField } from '#platform/errors.ts';
import { decodeCursor } from '#platform/http/paging.ts';

/** The history is in order of the log's numbers; those of imported changes are below 0. */
export function decodePastCursor(cursor: string | undefined): { seq: string; ordinal: string } | null {
  const key = decodeCursor(cursor, 2);
  if (key === null) return null;
  const [seq = '', ordinal = ''] = key;
  if (!/^-?\d{1,15}$/.test(seq) || !/^\d{1,9}$/.test(ordinal)) {
    throw invalidField('cursor', 'is not a cursor of this list');
  }
  return { seq, ordinal };
}
