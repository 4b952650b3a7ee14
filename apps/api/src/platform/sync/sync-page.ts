import { MAX_FIRST_ROWS } from '@hearth/contracts/first-load';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { readTeam, type TeamTx } from '#platform/db/index.ts';
import { invalidField, notFound } from '#platform/errors.ts';
import type { AccessPort, App } from '#platform/feature.ts';
import { loadReader, type View } from '#platform/http/view-as.ts';
import {
  listHistoricalSources,
  readCursor,
  readSnapshot,
  writeCursor,
  type OnlyWork,
  type SnapshotPage,
  type SnapshotSource,
} from './snapshot.ts';
import { isSameHistory, readHead, readLog, type LogHead } from './sync.queries.ts';
import { changesAccessOf, showChange } from './visibility.ts';

interface SyncPageRequest {
  teamId: string;
  userId: string;
  view: View | null;
  since?: number | undefined;
  /** The epoch of `since`. */
  epoch?: string | undefined;
  /** The time of a historical snapshot. */
  at?: string | undefined;
  cursor?: string | undefined;
  form?: 'columns' | undefined;
  limit: number;
}

interface PageParts {
  seq: number;
  epoch: string;
  reset: boolean;
  /** The changes as JSON text, comma separated. */
  changes: string;
  /** Rows packed as columns, also comma separated. Absent if not requested. */
  packed?: string;
  nextCursor: string | null;
}

/** Maximum page size of historical snapshots, to serve other requests between pages. */
const MAX_PAST_ROWS = 1000;

/** Reads one response of `GET /teams/{teamId}/sync`: a page of the snapshot or of changes. */
export async function readSyncPage(
  app: App,
  loadActor: AccessPort['loadActor'],
  present: readonly SnapshotSource[],
  request: SyncPageRequest,
): Promise<PageParts> {
  const { teamId, userId, view } = request;
  const limit = request.at === undefined ? request.limit : Math.min(request.limit, MAX_PAST_ROWS);
  if (request.at !== undefined && request.since !== undefined)
    throw invalidField('at', 'can’t be combined with since');
  const sources = request.at === undefined ? present : listHistoricalSources(present, new Date(request.at));
  const isReadBy = (id: string): boolean => id === userId || id === view?.viewedId;
  const cursor = request.cursor === undefined ? null : readCursor(request.cursor, sources.length);
  const since = cursor?.kind === 'since' ? cursor.since : request.since;
  return readTeam(app.db, { teamId, userId }, async (tx) => {
    // Read the head before the permissions: a permission that is lost in between is logged after this head and results in
    // a reset.
    const head = await readHead(tx);
    const actor = await loadReader(loadActor, tx, userId, view);
    if (actor === null) throw notFound('This team');
    const isContinuation = cursor !== null || since !== undefined;
    if (isContinuation && !isSameHistory(head, cursor === null ? request.epoch : cursor.epoch))
      return toReset(head);
    if (cursor?.kind !== 'snapshot' && since !== undefined) {
      return toPage(actor, isReadBy, since, await readLog(tx, since, limit, head.seq));
    }
    const start =
      cursor?.kind === 'snapshot'
        ? { ...cursor, seq: Math.min(cursor.seq, head.seq) }
        : { seq: head.seq, epoch: head.epoch, source: 0, after: null };
    const now = app.clock.now();
    const isPacked = request.form === 'columns';
    const page = await readSnapshot(tx, sources, { teamId, actor, limit, now, isPacked }, start);
    return toSnapshotPage(page, head.epoch, isPacked);
  });
}

export interface FirstPageRequest {
  teamId: string;
  /** The head of the log, which must be read before the actor's permissions. */
  head: LogHead;
  actor: Actor;
  only: OnlyWork;
  form?: 'columns' | undefined;
}

/** Returns the snapshot restricted to one project or some tasks, as JSON text. Returns null if it exceeds `MAX_FIRST_ROWS` rows. */
export async function readFirstRows(
  app: App,
  tx: TeamTx,
  sources: readonly SnapshotSource[],
  { teamId, head, actor, only, form }: FirstPageRequest,
): Promise<string | null> {
  const now = app.clock.now();
  const isPacked = form === 'columns';
  const request = { teamId, actor, limit: MAX_FIRST_ROWS, now, only, isPacked };
  const start = { seq: head.seq, epoch: head.epoch, source: 0, after: null };
  const page = await readSnapshot(tx, sources, request, start);
  return page.nextCursor === null ? writePage(toSnapshotPage(page, head.epoch, isPacked)) : null;
}

function toSnapshotPage(
  { seq, json: changes, packed, nextCursor }: SnapshotPage,
  epoch: string,
  isPacked: boolean,
): PageParts {
  return { seq, epoch, reset: false, changes, ...(isPacked && { packed }), nextCursor };
}

function toPage(
  actor: Actor,
  isReadBy: (userId: string) => boolean,
  since: number,
  page: Awaited<ReturnType<typeof readLog>>,
): PageParts {
  const isReset = page.isTooOld || page.rows.some((row) => changesAccessOf(row, isReadBy));
  if (isReset) return toReset({ seq: page.head, epoch: page.epoch });
  const texts: string[] = [];
  for (const row of page.rows) {
    const text = showChange(actor, row);
    if (text !== null) texts.push(text);
  }
  const upTo = Math.max(page.upTo, since);
  return {
    seq: upTo,
    epoch: page.epoch,
    reset: false,
    changes: texts.join(','),
    nextCursor: upTo < page.head ? writeCursor(['since', upTo, page.epoch]) : null,
  };
}

function toReset({ seq, epoch }: Pick<LogHead, 'seq' | 'epoch'>): PageParts {
  return { seq, epoch, reset: true, changes: '', nextCursor: null };
}

export function writePage({ seq, epoch, reset, changes, packed, nextCursor }: PageParts): string {
  const rows = packed === undefined ? '' : `"packed":[${packed}],`;
  return `{"seq":${seq},"epoch":"${epoch}","reset":${reset},"changes":[${changes}],${rows}"nextCursor":${JSON.stringify(nextCursor)}}`;
}
