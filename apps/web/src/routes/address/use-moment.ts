import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Shows this screen as it was at a moment (an instant), or as it is (null). */
export function useMoment(): (at: string | null) => void {
  const router = useRouter();
  return useCallback(
    (at) => {
      void router.navigate({
        to: '.',
        search: (search) => ({ ...search, at: at ?? undefined }),
        replace: 'at' in router.state.location.search,
        resetScroll: false,
      });
    },
    [router],
  );
}

/** An instant that is over, as the address names it; anything else is the present. */
export function readPastMoment(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const moment = Date.parse(value);
  if (Number.isNaN(moment) || moment < 0 || moment >= Date.now()) return undefined;
  return new Date(moment).toISOString();
}
