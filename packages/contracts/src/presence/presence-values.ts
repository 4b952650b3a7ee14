/** Constants and types for presence, kept out of the schema files to keep the schema library out of the browser. */

/** An open screen or task, and the field being edited. */
export interface PresenceLocation {
  /** Project of the task, if one is open; otherwise of the screen. */
  projectId: string | null;
  taskId: string | null;
  field: string | null;
  /** Path of the screen below the task, matching `SCREEN`. Its project may differ from that of the task. */
  screen: string | null;
  /** Id of the colleague whose screen this user follows. Only sent to that colleague. */
  follows: string | null;
}

/**
 * Screen path without its prefix: '/tasks', '/projects/…/overview', with the layout or the saved view. Filters are excluded: they may refer
 * to entities hidden from other users.
 */
export const SCREEN =
  /^\/(?:members|tasks(?:\/mine|\/changes)?|projects(?:\/([0-9a-f-]{36})(?:\/overview|\/cycles|\/triage)?)?)?(?:\?view=[\w-]{4,36}(?:&as=[a-z]{4,9})?)?$/;

/** A user's presence as sent to one receiver: only the locations that the receiver may see. */
export interface PersonHere {
  userId: string;
  /** Most recent location last. */
  places: PresenceLocation[];
}

/** Maximum locations sent per user. The most recent locations are kept. */
export const MAX_SENT_LOCATIONS = 12;

/** A browser's report over the feed: all locations of its user in that browser. An empty list means that the user left. */
export interface HereFrame {
  type: 'here';
  places: PresenceLocation[];
}

/** Maximum tabs reported per browser. */
export const MAX_REPORTED_LOCATIONS = 6;
/** Following ends when the followed user has had no presence for this time, in ms. */
export const FOLLOW_FOR_MS = 10_000;
/** Heartbeat interval in ms of a browser's presence. */
export const HERE_EVERY_MS = 3_000;
/** TTL of a presence in ms. */
export const HERE_FOR_MS = 8_000;
