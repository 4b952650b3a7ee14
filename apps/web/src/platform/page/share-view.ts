import type { SharedDetails, SharedProject, SharedTask } from '@hearth/contracts/public-links/public-links';

/** Path prefix of public links: standalone documents that the web server renders for each request and never caches. */
export const SHARE_PATH = '/share/';

/** The data of a public link's document. */
export type ShareView =
  | {
      kind: 'project';
      project: SharedProject;
      tasks: readonly SharedTask[];
      /** URL of the next page. Null on the last page. */
      next: string | null;
      first: string | null;
    }
  | { kind: 'task'; project: SharedProject; task: SharedTask; details: SharedDetails }
  /** Nothing to show. The reason is not disclosed. */
  | { kind: 'missing' }
  | { kind: 'busy' }
  | { kind: 'trouble' };

export interface ShareLocation {
  /** The project's URL: `/share/<token>`. */
  path: string;
  /** Query string for the links of this page: the requested language, or empty. */
  query: string;
}
