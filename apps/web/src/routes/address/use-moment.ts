import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Returns a function that shows this screen at a past timestamp, or live (null). */
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

/** Parses a past timestamp from the URL. Returns undefined (live) for any other value. */
export function readPastMoment(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const moment = Date.parse(value);
  if (Number.isNaN(moment) || moment < 0 || moment >= Date.now()) return undefined;
  return new Date(moment).toISOString();
}
