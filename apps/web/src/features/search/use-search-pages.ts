import { useEffect, useEffectEvent, useState } from 'react';
import { isTransientError } from '#platform/api/api-client.ts';
import { useRequest, type Requested } from '#platform/api/use-request.ts';
import { trackLoading } from '#platform/client-state/loading.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { useSyncStatus, useTeamStore } from '#platform/sync/index.ts';
import { explainError } from '#platform/texts/error-messages.ts';
import { searchTeam, type SearchPage, type SearchQuestion } from './search.data.ts';

const PAGE = 25;

interface SearchPages {
  /** `data` is null if the query is empty. */
  list: Requested<SearchPage | null>;
  isReadingMore: boolean;
  readMore: () => Promise<void>;
}

/** Paginated server results. Retries a transient failure after reconnecting. */
export function useSearchPages(question: SearchQuestion): SearchPages {
  const { teamId } = useTeamStore();
  const isLive = useSyncStatus() === 'live';
  const [isReadingMore, setIsReadingMore] = useState(false);
  const key = `${teamId} ${JSON.stringify(question)}`;
  const list = useRequest<SearchPage | null>(key, async (signal) =>
    question.q === '' ? null : await searchTeam(teamId, question, { limit: PAGE, signal }),
  );
  const refetch = useEffectEvent(() => {
    if (isTransientError(list.error)) list.reload();
  });
  useEffect(() => {
    if (isLive) refetch();
  }, [isLive]);

  async function readMore(): Promise<void> {
    const cursor = list.data?.nextCursor ?? null;
    if (cursor === null) return;
    setIsReadingMore(true);
    try {
      const next = await trackLoading(searchTeam(teamId, question, { limit: PAGE, cursor }));
      list.changeData(
        (now) => now && { results: addNew(now.results, next.results), nextCursor: next.nextCursor },
      );
    } catch (error) {
      showError(explainError(error));
    } finally {
      setIsReadingMore(false);
    }
  }
  return { list, isReadingMore, readMore };
}

/** Appends a page without duplicates. Items that changed in the meantime may appear on two pages. */
function addNew(known: SearchPage['results'], more: SearchPage['results']): SearchPage['results'] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...more.filter(({ id }) => !ids.has(id))];
}
