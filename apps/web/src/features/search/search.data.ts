import type { SearchResult } from '@hearth/contracts/search/search';
import type { SearchKind } from '@hearth/contracts/search/search-values';
import { call } from '#platform/api/api-client.ts';
import { readerZone } from '#ui/format/reader.ts';

/** What is asked of the server. */
export interface SearchQuestion {
  q: string;
  kind?: SearchKind | undefined;
  /** Who made it. */
  author?: string | undefined;
  project?: string | undefined;
  /** Changed on this day or later, and on that or earlier. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface SearchPage {
  results: SearchResult[];
  nextCursor: string | null;
}

interface Way {
  limit: number;
  cursor?: string | null;
  signal?: AbortSignal | undefined;
  /** Another time-out. */
  limitMs?: number;
}

export async function searchTeam(
  teamId: string,
  question: SearchQuestion,
  { limit, cursor, signal, limitMs }: Way,
): Promise<SearchPage> {
  const hasDays = question.from !== undefined || question.to !== undefined;
  return await call('GET /teams/{teamId}/search', {
    params: { teamId },
    query: {
      ...dropUnsaid(question),
      limit,
      // The days are those that the reader sees.
      ...(hasDays ? { timeZone: readerZone() } : {}),
      ...(typeof cursor === 'string' ? { cursor } : {}),
    },
    ...(signal === undefined ? {} : { signal }),
    ...(limitMs === undefined ? {} : { limitMs }),
  });
}

function dropUnsaid(question: SearchQuestion): SearchQuestion {
  return Object.fromEntries(
    Object.entries(question).filter(([, value]) => value !== undefined),
  ) as unknown as SearchQuestion;
}
