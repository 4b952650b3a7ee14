import { addDays } from '@hearth/contracts/core/days';
import type { SearchResult } from '@hearth/contracts/search/search';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { commitWith, readTeam, type TeamTx } from '#platform/db/index.ts';
import { startOfDay } from '#platform/day-in-zone.ts';
import type { App } from '#platform/feature.ts';
import { listLanguages } from './cursors.queries.ts';
import { excerpt, markWords } from './excerpt.ts';
import { listGaps } from './gaps.ts';
import { readHits, readOwnZone, type Hit } from './hits.queries.ts';
import { mentionOf, nameMentions } from './mentions.ts';
import {
  splitQuery,
  listQueryStems,
  parseQuery,
  writeQuery,
  writeWord,
  type QueryToken,
  type QueryWord,
  type Query,
} from './parse-query.ts';
import {
  findMatches,
  findNearMatches,
  type Filters,
  type Match,
  type PageStart,
  type SearchRequest,
} from './search.queries.ts';
import type { Stems } from './stems.ts';
import { markOf } from './vector.ts';

/** Fall back to fuzzy title matches below this many results. */
const FEW = 5;
/** TTL of the cached team languages. */
const LANGUAGES_TTL_MS = 60_000;
const MAX_TEAMS = 10_000;
/** The last supported day, which has no next day for an exclusive end. */
const LAST_DAY = '9999-12-31';

interface SearchPage {
  results: SearchResult[];
  /** Start of the next page. Null if this is the last page. */
  next: PageStart | null;
}

interface Days {
  from?: string | undefined;
  to?: string | undefined;
  timeZone?: string | undefined;
}

interface SearchInput {
  teamId: string;
  actor: Actor;
  text: string;
  filters: Omit<Filters, 'since' | 'before'> & Days;
  /** Start of the page. Null for the first page. */
  start: PageStart | null;
  limit: number;
}

interface QueryData {
  languages: readonly string[];
  filters: Filters;
}

type FindAll = (input: SearchInput) => Promise<SearchPage>;

/** Creates the search function. The function returns only objects that the actor may see according to their current rights. */
export function createSearch(app: App, stems: Stems): FindAll {
  const languagesOf = new Map<string, { languages: string[]; until: number }>();

  async function loadLanguages(tx: TeamTx): Promise<readonly string[]> {
    const now = app.clock.monotonic();
    const cached = languagesOf.get(tx.teamId);
    if (cached !== undefined && cached.until > now) return cached.languages;
    if (languagesOf.size > MAX_TEAMS) languagesOf.clear();
    const languages = await listLanguages(tx);
    languagesOf.set(tx.teamId, { languages, until: now + LANGUAGES_TTL_MS });
    return languages;
  }

  /** Loads the data needed to build a query: the team's languages, stems and time zone. Most of it is cached. */
  async function loadQueryData(
    { teamId, actor, filters }: SearchInput,
    tokens: readonly QueryToken[],
  ): Promise<QueryData> {
    const on = { teamId, userId: actor.userId };
    const cached = languagesOf.get(teamId);
    const hasDays = filters.from !== undefined || filters.to !== undefined;
    if (cached !== undefined && cached.until > app.clock.monotonic() && !hasDays) {
      if (stems.hasAll(listQueryStems(tokens, cached.languages)))
        return { languages: cached.languages, filters };
    }
    return await readTeam(app.db, on, async (tx) => {
      const languages = await loadLanguages(tx);
      await stems.load(tx, listQueryStems(tokens, languages));
      return { languages, filters: await placeDays(tx, actor.userId, filters) };
    });
  }

  return async (input) => {
    const { teamId, actor, text, start, limit } = input;
    const tokens = splitQuery(text);
    const { languages, filters } = await loadQueryData(input, tokens);
    const question = parseQuery(text, tokens, stems, languages);
    if (question === null) return { results: [], next: null };
    const mark = markOf(teamId);
    const titles = writeQuery(mark, question, 'titles');
    const texts = question.hasCompounds ? 'compounds' : 'texts';
    const hasParts = question.words.some((word) => word.isPart);
    const request: SearchRequest = {
      teamId,
      actor,
      text: text.trim(),
      titles,
      titlesByWord:
        question.words.length === 1
          ? [titles]
          : question.words.map((word) => writeWord(mark, word, 'titles')),
      isShort: question.isShort,
      writeTexts: (mentions) => writeQuery(mark, question, texts, mentions),
      compounds: question.hasCompounds || !hasParts ? null : writeQuery(mark, question, 'compounds'),
      filters,
      now: app.clock.now(),
    };
    const { matches, next, mentioned } = await findMatches(app.db, request, start, limit);
    const isFew = start === null && next === null && matches.length < Math.min(FEW, limit);
    const near = isFew ? await findWithTypos(app, request, question, limit - matches.length) : [];
    const shown = new Set([...matches, ...near].map(keyOf));
    const others = mentioned.filter((one) => !shown.has(keyOf(one)));
    // Read the hits with the rights of the request because matches come from the index, which may be stale.
    const hits = await readTeam(app.db, { teamId, userId: actor.userId }, (tx) =>
      commitWith(() => readHits(tx, actor, [...matches, ...near, ...others])),
    );
    const shownTitles = new Map(hits.filter((hit) => hit.isInSight).map((hit) => [keyOf(hit), hit.title]));
    const names = new Map(
      mentioned.map((one) => [mentionOf(one.kind, one.id, one.key) ?? '', shownTitles.get(keyOf(one)) ?? '']),
    );
    const exact = new Set(matches.map(keyOf));
    const results = hits
      .filter((hit) => hit.isInSight && shown.has(keyOf(hit)))
      .map((hit) => ({ ...hit, body: nameMentions(hit.body, names) }))
      .map((hit) => show(hit, question, !exact.has(keyOf(hit))));
    return { results: results.filter((one) => one !== null), next };
  };
}

function keyOf({ kind, id }: Pick<Match, 'kind' | 'id'>): string {
  return `${kind} ${id}`;
}

/** Verifies a fuzzy match against the text because different words may share the hash of a deletion variant. */
function hasAll({ title, body }: Hit, words: readonly QueryWord[]): boolean {
  return words.every(
    (word) => markWords(title, [word], true).length > 0 || excerpt(body, [word]).line !== null,
  );
}

async function placeDays(
  tx: TeamTx,
  userId: string,
  { from, to, timeZone, ...filters }: SearchInput['filters'],
): Promise<Filters> {
  if (from === undefined && to === undefined) return filters;
  const zone = timeZone ?? (await readOwnZone(tx, userId)) ?? 'UTC';
  return {
    ...filters,
    since: from === undefined ? undefined : startOfDay(from, zone),
    before: to === undefined || to === LAST_DAY ? undefined : startOfDay(addDays(to, 1), zone),
  };
}

async function findWithTypos(
  app: App,
  request: SearchRequest,
  { words, isShort, hasCompounds }: Query,
  limit: number,
): Promise<Match[]> {
  const mark = markOf(request.teamId);
  const input = words.map((word) => ({
    query: writeWord(mark, word, hasCompounds ? 'compounds' : 'texts'),
    gaps: word.isUnspaced ? [] : listGaps(mark, word.folded),
  }));
  if (isShort || input.every(({ gaps }) => gaps.length === 0)) return [];
  return await findNearMatches(app.db, request, input, limit);
}

function show(hit: Hit, { words }: Query, isLoose: boolean): SearchResult | null {
  if (isLoose && !hasAll(hit, words)) return null;
  const { snippet, marks, line } = excerpt(hit.body, words);
  const blockId = line === null ? null : (hit.blocks?.[line] ?? null);
  return {
    kind: hit.kind,
    id: hit.id,
    title: hit.title,
    snippet,
    score: Math.round(hit.score * 10_000) / 10_000,
    ...(blockId === null ? {} : { blockId }),
    ...(hit.kind === 'comment' && hit.subjectId !== null ? { taskId: hit.subjectId } : {}),
    projectId: hit.projectId,
    author: hit.author,
    path: hit.path,
    at: hit.at,
    marks: { title: markWords(hit.title, words, isLoose), snippet: marks },
  };
}
