import { addDays } from '@hearth/contracts/core/days';
import type { SearchResult } from '@hearth/contracts/search/search';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { withTeam, type TeamTx } from '#platform/db/index.ts';
import { startOfDay } from '#platform/day-in-zone.ts';
import type { App } from '#platform/feature.ts';
import { listLanguages } from './cursors.queries.ts';
import { excerpt, markWords } from './excerpt.ts';
import { listGaps } from './gaps.ts';
import {
  cutQuestion,
  listAskedStems,
  readQuestion,
  writeQuery,
  writeWord,
  type Question,
} from './read-question.ts';
import { findEntries, findNear, readOwnZone, type Filters, type Hit } from './search.queries.ts';
import type { Stems } from './stems.ts';
import { markOf } from './vector.ts';

/** Where fewer are found, what is called nearly so is shown as well. */
const FEW = 5;
/** How long the languages of a team are taken for what they were. */
const LANGUAGES_KEPT_MS = 60_000;
const MOST_TEAMS = 10_000;
/** Of the calendar: there is none after it. */
const LAST_DAY = '9999-12-31';

interface SearchPage {
  results: SearchResult[];
  /** Where the next page begins; null = there is none. */
  next: number | null;
}

interface Days {
  from?: string | undefined;
  to?: string | undefined;
  timeZone?: string | undefined;
}

interface Asked {
  teamId: string;
  actor: Actor;
  text: string;
  filters: Omit<Filters, 'since' | 'before'> & Days;
  offset: number;
  limit: number;
}

type FindAll = (asked: Asked) => Promise<SearchPage>;

/** Finds what the actor may see, by the rights that they have at this moment. */
export function createSearch(app: App, stems: Stems): FindAll {
  const languagesOf = new Map<string, { languages: string[]; until: number }>();

  async function learnLanguages(tx: TeamTx): Promise<readonly string[]> {
    const now = app.clock.monotonic();
    const held = languagesOf.get(tx.teamId);
    if (held !== undefined && held.until > now) return held.languages;
    if (languagesOf.size > MOST_TEAMS) languagesOf.clear();
    const languages = await listLanguages(tx);
    languagesOf.set(tx.teamId, { languages, until: now + LANGUAGES_KEPT_MS });
    return languages;
  }

  return async ({ teamId, actor, text, filters: wanted, offset, limit }) => {
    const tokens = cutQuestion(text);
    return await withTeam(
      app.db,
      { teamId, userId: actor.userId },
      async (tx) => {
        const languages = await learnLanguages(tx);
        const asked = listAskedStems(tokens, languages);
        if (!stems.knows(asked)) await stems.learn(tx, asked);
        const question = readQuestion(text, tokens, stems, languages);
        if (question === null) return { results: [], next: null };
        const filters = await placeDays(tx, actor.userId, wanted);
        const query = writeQuery(markOf(teamId), question);
        const { isShort } = question;
        const found = await findEntries(
          tx,
          actor,
          { query, isShort, filters, now: app.clock.now() },
          { offset, limit },
        );
        const { hits, total } = found;
        const end = offset + hits.length;
        const near =
          offset === 0 && total < FEW ? await findSlips(tx, actor, question, query, { filters, limit }) : [];
        const results = [
          ...hits.map((hit) => show(hit, question, false)),
          ...near.slice(0, Math.max(0, limit - hits.length)).map((hit) => show(hit, question, true)),
        ];
        return { results: results.filter((one) => one !== null), next: end < total ? end : null };
      },
      { isReadOnly: true },
    );
  };
}

async function placeDays(
  tx: TeamTx,
  userId: string,
  { from, to, timeZone, ...filters }: Asked['filters'],
): Promise<Filters> {
  if (from === undefined && to === undefined) return filters;
  const zone = timeZone ?? (await readOwnZone(tx, userId)) ?? 'UTC';
  return {
    ...filters,
    since: from === undefined ? undefined : startOfDay(from, zone),
    before: to === undefined || to === LAST_DAY ? undefined : startOfDay(addDays(to, 1), zone),
  };
}

async function findSlips(
  tx: TeamTx,
  actor: Actor,
  { words, isShort }: Question,
  query: string,
  { filters, limit }: { filters: Filters; limit: number },
): Promise<Hit[]> {
  const mark = markOf(tx.teamId);
  const asked = words.map((word) => ({
    query: writeWord(mark, word),
    gaps: word.isUnspaced ? [] : listGaps(mark, word.folded),
  }));
  if (isShort || asked.every(({ gaps }) => gaps.length === 0)) return [];
  const hits = await findNear(tx, actor, { query, words: asked, filters }, limit);
  // Numbers stand for many words: it is the titles that say it.
  return hits.filter(({ title, body }) =>
    words.every((word) => markWords(title, [word], true).length > 0 || excerpt(body, [word]).line !== null),
  );
}

function show(hit: Hit, { words }: Question, isLoose: boolean): SearchResult | null {
  if (!hit.isInSight) return null;
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
    at: hit.at,
    marks: { title: markWords(hit.title, words, isLoose), snippet: marks },
  };
}
