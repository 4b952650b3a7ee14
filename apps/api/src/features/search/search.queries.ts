import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { SearchKind } from '@hearth/contracts/search/search-values';
import { commitWith, withSearch, type Db, type SearchTx } from '#platform/db/index.ts';
import { mentionOf } from './mentions.ts';
import { isVisible } from './sight.queries.ts';
import { MARK_LENGTH } from './vector.ts';

export interface Filters {
  kind?: SearchKind | undefined;
  author?: string | undefined;
  project?: string | undefined;
  /** Matches objects changed at or after this time and before `before`. */
  since?: string | undefined;
  before?: string | undefined;
}

/** A ranked match. */
export interface Match {
  kind: SearchKind;
  id: string;
  /** The key of a task, such as `HEA-12`. */
  key: string | null;
  score: number;
}

/** Matches are sorted by time, then ranked by relevance within windows of this size. */
const WINDOW = 200;

/** Weights of the `tsvector` classes D (body text), C (components of compounds, ranked after words), B (headings) and A (titles). */
const WEIGHTS = sql`'{0.1, 0.005, 0.4, 1}'::float4[]`;
/** Decay constant, in days, of the recency boost, which is at most one third. */
const FRESH_DAYS = 30;

export interface SearchRequest {
  teamId: string;
  actor: Actor;
  /** The query as typed. */
  text: string;
  /** A `tsquery` for titles. For a single letter, only this query is used. */
  titles: string;
  /** A `tsquery` for titles with each single word. */
  titlesByWord: readonly string[];
  isShort: boolean;
  /** Builds a `tsquery` for the whole text. Each word also matches mentions with one of its lexemes. */
  writeTexts: (mentions: MentionsByWord) => string;
  /** A `tsquery` that also matches components of words. Null if `writeTexts` matches them, or if no word may be one. */
  compounds: string | null;
  filters: Filters;
  now: Date;
}

/** Lexemes of mentions for each query word: of objects that have the word in their title. */
type MentionsByWord = readonly (readonly string[])[];

/**
 * Kinds of matches, in the order of the results: all words in the title; all words in the text, where a mention counts as the title of what
 * it mentions; some words in the text and the others in the titles of mentions. If there are none of these, components of words.
 */
export const MATCH_KINDS = ['titles', 'texts', 'mixed', 'compounds'] as const;
type MatchKind = (typeof MATCH_KINDS)[number];

/** Start of a page. */
export interface PageStart {
  among: MatchKind;
  offset: number;
}

const FIRST: PageStart = { among: 'titles', offset: 0 };
/** Number of objects whose mentions are also searched. */
const MAX_MENTIONED = 20;

interface MatchPage {
  matches: Match[];
  /** Start of the next page. Null if this is the last page. */
  next: PageStart | null;
  /** Title matches whose mentions count as matches. */
  mentioned: Match[];
}

/** Finds a page of matches. Components of words are searched for only if there is no other match. */
export async function findMatches(
  db: Db,
  request: SearchRequest,
  start: PageStart | null,
  limit: number,
): Promise<MatchPage> {
  if (start?.among !== 'compounds') {
    const page = await findWords(db, request, start, limit);
    if (page.matches.length > 0 || start !== null) return page;
  }
  const { compounds: query, isShort } = request;
  if (query === null || isShort) return { matches: [], next: null, mentioned: [] };
  const from: PageStart = { among: 'compounds', offset: start?.offset ?? 0 };
  const { rows, next } = await rankWindow(db, request, { query, texts: null }, from, limit);
  return { matches: rows, next, mentioned: [] };
}

/** Finds a page of matches. Later kinds are costly, and searched for only if the kinds before do not fill the page. */
async function findWords(
  db: Db,
  request: SearchRequest,
  start: PageStart | null,
  limit: number,
): Promise<MatchPage> {
  const matches: Match[] = [];
  let mentioned: Mentionable[] = [];
  let texts: string | null = null;
  const kinds = listKinds(request);
  const first = kinds.indexOf(start?.among ?? 'titles');
  for (const [at, among] of kinds.entries()) {
    if (at < first) continue;
    if (among !== 'titles' && texts === null) {
      mentioned = await findMentioned(db, request, start === null ? matches : null);
      texts = request.writeTexts(listMentionsByWord(request, mentioned));
    }
    let query = among === 'titles' ? request.titles : (texts ?? '');
    if (among === 'mixed') {
      const some = await findMentionable(db, request);
      const known = new Set(mentioned.map(({ id }) => id));
      // Texts with mentions of objects with all words have been found, and there may be no others.
      if (some.every(({ id }) => known.has(id))) break;
      query = request.writeTexts(listMentionsByWord(request, some));
      mentioned = [...mentioned, ...some];
    }
    const from = { among, offset: at === first ? (start?.offset ?? 0) : 0 };
    const room = limit - matches.length;
    const { rows, next } = await rankWindow(db, request, { query, texts }, from, room);
    matches.push(...rows);
    const after = kinds[at + 1];
    if (next !== null || after === undefined) return { matches, next, mentioned };
    if (rows.length === room) return { matches, next: { among: after, offset: 0 }, mentioned };
  }
  return { matches, next: null, mentioned };
}

function listKinds({ isShort, titlesByWord }: SearchRequest): readonly MatchKind[] {
  if (isShort) return ['titles'];
  return titlesByWord.length === 1 ? ['titles', 'texts'] : ['titles', 'texts', 'mixed'];
}

/**
 * Finds the objects with all words in their title, whose mentions count as matches.
 * @param titles the title matches of this search, if they have been read from the start
 */
async function findMentioned(
  db: Db,
  request: SearchRequest,
  titles: readonly Match[] | null,
): Promise<Mentionable[]> {
  const isUnfiltered = Object.values(request.filters).every((one) => one === undefined);
  const unfiltered = { ...request, filters: {} };
  const found =
    titles !== null && isUnfiltered
      ? titles
      : (await rankWindow(db, unfiltered, { query: request.titles, texts: null }, FIRST, MAX_MENTIONED)).rows;
  const hasWords = request.titlesByWord.map(() => true);
  return found.slice(0, MAX_MENTIONED).map((match) => ({ ...match, hasWords }));
}

/** An object whose title contains query words. */
interface Mentionable extends Match {
  /** Whether the title contains each query word. */
  hasWords: boolean[];
}

function listMentionsByWord({ titlesByWord }: SearchRequest, mentioned: readonly Mentionable[]): string[][] {
  return titlesByWord.map((_, at) =>
    mentioned
      .filter(({ hasWords }) => hasWords[at] === true)
      .map(({ kind, id, key }) => mentionOf(kind, id, key))
      .filter((one) => one !== null),
  );
}

/** Finds objects with any query word in their title, first those with the most words. */
async function findMentionable(db: Db, request: SearchRequest): Promise<Mentionable[]> {
  const any = request.titlesByWord.join(' | ');
  const hasWords = request.titlesByWord.map(
    (word) => sql<boolean>`coalesce(e.title_words @@ ${word}::tsquery, false)`,
  );
  const count = sql`${sql.join(
    hasWords.map((one) => sql`(${one})::int`),
    sql` + `,
  )}`;
  const { rows } = await withSearch(db, { teamId: request.teamId, match: { titles: any } }, (tx) =>
    commitWith(() =>
      sql<Mentionable>`
      with picked as materialized (
        select e.kind, e.id, e.at, e.title_words, ${count} as words, lower(e.title) = lower(${request.text}) as is_title,
          array[${sql.join(hasWords)}] as "hasWords"
        from search_entries e
        where ${isAllowed(tx, { ...request, filters: {} })} and e.kind in ('person', 'document', 'task')
        order by words desc, is_title desc, (e.kind = 'person') desc, e.at desc, e.id limit ${MAX_MENTIONED}
      )
      select p.kind, p.id, 0::float8 as score, p."hasWords", ${keyOf('p')} as key from picked p
      order by p.words desc, p.is_title desc, (p.kind = 'person') desc, p.at desc, p.id`.execute(tx),
    ),
  );
  return rows;
}

/** Selects the key of a task, which is the only lexeme of its title words that contains a hyphen. */
function keyOf(row: string): RawBuilder<string | null> {
  return sql`case ${sql.ref(`${row}.kind`)} when 'task' then (select substr(w.lexeme, ${MARK_LENGTH + 1})
    from unnest(${sql.ref(`${row}.title_words`)}) w where w.lexeme ~ '-[0-9]+$' limit 1) end`;
}

/** @param texts the query for all words in the text, whose matches come before mixed ones */
async function rankWindow(
  db: Db,
  request: SearchRequest,
  { query: text, texts }: { query: string; texts: string | null },
  { among, offset }: PageStart,
  most: number,
): Promise<{ rows: Match[]; next: PageStart | null }> {
  const isTitles = among === 'titles';
  const query = sql`${text}::tsquery`;
  const isNew =
    among === 'mixed'
      ? sql`not e.title_words @@ ${request.titles}::tsquery and not e.words @@ ${texts}::tsquery`
      : sql`not e.title_words @@ ${request.titles}::tsquery`;
  const first = offset - (offset % WINDOW);
  const limit = Math.min(most, first + WINDOW - offset);
  // Use float8 because `exp` of a numeric is slower than `ts_rank`.
  const age = sql`extract(epoch from ${request.now}::timestamptz - p.at)::float8 / 86400`;
  const rank = sql`ts_rank(${WEIGHTS}, p.words, ${query}, 1) * (1 + exp(-greatest(${age}, 0) / ${FRESH_DAYS}) / 3)`;
  const { rows } = await withSearch(
    db,
    { teamId: request.teamId, match: isTitles ? { titles: text } : { words: text } },
    (tx) =>
      commitWith(() =>
        sql<Match & { picked: number }>`
        with picked as materialized (
          select e.kind, e.id, e.at, e.words, e.title_words,
            ${isTitles ? sql`lower(e.title) = lower(${request.text})` : sql`false`} as is_title
          from search_entries e
          where ${isAllowed(tx, request)} and ${isTitles ? sql`true` : isNew}
          order by is_title desc, e.at desc, e.id limit ${WINDOW + 1} offset ${first}
        ), page as materialized (
          select p.kind, p.id, p.at, p.title_words, ${isTitles ? sql`1 + p.is_title::int + ${rank}` : rank} as score
          from (select * from picked limit ${WINDOW}) p
          order by score desc, p.at desc, p.id limit ${limit} offset ${offset - first}
        )
        select p.kind, p.id, p.score, (select count(*)::int from picked) as picked,
          ${keyOf('p')} as key
        from page p order by p.score desc, p.at desc, p.id`.execute(tx),
      ),
  );
  const end = offset + rows.length;
  const isMore = end < first + (rows[0]?.picked ?? 0);
  return {
    rows: rows.map(({ kind, id, key, score }) => ({ kind, id, key, score })),
    next: isMore ? { among, offset: end } : null,
  };
}

/**
 * Finds objects that do not match the query exactly, but whose title contains some query words with one typo each. All other words must
 * occur as typed in the title or the text.
 */
export async function findNearMatches(
  db: Db,
  request: SearchRequest,
  words: readonly { query: string; gaps: readonly number[] }[],
  limit: number,
): Promise<Match[]> {
  const hasWords = words.map(({ query, gaps }) =>
    gaps.length === 0
      ? sql<boolean>`e.words @@ ${query}::tsquery`
      : sql<boolean>`(e.title_gaps && ${[...gaps]}::int[] or e.words @@ ${query}::tsquery)`,
  );
  const gaps = words.flatMap((word) => word.gaps);
  const { rows } = await withSearch(db, { teamId: request.teamId, match: { gaps } }, (tx) =>
    commitWith(() =>
      sql<Match>`
    select e.kind, e.id, null as key, 0::float8 as score from search_entries e
    where ${isAllowed(tx, request)} and ${sql.join(hasWords, sql` and `)}
      and not e.words @@ ${request.writeTexts([])}::tsquery and not e.title_words @@ ${request.titles}::tsquery
    order by e.at desc, e.id limit ${limit}`.execute(tx),
    ),
  );
  return rows;
}

/** Whether the actor may see an entry and it passes the filters. Expects the table `search_entries` aliased as `e`. */
function isAllowed(tx: SearchTx, { actor, filters }: SearchRequest): RawBuilder<boolean> {
  const { kind, author, project, since, before } = filters;
  const conditions = [
    // `is true` hides the condition from the planner, which would otherwise scan the team's rows by primary key instead of a word index.
    sql<boolean>`(e.team_id = ${tx.teamId}) is true`,
    isVisible(actor),
    ...(kind === undefined ? [] : [sql<boolean>`e.kind = ${kind}`]),
    ...(author === undefined ? [] : [sql<boolean>`e.author_id = ${author}::uuid`]),
    ...(project === undefined ? [] : [sql<boolean>`e.project_id = ${project}::uuid`]),
    ...(since === undefined ? [] : [sql<boolean>`e.at >= ${since}::timestamptz`]),
    ...(before === undefined ? [] : [sql<boolean>`e.at < ${before}::timestamptz`]),
  ];
  return sql`${sql.join(conditions, sql` and `)}`;
}
