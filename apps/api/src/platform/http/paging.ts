import { invalidField, type AppError } from '#platform/errors.ts';
import { toUuid } from '#platform/uuid.ts';

/** A keyset cursor: the sort key of a page's last row. Opaque to clients. */
type CursorKey = readonly string[];

export function encodeCursor(key: CursorKey): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

export function invalidCursor(): AppError {
  return invalidField(
    'cursor',
    'isn’t a valid cursor of this list: pass the nextCursor of the previous page',
  );
}

/**
 * Decodes a cursor created by `toPage`. Returns null without a cursor.
 * @param length the number of components of its key
 * @throws AppError INVALID_REQUEST for an invalid cursor
 */
export function decodeCursor(cursor: string | undefined, length: number): string[] | null {
  if (cursor === undefined) return null;
  let key: unknown;
  try {
    key = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw invalidCursor();
  }
  const isKey = Array.isArray(key) && key.length === length && key.every((part) => typeof part === 'string');
  if (!isKey) throw invalidCursor();
  return key as string[];
}

/** Decodes the cursor of a list that is ordered by id. Throws like `decodeCursor`. */
export function decodeIdCursor(cursor: string | undefined): string | null {
  const [id = null] = decodeCursor(cursor, 1) ?? [];
  if (id !== null && toUuid(id) === null) throw invalidCursor();
  return id;
}

/** Decodes the cursor of a list that is ordered by a positive number. Throws like `decodeCursor`. */
export function decodeNumberCursor(cursor: string | undefined): number | null {
  const [number] = decodeCursor(cursor, 1) ?? [];
  if (number === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(number)) throw invalidCursor();
  return Number(number);
}

/** Decodes the cursor of a list that is ordered by timestamp and id. Throws like `decodeCursor`. */
export function decodeTimeCursor(cursor: string | undefined): { at: Date; id: string } | null {
  const key = decodeCursor(cursor, 2);
  if (key === null) return null;
  const [instant = '', id = ''] = key;
  const at = new Date(instant);
  if (Number.isNaN(at.getTime()) || toUuid(id) === null) {
    throw invalidCursor();
  }
  return { at, id };
}

/** Decodes the cursor of a list that is ordered by order key and id. Throws like `decodeCursor`. */
export function decodePlaceCursor(cursor: string | undefined): { position: string; id: string } | null {
  const key = decodeCursor(cursor, 2);
  if (key === null) return null;
  const [position = '', id = ''] = key;
  if (!/^[0-9A-Za-z]+$/.test(position) || toUuid(id) === null) {
    throw invalidCursor();
  }
  return { position, id };
}

/** Converts up to `limit` + 1 rows into a page of at most `limit` items and the cursor of the next page. */
export function toPage<R>(
  rows: readonly R[],
  limit: number,
  keyOf: (row: R) => CursorKey,
): { rows: R[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return { rows: page, nextCursor: hasMore ? encodeCursor(keyOf(last)) : null };
}

/** Decodes the cursor of the history, which is ordered by the seq of the log. Imported changes have a negative seq. */
export function decodePastCursor(cursor: string | undefined): { seq: string; ordinal: string } | null {
  const key = decodeCursor(cursor, 2);
  if (key === null) return null;
  const [seq = '', ordinal = ''] = key;
  if (!/^-?\d{1,15}$/.test(seq) || !/^\d{1,9}$/.test(ordinal)) {
    throw invalidCursor();
  }
  return { seq, ordinal };
}
