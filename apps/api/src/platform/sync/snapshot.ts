import type { RawBuilder } from 'kysely';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { SYNC_ENTITIES, type SyncEntity } from '@hearth/contracts/sync-values';
import type { TeamTx } from '#platform/db/index.ts';
import { invalidCursor } from '#platform/http/paging.ts';
import { readPackedRows, readSnapshotRows } from './sync.queries.ts';

/** The sort key of a row: only the id, or a timestamp and the id. */
export interface SnapshotKey {
  id: string;
  /** Empty unless the source is ordered by time. */
  at: string;
}

export interface SnapshotRequest {
  teamId: string;
  actor: Actor;
  /** Returns rows after the one with this key, in the order of the source. Null to start at the beginning. */
  after: SnapshotKey | null;
  limit: number;
  now: Date;
  /** Restricts the rows to this project or these tasks. Small sources are always included completely. */
  only?: OnlyWork;
  /** Whether sources with `columns` return those columns instead of `data`. */
  isPacked?: boolean;
}

/** Selects one project, or tasks by their ids. */
export type OnlyWork = { projectId: string } | { taskIds: readonly string[] };

/** A feature's source for the snapshot from which a client starts. */
export interface SnapshotSource {
  entity: SyncEntity;
  /** Rows are ordered by id, or newest first by a timestamp and the id. */
  order: 'id' | 'time';
  /**
   * Selects the rows that the actor may see, in the order of the source: `id`, `key` (the id as text, or `<timestamp> <id>`) and `data`
   * (the JSON of the row as commands write it to the log).
   */
  select: (request: SnapshotRequest) => RawBuilder<unknown>;
  /** The fields of `data`. For a source that returns each field as a column (`nameColumn`) when rows are packed. */
  columns?: readonly string[];
  /**
   * Selects the rows as they were at a past time, ordered by id. `same` is for data without a history. Sources without this
   * property are not part of a historical snapshot.
   */
  selectPast?: 'same' | ((request: HistoricalSnapshotRequest) => RawBuilder<unknown>);
}

export interface HistoricalSnapshotRequest extends SnapshotRequest {
  /** Rows as they were right after this time. */
  at: Date;
}

/** The cursor of a snapshot: the log position of its first page and its epoch, the source, and the key within that source. */
interface SnapshotCursor {
  seq: number;
  epoch: string | undefined;
  source: number;
  after: string | null;
}

export interface SnapshotPage {
  seq: number;
  json: string;
  /** The packed rows, comma separated. */
  packed: string;
  nextCursor: string | null;
}

/** Sorts the sources into the order of SYNC_ENTITIES: the team and its members first. */
export function orderSources(sources: readonly SnapshotSource[]): SnapshotSource[] {
  return [...sources].sort((a, b) => SYNC_ENTITIES.indexOf(a.entity) - SYNC_ENTITIES.indexOf(b.entity));
}

/** Returns the sources that support historical snapshots, reading rows as they were at that time. */
export function listHistoricalSources(sources: readonly SnapshotSource[], at: Date): SnapshotSource[] {
  return sources.flatMap(({ selectPast, ...source }): SnapshotSource[] => {
    if (selectPast === undefined) return [];
    if (selectPast === 'same') return [source];
    const { columns: _ofThePresent, ...past } = source;
    return [{ ...past, order: 'id', select: (request) => selectPast({ ...request, at }) }];
  });
}

/**
 * Reads one page of the snapshot. All pages have the `seq` of the first page: rows that change while the pages are read are
 * sent again with the changes after it.
 */
export async function readSnapshot(
  tx: TeamTx,
  sources: readonly SnapshotSource[],
  request: Omit<SnapshotRequest, 'after'>,
  start: SnapshotCursor,
): Promise<SnapshotPage> {
  const texts: string[] = [];
  const packed: string[] = [];
  let remaining = request.limit;
  let { source, after } = start;
  while (source < sources.length && remaining > 0) {
    const current = sources[source] as SnapshotSource;
    const query = current.select({ ...request, limit: remaining, after: readKey(after, current.order) });
    const { entity, columns } = current;
    const isPacked = request.isPacked === true && columns !== undefined;
    const page = isPacked
      ? await readPackedRows(tx, entity, columns, query)
      : await readSnapshotRows(tx, entity, start.seq, query);
    if (page.count > 0) (isPacked ? packed : texts).push(page.json);
    if (page.count < remaining) {
      source += 1;
      after = null;
    } else {
      after = page.lastKey;
    }
    remaining -= page.count;
  }
  const isDone = source >= sources.length;
  return {
    seq: start.seq,
    json: texts.join(','),
    packed: packed.join(','),
    nextCursor: isDone ? null : writeCursor(['snapshot', start.seq, source, after, start.epoch]),
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function readKey(key: string | null, order: SnapshotSource['order']): SnapshotKey | null {
  if (key === null) return null;
  const [first = '', second = ''] = key.split(' ');
  const [at, id] = order === 'time' ? [first, second] : ['', first];
  if (!UUID.test(id) || (order === 'time' && !isInstant(at))) throw invalidCursor();
  return { id, at };
}

function isInstant(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

type CursorParts =
  | ['snapshot', seq: number, source: number, after: string | null, epoch: string | undefined]
  | ['since', seq: number, epoch: string];

export function writeCursor(parts: CursorParts): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

type SyncCursor =
  | ({ kind: 'snapshot' } & SnapshotCursor)
  | { kind: 'since'; since: number; epoch: string | undefined };

/**
 * Decodes a cursor. A forged cursor reveals nothing.
 * @throws AppError INVALID_REQUEST if the text is not a valid cursor
 */
export function readCursor(text: string, sourceCount: number): SyncCursor {
  const parts = parseParts(text);
  const [kind, seq, ...rest] = parts;
  if (!Number.isSafeInteger(seq) || (seq as number) < 0) throw invalidCursor();
  if (kind === 'since' && rest.length === 1) return { kind, since: seq as number, epoch: readEpoch(rest[0]) };
  const [source, after, epoch] = rest;
  const isSource = Number.isInteger(source) && (source as number) >= 0 && (source as number) < sourceCount;
  const isKey = after === null || typeof after === 'string';
  if (kind !== 'snapshot' || !isSource || !isKey) throw invalidCursor();
  return { kind, seq: seq as number, source: source as number, after, epoch: readEpoch(epoch) };
}

function readEpoch(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function parseParts(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (Array.isArray(parts)) return parts;
  } catch {
    // Text that is not JSON is rejected below like any other invalid cursor.
  }
  throw invalidCursor();
}
