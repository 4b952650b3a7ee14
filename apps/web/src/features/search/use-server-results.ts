import type { SearchResult } from '@hearth/contracts/search/search';
import { SEARCH_LENGTH } from '@hearth/contracts/search/search-values';
import { useEffect, useState } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { searchTeam } from './search.data.ts';

/** Debounce, in ms. */
const SETTLE_MS = 150;
/** Timeout for search as you type. Later results are no longer useful. */
const LIMIT_MS = 5_000;
const MAX = 8;
/** Shorter queries match only titles on this device. */
const MIN_LETTERS = 2;

interface ServerResults {
  isLoading: boolean;
  results: readonly SearchResult[];
}

const NONE: ServerResults = { isLoading: false, results: [] };
const LOADING: ServerResults = { isLoading: true, results: [] };

/** Server results for the query being typed. Empty if the request fails. */
export function useServerResults(typed: string, isEnabled: boolean): ServerResults {
  const { teamId } = useTeamStore();
  const q = typed.trim().slice(0, SEARCH_LENGTH);
  // In scripts such as Chinese, a single character can be a word.
  const isEnough = isEnabled && (q.length >= MIN_LETTERS || /[^\0-\u024f]/.test(q));
  const [answer, setAnswer] = useState<{ of: string; results: readonly SearchResult[] }>();
  useEffect(() => {
    if (!isEnough) return undefined;
    const controller = new AbortController();
    const take = (results: readonly SearchResult[]): void => {
      if (!controller.signal.aborted) setAnswer({ of: q, results });
    };
    const timer = setTimeout(() => {
      searchTeam(teamId, { q }, { limit: MAX, signal: controller.signal, limitMs: LIMIT_MS }).then(
        ({ results }) => take(results),
        () => take([]),
      );
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [teamId, q, isEnough]);
  if (!isEnough) return NONE;
  return answer?.of === q ? { isLoading: false, results: answer.results } : LOADING;
}
