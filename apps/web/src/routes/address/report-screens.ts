import type { AnyRouter } from '@tanstack/react-router';
import { reportScreen } from '#platform/usage/screen-views.ts';

/** Reports each screen change by its route. Opening a panel over a screen does not count. */
export function reportScreens(router: AnyRouter): void {
  router.subscribe('onResolved', ({ pathChanged, toLocation }) => {
    if (!pathChanged) return;
    const match = router.state.matches.at(-1);
    if (match === undefined) return;
    // If no route matches, the nearest ancestor renders the not-found page.
    const isWhole = trimSlash(match.pathname) === trimSlash(toLocation.pathname);
    reportScreen(isWhole ? match.fullPath : 'not-found');
  });
}

function trimSlash(path: string): string {
  return path.replace(/\/$/, '');
}
