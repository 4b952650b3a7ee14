import { toPrerenderedPath } from '#platform/page/prerendered.ts';
import { reportScreen } from '#platform/usage/screen-views.ts';

/** Reports a page view if usage is measured and the visitor has consented. */
export function reportPage(): void {
  const path = toPrerenderedPath(location.pathname);
  if (path === null) return;
  try {
    reportScreen(path);
  } catch {
    // Storage is blocked, so there is no consent.
  }
}
