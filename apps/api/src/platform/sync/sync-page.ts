import { MOST_FIRST_ROWS } from '@hearth/contracts/first-load';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { withTeam, type TeamTx } from '#platform/db/index.ts';
import { invalidField, notFound } from '#platform/errors.ts';
import type { AccessPort, App } from '#platform/feature.ts';
import { loadReader, type View } from '#platform/http/view-as.ts';
import { lookBack, readCursor, readSnapshot, writeCursor, type SnapshotSource } from './snapshot.ts';
import { isSameHistory, readHead, readLog, type LogHead } from './sync.queries.ts';
import { changesAccessOf, showChange } from './visibility.ts';

export interface SyncAsk {
  teamId: string;
  userId: string;
  view: View | null;
  since?: number | undefined;
  /** Under which `since` was read. */
  epoch?: string | undefined;
  /** An instant that is over. */
  at?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

export interface PageParts {
  seq: number;
  epoch: string;
  reset: boolean;
  /** The changes, as JSON texts or as one comma separated text. */
  changes: string;
  nextCursor: string | null;
}

/** A page of the past holds no more, however many are asked for: others are answered between two of them. */
const MOST_PAST_ROWS = 1000;

/** One answer of `GET /teams/{teamId}/sync`: a page of the snapshot, or of what changed. */
export async function readSyncPage(
  app: App,
  loadActor: AccessPort['loadActor'],
  present: readonly SnapshotSource[],
  ask: SyncAsk,
): Promise<PageParts> {
  const { teamId, userId, view } = ask;
  const limit = ask.at === undefined ? ask.limit : Math.min(ask.limit, MOST_PAST_ROWS);
  if (ask.at !== undefined && ask.since !== undefined)
    throw invalidField('at', 'can’t be combined with since');
  const sources = ask.at === undefined ? present : lookBack(present, new Date(ask.at));
  const isReadBy = (id: string): boolean => id === userId || id === view?.viewedId;
  const cursor = ask.cursor === undefined ? null : readCursor(ask.cursor, sources.length);
  const since = cursor?.kind === 'since' ? cursor.since : ask.since;
  return withTeam(
    app.db,
    { teamId, userId },
    async (tx) => {
      // The head is read before the rights: a right that is lost in between stands in the log after this head, and
      // what follows from it is a reset.
      const head = await readHead(tx, teamId);
      const actor = await loadReader(loadActor, tx, userId, view);
      if (actor === null) throw notFound('This team');
      const isGoingOn = cursor !== null || since !== undefined;
      if (isGoingOn && !isSameHistory(head, cursor === null ? ask.epoch : cursor.epoch)) return toReset(head);
      if (cursor?.kind !== 'snapshot' && since !== undefined) {
        return toPage(actor, isReadBy, since, await readLog(tx, teamId, since, limit, head.seq));
      }
      const start =
        cursor?.kind === 'snapshot'
          ? { ...cursor, seq: Math.min(cursor.seq, head.seq) }
          : { seq: head.seq, epoch: head.epoch, source: 0, after: null };
      const now = app.clock.now();
      const page = await readSnapshot(tx, sources, { teamId, actor, limit, now }, start);
      const { seq, json: changes, nextCursor } = page;
      return { seq, epoch: head.epoch, reset: false, changes, nextCursor };
    },
    { isReadOnly: true },
  );
}

export interface FirstAsk {
  teamId: string;
  /** Read before the actor's rights. */
  head: LogHead;
  actor: Actor;
  projectId: string;
}

/** The snapshot with the work of one project only, as JSON; null where it has more than MOST_FIRST_ROWS rows. */
export async function readFirstRows(
  app: App,
  tx: TeamTx,
  sources: readonly SnapshotSource[],
  { teamId, head, actor, projectId }: FirstAsk,
): Promise<string | null> {
  const ask = { teamId, actor, limit: MOST_FIRST_ROWS, now: app.clock.now(), onlyProject: projectId };
  const start = { seq: head.seq, epoch: head.epoch, source: 0, after: null };
  const { seq, json: changes, nextCursor } = await readSnapshot(tx, sources, ask, start);
  if (nextCursor !== null) return null;
  return writePage({ seq, epoch: head.epoch, reset: false, changes, nextCursor });
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

export function writePage(page: PageParts): string {
  return `{"seq":${page.seq},"epoch":"${page.epoch}","reset":${page.reset},"changes":[${page.changes}],"nextCursor":${JSON.stringify(page.nextCursor)}}`;
}
