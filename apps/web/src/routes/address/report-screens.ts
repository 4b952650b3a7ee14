import type { AnyRouter } from '@tanstack/react-router';
import { reportScreen } from '#platform/usage/screen-views.ts';

/** Tells of each change of screen by the route that shows it. A panel that opens over a screen is no change. */
export function reportScreens(router: AnyRouter): void {
  router.subscribe('onResolved', ({ pathChanged, toLocation }) => {
    if (!pathChanged) return;
    const match = router.state.matches.at(-1);
    if (match === undefined) return;
    // Where no route fits, the nearest one above shows that there is nothing.
    const isWhole = trimSlash(match.pathname) === trimSlash(toLocation.pathname);
    reportScreen(isWhole ? match.fullPath : 'not-found');
  });
}

function trimSlash(path: string): string {
  return path.replace(/\/$/, '');
}
