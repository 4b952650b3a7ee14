import { SCREEN } from '@hearth/contracts/presence/presence-values';

export interface ShownSearch {
  view?: string | undefined;
  as?: string | undefined;
  task?: string | undefined;
}

/** Returns the screen of a URL as published to other members. Returns null if the screen cannot be followed. */
export function screenOf(pathname: string, { view, as }: ShownSearch): string | null {
  const layout = view === undefined ? '' : `?view=${view}${as === undefined ? '' : `&as=${as}`}`;
  const screen = pathname.replace(/^\/dashboard\/?/, '/') + layout;
  return SCREEN.test(screen) ? screen : null;
}
