import { hasVisible } from '@hearth/contracts/core/fold';
import type { SearchResult } from '@hearth/contracts/search/search';
import type { SearchKind } from '@hearth/contracts/search/search-values';
import { call } from '#platform/api/api-client.ts';
import { readerZone } from '#ui/format/reader.ts';

/** Parameters of a search request. */
export interface SearchQuestion {
  q: string;
  kind?: SearchKind | undefined;
  /** User id of the creator. */
  author?: string | undefined;
  project?: string | undefined;
  /** Date range of the last change, both days inclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface SearchPage {
  results: SearchResult[];
  nextCursor: string | null;
}

interface PageOptions {
  limit: number;
  cursor?: string | null;
  signal?: AbortSignal | undefined;
  /** Overrides the timeout. */
  limitMs?: number;
}

export async function searchTeam(
  teamId: string,
  question: SearchQuestion,
  { limit, cursor, signal, limitMs }: PageOptions,
): Promise<SearchPage> {
  // The server rejects a query without visible characters.
  if (!hasVisible(question.q)) return { results: [], nextCursor: null };
  const hasDays = question.from !== undefined || question.to !== undefined;
  return await call('GET /teams/{teamId}/search', {
    params: { teamId },
    query: {
      ...dropEmptyFields(question),
      limit,
      // The days refer to the reader's time zone.
      ...(hasDays ? { timeZone: readerZone() } : {}),
      ...(typeof cursor === 'string' ? { cursor } : {}),
    },
    ...(signal === undefined ? {} : { signal }),
    ...(limitMs === undefined ? {} : { limitMs }),
  });
}

function dropEmptyFields(question: SearchQuestion): SearchQuestion {
  return Object.fromEntries(
    Object.entries(question).filter(([, value]) => value !== undefined),
  ) as unknown as SearchQuestion;
}
