import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { findByShortcut, listOffers, offerAction } from '#platform/actions/actions.ts';
import { listenToKeys } from '#platform/actions/keys.ts';
import { isMac } from '#ui/keyboard/keys.tsx';
import { whenPrefetched } from '#ui/lazy/lazy-parts.tsx';
import { keysOf } from '#ui/keyboard/shortcut-registry.ts';
import { useDestinations } from '#shell/actions/destinations.actions.ts';

/** Handles shortcuts from the first paint of the frame, before the team's rows are loaded. Registers the navigation targets. */
export function useShellKeys(): void {
  const router = useRouter();
  const destinations = useDestinations();

  useLayoutEffect(
    () =>
      listenToKeys(
        {
          shortcuts: () => listOffers().flatMap(({ action }) => keysOf(action)),
          run: (shortcut) => findByShortcut(shortcut)?.run(),
          isEverywhere: (shortcut) => findByShortcut(shortcut)?.action.isEverywhere === true,
          whenMore: whenPrefetched,
        },
        isMac,
      ),
    [],
  );

  useEffect(() => {
    const stops = destinations.map(({ action, to }) =>
      offerAction(action, () => void router.navigate({ to, search: {} })),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [router, destinations]);
}
