/** Where people are, live; free of the schema library, so that the browser loads only these. */

/** A screen or task that a person has open, and the field in which they type. */
export interface PresenceLocation {
  /** Of the task, where one is open; else of the screen. */
  projectId: string | null;
  taskId: string | null;
  field: string | null;
  /** The screen under the task, as `SCREEN` has it: it may be of another project than the task. */
  screen: string | null;
  /** The colleague whose screen this one follows; only they are told. */
  follows: string | null;
}

/**
 * The address of a screen without what stands before it: '/tasks', '/projects/…/overview', with the layout or the saved
 * view. What is filtered stays out of it: a filter may name what not everybody knows of.
 */
export const SCREEN =
  /^\/(?:members|tasks(?:\/mine|\/changes)?|projects(?:\/([0-9a-f-]{36})(?:\/overview|\/cycles|\/triage)?)?)?(?:\?view=[\w-]{4,36}(?:&as=[a-z]{4,9})?)?$/;

/** Who is there, as one receiver may know it: only places that they may see themselves. */
export interface PersonHere {
  userId: string;
  /** Where they went last comes last. */
  places: PresenceLocation[];
}

/** Of one person no more is told; where they went last stays. */
export const MOST_PLACES_TOLD = 12;

/** What a browser says of its person over the feed: all their places in that browser; none = they have left. */
export interface HereFrame {
  type: 'here';
  places: PresenceLocation[];
}

/** As many tabs of one browser are told of. */
export const MOST_PLACES = 6;
/** Whoever follows somebody waits for them this long. */
export const FOLLOW_FOR_MS = 10_000;
/** Heartbeat interval of a browser's presence. */
export const HERE_EVERY_MS = 3_000;
/** Time-out of a presence. */
export const HERE_FOR_MS = 8_000;
