import type { SharedDetails, SharedProject, SharedTask } from '@hearth/contracts/public-links/public-links';

/** Path prefix of public links: standalone documents that the web server renders for each request and that are never cached. */
export const SHARE_PATH = '/share/';

/** The data of a public link's document. */
export type ShareView =
  | {
      kind: 'project';
      project: SharedProject;
      tasks: readonly SharedTask[];
      /** URLs, or null if there is no such page. */
      next: string | null;
      first: string | null;
    }
  | { kind: 'task'; project: SharedProject; task: SharedTask; details: SharedDetails }
  /** There is nothing to show, for whatever reason. */
  | { kind: 'missing' }
  | { kind: 'busy' }
  | { kind: 'trouble' };

export interface SharePlace {
  /** The URL of the project: `/share/<token>`. */
  path: string;
  /** Query appended to each link from here: a requested language, or nothing. */
  query: string;
}
