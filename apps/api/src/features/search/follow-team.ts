import { SEARCH_KINDS, type SearchKind } from '@hearth/contracts/search/search-values';
import { withTeam, type TeamTx } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { moveCursor, readCursor, readTouched, type Cursor, type CursorState } from './cursors.queries.ts';
import {
  deleteEntries,
  deleteOlder,
  listKnown,
  moveEntries,
  moveWithSubjects,
  putEntries,
  type Known,
} from './entries.queries.ts';
import { digestOf, listStemmed, makeEntry, readThing, type Entry } from './make-entry.ts';
import { readThings } from './sources.queries.ts';
import type { Stems } from './stems.ts';
import type { Thing } from './thing.ts';

/** Of how words are made of texts. Another makes every index anew. */
export const INDEX_VERSION = '3';

/** Rows of the log, and things, that one step takes: others wait for it on the embedded database. */
const LOG_PAGE = 100;
const THINGS_AT_ONCE = 20;
const GONE_AT_ONCE = 1000;
/** Behind every change of its command. */
const LAST_ORDINAL = 2_147_483_647;

const KIND_OF: Readonly<Record<string, SearchKind>> = {
  task: 'task',
  document: 'document',
  project: 'project',
  comment: 'comment',
  member: 'person',
};

type Place = { kind: SearchKind; id: string };

/** What one step has read. */
interface Step {
  from: Cursor | null;
  to: Cursor;
  /** As they are now. */
  things: Thing[];
  /** What the index has of them. */
  known: ReadonlyMap<string, Known>;
  gone: Place[];
  /** The last step of making anew. */
  isSweep?: true;
}

/**
 * Brings the index of a team one step further: along its log, or through its things where it is made anew. What was read
 * is never older than the log up to the new place, so a step that is done twice does no harm, and nothing is left out.
 * Words are made between the transactions: on the embedded database everybody waits for each.
 * @returns false = it has come as far as it can
 */
export async function followTeam(app: App, teamId: string, stems: Stems): Promise<boolean> {
  const on = { teamId, userId: null };
  const step = await withTeam(app.db, on, readStep, { isReadOnly: true, isSnapshot: true });
  if (step === null) return false;
  const { to, things, known } = step;
  const isSame = (thing: Thing): boolean => known.get(keyOf(thing))?.digest === digestOf(thing, to.version);
  const reads = things.filter((thing) => !isSame(thing)).map(readThing);
  const asked = reads.flatMap((read) => [...listStemmed(read)]);
  if (!stems.knows(asked)) {
    await withTeam(app.db, on, (tx) => stems.learn(tx, asked), { isReadOnly: true });
  }
  const put = reads.map((read) => makeEntry(teamId, read, stems, to.version));
  const languages = [...new Set([...to.languages, ...put.map(({ language }) => language)])];
  await withTeam(app.db, on, (tx) =>
    write(tx, { ...step, to: { ...to, languages } }, put, things.filter(isSame)),
  );
  return true;
}

async function readStep(tx: TeamTx): Promise<Step | null> {
  const state = await readCursor(tx);
  if (!state.isTeamThere) return null;
  const version = `${INDEX_VERSION}.${state.engine}`;
  const { cursor } = state;
  if (cursor === null || mustBeginAnew(cursor, state, version)) return beginAnew(state, version);
  const page = await readTouched(tx, cursor, LOG_PAGE);
  if (page === null) {
    return cursor.rebuildKind === null ? null : await readNextThings(tx, cursor, cursor.rebuildKind);
  }
  const touched = page.touched.flatMap(({ entity, id }) => {
    const kind = KIND_OF[entity];
    return kind === undefined ? [] : [{ kind, id }];
  });
  return { from: cursor, to: { ...cursor, ...page.last }, ...(await readTouchedThings(tx, touched)) };
}

/** Also where the log has lost what comes next, or was set back to before what is known. */
function mustBeginAnew(cursor: Cursor, { head, prunedTo }: CursorState, version: string): boolean {
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
  return { from: cursor, to, things: [], known: new Map(), gone: [] };
}

/** The next things in order of their kinds and ids; after the last of them what was not met goes. */
async function readNextThings(tx: TeamTx, cursor: Cursor, kind: SearchKind): Promise<Step> {
  const things = await readThings(tx, kind, { after: cursor.rebuildAfter, limit: THINGS_AT_ONCE });
  const last = things.at(-1);
  const read = { from: cursor, things, known: await readKnown(tx, things), gone: [] };
  if (things.length === THINGS_AT_ONCE && last !== undefined) {
    return { ...read, to: { ...cursor, rebuildAfter: last.id } };
  }
  const next = SEARCH_KINDS[SEARCH_KINDS.indexOf(kind) + 1] ?? null;
  const to = { ...cursor, rebuildKind: next, rebuildAfter: null };
  return { ...read, to, ...(next === null ? { isSweep: true } : {}) };
}

async function readTouchedThings(
  tx: TeamTx,
  touched: readonly Place[],
): Promise<Pick<Step, 'things' | 'known' | 'gone'>> {
  const things: Thing[] = [];
  for (const [kind, those] of Map.groupBy(touched, (one) => one.kind)) {
    for (let at = 0; at < those.length; at += THINGS_AT_ONCE) {
      const ids = those.slice(at, at + THINGS_AT_ONCE).map(({ id }) => id);
      things.push(...(await readThings(tx, kind, { ids })));
    }
  }
  const there = new Set(things.map(keyOf));
  const gone = touched.filter((one) => !there.has(keyOf(one)));
  const known = await readKnown(tx, touched);
  // What is about a task comes back with it.
  const back = things.filter((thing) => thing.kind === 'task' && !known.has(keyOf(thing)));
  if (back.length === 0) return { things, known, gone };
  const comments = await readThings(tx, 'comment', { subjectIds: back.map(({ id }) => id) });
  const more = comments.filter((one) => !there.has(keyOf(one)));
  return {
    things: [...things, ...more],
    known: new Map([...known, ...(await readKnown(tx, more))]),
    gone,
  };
}

async function readKnown(tx: TeamTx, places: readonly Place[]): Promise<Map<string, Known>> {
  return new Map((await listKnown(tx, places)).map((one) => [keyOf(one), one]));
}

async function write(
  tx: TeamTx,
  { from, to, known, gone, isSweep, things }: Step,
  put: readonly Entry[],
  moved: readonly Thing[],
): Promise<void> {
  // Before all else: it is the lock, and another node may have done this very step.
  if (!(await moveCursor(tx, from, to))) return;
  await deleteEntries(tx, gone);
  await putEntries(tx, to.run, put);
  await moveEntries(tx, to.run, moved);
  await moveWithSubjects(
    tx,
    things.filter(
      (thing) => thing.kind === 'task' && (known.get(keyOf(thing))?.projectId ?? null) !== thing.projectId,
    ),
  );
  if (isSweep === true) while ((await deleteOlder(tx, to.run, GONE_AT_ONCE)) === GONE_AT_ONCE);
}

function keyOf({ kind, id }: Place): string {
  return `${kind} ${id}`;
}
