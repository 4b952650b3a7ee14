import { isSame } from '@hearth/contracts/core/same';
import { SEARCH_KINDS, type SearchKind } from '@hearth/contracts/search/search-values';
import { readTeam, type TeamTx, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { moveCursor, readCursor, readTouched, type Cursor, type CursorState } from './cursors.queries.ts';
import {
  deleteEntries,
  deleteOlder,
  listKnown,
  moveEntries,
  moveWithSubjects,
  putEntries,
  type IndexedState,
} from './entries.queries.ts';
import { digestOf, listStemmed, makeEntry, tokenizeSearchable, type Entry } from './make-entry.ts';
import { listSearchableIds, measureDocuments, readSearchables } from './sources.queries.ts';
import type { Stems } from './stems.ts';
import type { Searchable } from './searchable.ts';

/** Version of the text analysis. Changing it rebuilds every index. */
export const INDEX_VERSION = '7';

/** Limits of one step: on the embedded database, all other queries wait for it. A document of 400 words takes about 8 ms. */
export interface StepSize {
  /** Maximum number of log rows. */
  rows: number;
  /** Maximum number of objects read per query. */
  searchables: number;
  /** Maximum number of bytes of document content. A single document may exceed it. */
  bytes: number;
}

export const WIDE_STEP: StepSize = { rows: 100, searchables: 10, bytes: 4 * 1024 * 1024 };
/** Step size after a failure: one object at a time, so that a single faulty object can be skipped. */
export const NARROW_STEP: StepSize = { ...WIDE_STEP, rows: 1, searchables: 1 };
const GONE_AT_ONCE = 1000;
/** Divisor applied to the page size while the page has too many bytes. */
const SMALLER = 4;
/** An ordinal that sorts after every change with the same `seq`. */
const LAST_ORDINAL = 2_147_483_647;

const KIND_OF: Readonly<Record<string, SearchKind>> = {
  task: 'task',
  document: 'document',
  project: 'project',
  comment: 'comment',
  member: 'person',
};

type EntryKey = { kind: SearchKind; id: string };

/** The data read by one step. */
interface Step {
  from: Cursor | null;
  to: Cursor;
  /** Current state of the objects. */
  searchables: Searchable[];
  /** Indexed state of the objects. */
  known: ReadonlyMap<string, IndexedState>;
  deleted: EntryKey[];
  /** Whether this is the last step of a rebuild, which deletes entries of earlier runs. */
  isSweep?: true;
}

/**
 * Advances a team's index by one step: along its log, or through all objects during a rebuild. The data is never older than the log at the
 * new position: no change is missed, and repeating a step is harmless. Text analysis runs between the transactions because each transaction
 * blocks all other queries on the embedded database.
 * @returns false if the index is up to date
 */
export async function followTeam(
  app: App,
  teamId: string,
  stems: Stems,
  size: StepSize = WIDE_STEP,
): Promise<boolean> {
  const on = { teamId, userId: null };
  const step = await withTeam(app.db, on, (tx) => readStep(tx, size), { isReadOnly: true, isSnapshot: true });
  if (step === null) return false;
  const { to, known } = step;
  const searchables = step.searchables.map((searchable) =>
    withoutStale(searchable, known.get(keyOf(searchable))),
  );
  const isKnown = (searchable: Searchable): boolean =>
    known.get(keyOf(searchable))?.digest === digestOf(searchable, to.version);
  const reads = searchables.filter((searchable) => !isKnown(searchable)).map(tokenizeSearchable);
  const stemRequests = reads.flatMap((read) => [...listStemmed(read)]);
  if (!stems.hasAll(stemRequests)) {
    await readTeam(app.db, on, (tx) => stems.load(tx, stemRequests));
  }
  const put = reads.map((read) => makeEntry(teamId, read, stems, to.version));
  const languages = [...new Set([...to.languages, ...put.map(({ language }) => language)])];
  await withTeam(app.db, on, (tx) =>
    write(tx, { ...step, searchables, to: { ...to, languages } }, put, searchables.filter(isKnown)),
  );
  return true;
}

/**
 * Prevents users from finding document text that was deleted before they gained access. If the content is behind the log, and the entry is
 * new, has no body or had other access rights, it has no body until the next checkpoint.
 */
function withoutStale(searchable: Searchable, known: IndexedState | undefined): Searchable {
  if (searchable.isBehind !== true) return searchable;
  const hasSameRights =
    known?.isRestricted === searchable.isRestricted &&
    known.projectId === searchable.projectId &&
    isSame(known.access, searchable.access);
  return hasSameRights && !known.isEmpty ? searchable : { ...searchable, blocks: [] };
}

/** Skips the next object and removes its entry. The next change to the object indexes it again. */
export async function skipSearchable(app: App, teamId: string): Promise<void> {
  const on = { teamId, userId: null };
  const step = await withTeam(app.db, on, readSkip, { isReadOnly: true, isSnapshot: true });
  if (step !== null) await withTeam(app.db, on, (tx) => write(tx, step, [], []));
}

async function readSkip(tx: TeamTx): Promise<Step | null> {
  const { cursor } = await readCursor(tx);
  if (cursor === null) return null;
  const nothing = { from: cursor, searchables: [], known: new Map<string, IndexedState>() };
  const page = await readTouched(tx, cursor, NARROW_STEP.rows);
  if (page !== null)
    return { ...nothing, to: { ...cursor, ...page.last }, deleted: listPlaces(page.touched) };
  if (cursor.rebuildKind === null) return null;
  const kind = cursor.rebuildKind;
  const [id] = await listSearchableIds(tx, kind, {
    after: cursor.rebuildAfter,
    limit: NARROW_STEP.searchables,
  });
  return id === undefined
    ? null
    : { ...nothing, to: { ...cursor, rebuildAfter: id }, deleted: [{ kind, id }] };
}

async function readStep(tx: TeamTx, size: StepSize): Promise<Step | null> {
  const state = await readCursor(tx);
  if (!state.isTeamThere) return null;
  const version = `${INDEX_VERSION}.${state.engine}`;
  const { cursor } = state;
  if (cursor === null || needsRebuild(cursor, state, version)) return beginAnew(state, version);
  const page = await readFittingPage(tx, cursor, size);
  if (page === null) {
    return cursor.rebuildKind === null
      ? null
      : await readNextSearchables(tx, cursor, cursor.rebuildKind, size);
  }
  const { touched, last } = page;
  return { from: cursor, to: { ...cursor, ...last }, ...(await readTouchedSearchables(tx, touched, size)) };
}

/** Reads the next page of the log, of at least one row. The page is shortened until its documents fit into `size.bytes`. */
async function readFittingPage(
  tx: TeamTx,
  cursor: Cursor,
  size: StepSize,
): Promise<{ touched: EntryKey[]; last: Pick<Cursor, 'seq' | 'ordinal'> } | null> {
  for (let rows = size.rows; ; rows = Math.ceil(rows / SMALLER)) {
    const page = await readTouched(tx, cursor, rows);
    if (page === null) return null;
    const touched = listPlaces(page.touched);
    const documents = touched.filter(({ kind }) => kind === 'document').map(({ id }) => id);
    if (rows === 1 || documents.length < 2 || (await measureDocuments(tx, documents)) <= size.bytes)
      return { touched, last: page.last };
  }
}

function listPlaces(touched: readonly { entity: string; id: string }[]): EntryKey[] {
  return touched.flatMap(({ entity, id }) => {
    const kind = KIND_OF[entity];
    return kind === undefined ? [] : [{ kind, id }];
  });
}

/** Whether the index must be rebuilt: its version differs, the next log rows were pruned, or the log was reset to before the cursor. */
function needsRebuild(cursor: Cursor, { head, prunedTo }: CursorState, version: string): boolean {
  return cursor.version !== version || cursor.seq < prunedTo || cursor.seq > head;
}

function beginAnew({ cursor, head }: CursorState, version: string): Step {
  const to: Cursor = {
    seq: head,
    ordinal: LAST_ORDINAL,
    version,
    run: (cursor?.run ?? 0) + 1,
    rebuildKind: SEARCH_KINDS[0],
    rebuildAfter: null,
    languages: cursor?.languages ?? [],
  };
  return { from: cursor, to, searchables: [], known: new Map(), deleted: [] };
}

/** Reads the next objects of a rebuild, ordered by kind and id. The last step deletes entries that the rebuild has not written. */
async function readNextSearchables(
  tx: TeamTx,
  cursor: Cursor,
  kind: SearchKind,
  size: StepSize,
): Promise<Step> {
  const after = cursor.rebuildAfter;
  const limit = kind === 'document' ? await fitDocuments(tx, after, size) : size.searchables;
  const searchables = await readSearchables(tx, kind, { after, limit });
  const last = searchables.at(-1);
  const read = { from: cursor, searchables, known: await readKnown(tx, searchables), deleted: [] };
  if (searchables.length === limit && last !== undefined) {
    return { ...read, to: { ...cursor, rebuildAfter: last.id } };
  }
  const next = SEARCH_KINDS[SEARCH_KINDS.indexOf(kind) + 1] ?? null;
  const to = { ...cursor, rebuildKind: next, rebuildAfter: null };
  return { ...read, to, ...(next === null ? { isSweep: true } : {}) };
}

/** Determines how many of the next documents fit into `size.bytes`, but at least one. */
async function fitDocuments(tx: TeamTx, after: string | null, size: StepSize): Promise<number> {
  let limit = size.searchables;
  while (limit > 1) {
    const ids = await listSearchableIds(tx, 'document', { after, limit });
    if ((await measureDocuments(tx, ids)) <= size.bytes) break;
    limit = Math.ceil(limit / SMALLER);
  }
  return limit;
}

async function readTouchedSearchables(
  tx: TeamTx,
  touched: readonly EntryKey[],
  size: StepSize,
): Promise<Pick<Step, 'searchables' | 'known' | 'deleted'>> {
  const searchables: Searchable[] = [];
  for (const [kind, those] of Map.groupBy(touched, (one) => one.kind)) {
    for (let at = 0; at < those.length; at += size.searchables) {
      const ids = those.slice(at, at + size.searchables).map(({ id }) => id);
      searchables.push(...(await readSearchables(tx, kind, { ids })));
    }
  }
  const existing = new Set(searchables.map(keyOf));
  const deleted = touched.filter((one) => !existing.has(keyOf(one)));
  const known = await readKnown(tx, touched);
  // A restored task has no entry yet. Index its comments again as well.
  const back = searchables.filter(
    (searchable) => searchable.kind === 'task' && !known.has(keyOf(searchable)),
  );
  if (back.length === 0) return { searchables, known, deleted };
  const comments = await readSearchables(tx, 'comment', { subjectIds: back.map(({ id }) => id) });
  const more = comments.filter((one) => !existing.has(keyOf(one)));
  return {
    searchables: [...searchables, ...more],
    known: new Map([...known, ...(await readKnown(tx, more))]),
    deleted,
  };
}

async function readKnown(tx: TeamTx, keys: readonly EntryKey[]): Promise<Map<string, IndexedState>> {
  return new Map((await listKnown(tx, keys)).map((one) => [keyOf(one), one]));
}

async function write(
  tx: TeamTx,
  { from, to, known, deleted, isSweep, searchables }: Step,
  put: readonly Entry[],
  moved: readonly Searchable[],
): Promise<void> {
  // Move the cursor first: this acquires the lock and fails if another node has already done the same step.
  if (!(await moveCursor(tx, from, to))) return;
  await deleteEntries(tx, deleted);
  await putEntries(tx, to.run, put);
  await moveEntries(tx, to.run, moved);
  await moveWithSubjects(
    tx,
    searchables.filter(
      (searchable) =>
        searchable.kind === 'task' &&
        (known.get(keyOf(searchable))?.projectId ?? null) !== searchable.projectId,
    ),
  );
  if (isSweep === true) while ((await deleteOlder(tx, to.run, GONE_AT_ONCE)) === GONE_AT_ONCE);
}

function keyOf({ kind, id }: EntryKey): string {
  return `${kind} ${id}`;
}
