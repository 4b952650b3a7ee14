import type { SharedDetails, SharedProject, SharedTask } from '@hearth/contracts/public-links/public-links';

/** Where public links lead: documents of their own, which the web server makes for each request and nobody keeps. */
export const SHARE_PATH = '/share/';

/** What the document of a public link is made from. */
export type ShareView =
  | {
      kind: 'project';
      project: SharedProject;
      tasks: readonly SharedTask[];
      /** Addresses, or null where there is none. */
      next: string | null;
      first: string | null;
    }
  | { kind: 'task'; project: SharedProject; task: SharedTask; details: SharedDetails }
  /** Nothing is shown there, whatever the reason. */
  | { kind: 'missing' }
  | { kind: 'busy' }
  | { kind: 'trouble' };

export interface SharePlace {
  /** The address of the project: `/share/<token>`. */
  path: string;
  /** What goes on to each address from here: a language that was asked for, or nothing. */
  query: string;
}
