import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { SearchKind } from '@hearth/contracts/search/search-values';
import { commitWith, withSearch, type Db, type SearchTx } from '#platform/db/index.ts';
import { isInSight } from './sight.queries.ts';

export interface Filters {
  kind?: SearchKind | undefined;
  author?: string | undefined;
  project?: string | undefined;
  /** Changed at this instant or later, and before that one. */
  since?: string | undefined;
  before?: string | undefined;
}

/** A match, in the order of ranking. */
export interface Match {
  kind: SearchKind;
  id: string;
  score: number;
}

/** Matches ranked against each other at a time, the latest first. */
const WINDOW = 200;

/** Weights of all else, D, headings and titles. */
const WEIGHTS = sql`'{0.1, 0.2, 0.4, 1}'::float4[]`;
/** What was just changed is worth more, a third at most. */
const FRESH_DAYS = 30;

export interface SearchRequest {
  teamId: string;
  actor: Actor;
  /** A `tsquery`. */
  query: string;
  filters: Filters;
  now: Date;
}

/** Where a page begins: among the things with all words in their titles, which come first, or among the others. */
export interface PageStart {
  among: 'titles' | 'others';
  offset: number;
}

/** @returns a page of matches, and where the next begins; null = there are no more */
export async function findMatches(
  db: Db,
  asked: SearchRequest & { isShort: boolean },
  start: PageStart,
  limit: number,
): Promise<{ matches: Match[]; next: PageStart | null }> {
  let matches: Match[] = [];
  let from: PageStart | null = start;
  if (from.among === 'titles') {
    const { rows, next } = await rankWindow(db, asked, from, limit);
    matches = rows;
    from = next === null && !asked.isShort ? { among: 'others', offset: 0 } : next;
  }
  if (from?.among !== 'others' || matches.length === limit) return { matches, next: from };
  const { rows, next } = await rankWindow(db, asked, from, limit - matches.length);
  return { matches: [...matches, ...rows], next };
}

async function rankWindow(
  db: Db,
  asked: SearchRequest,
  { among, offset }: PageStart,
  most: number,
): Promise<{ rows: Match[]; next: PageStart | null }> {
  const isTitles = among === 'titles';
  const query = sql`${asked.query}::tsquery`;
  const first = offset - (offset % WINDOW);
  const limit = Math.min(most, first + WINDOW - offset);
  const bonus = isTitles ? 1 : 0;
  // As float8: `exp` of a numeric costs more than the rank.
  const age = sql`extract(epoch from ${asked.now}::timestamptz - p.at)::float8 / 86400`;
  const match = isTitles ? { titles: asked.query } : { words: asked.query };
  const { rows } = await withSearch(db, { teamId: asked.teamId, match }, (tx) =>
    commitWith(() =>
      sql<Match & { picked: number }>`
      with picked as materialized (
        select e.kind, e.id, e.at, e.words from search_entries e
        where ${isAllowed(tx, asked)} and ${isTitles ? sql`true` : sql`not e.title_words @@ ${query}`}
        order by e.at desc, e.id limit ${WINDOW + 1} offset ${first}
      )
      select p.kind, p.id, (select count(*)::int from picked) as picked,
        ${bonus} + ts_rank(${WEIGHTS}, p.words, ${query}, 1) * (1 + exp(-greatest(${age}, 0) / ${FRESH_DAYS}) / 3) as score
      from (select * from picked limit ${WINDOW}) p
      order by score desc, p.at desc, p.id limit ${limit} offset ${offset - first}`.execute(tx),
    ),
  );
  const end = offset + rows.length;
  const isMore = end < first + (rows[0]?.picked ?? 0);
  return {
    rows: rows.map(({ kind, id, score }) => ({ kind, id, score })),
    next: isMore ? { among, offset: end } : null,
  };
}

/** Things with words in their titles at edit distance 1, and all other words as they were asked for. */
export async function findNearMatches(
  db: Db,
  asked: SearchRequest & { words: readonly { query: string; gaps: readonly number[] }[] },
  limit: number,
): Promise<Match[]> {
  const hasWords = asked.words.map(({ query, gaps }) =>
    gaps.length === 0
      ? sql<boolean>`e.words @@ ${query}::tsquery`
      : sql<boolean>`(e.title_gaps && ${[...gaps]}::int[] or e.words @@ ${query}::tsquery)`,
  );
  const gaps = asked.words.flatMap((word) => word.gaps);
  const { rows } = await withSearch(db, { teamId: asked.teamId, match: { gaps } }, (tx) =>
    commitWith(() =>
      sql<Match>`
    select e.kind, e.id, 0::float8 as score from search_entries e
    where ${isAllowed(tx, asked)} and ${sql.join(hasWords, sql` and `)} and not e.words @@ ${asked.query}::tsquery
    order by e.at desc, e.id limit ${limit}`.execute(tx),
    ),
  );
  return rows;
}

/** May the actor know of `e`, and does it pass the filters? */
function isAllowed(tx: SearchTx, { actor, filters }: SearchRequest): RawBuilder<boolean> {
  const { kind, author, project, since, before } = filters;
  const conditions = [
    // Not a condition for the primary key: the planner would go through the team's rows instead of an index of words.
    sql<boolean>`(e.team_id = ${tx.teamId}) is true`,
    isInSight(actor),
    ...(kind === undefined ? [] : [sql<boolean>`e.kind = ${kind}`]),
    ...(author === undefined ? [] : [sql<boolean>`e.author_id = ${author}::uuid`]),
    ...(project === undefined ? [] : [sql<boolean>`e.project_id = ${project}::uuid`]),
    ...(since === undefined ? [] : [sql<boolean>`e.at >= ${since}::timestamptz`]),
    ...(before === undefined ? [] : [sql<boolean>`e.at < ${before}::timestamptz`]),
  ];
  return sql`${sql.join(conditions, sql` and `)}`;
}
