import { toPrerenderedPath } from '#platform/page/prerendered.ts';
import { reportScreen } from '#platform/usage/screen-views.ts';

/** Tells of this document as of a screen, where the installation measures and this browser's person has agreed. */
export function reportPage(): void {
  const path = toPrerenderedPath(location.pathname);
  if (path === null) return;
  try {
    reportScreen(path);
  } catch {
    // Where storage is forbidden, nobody has agreed.
  }
}
