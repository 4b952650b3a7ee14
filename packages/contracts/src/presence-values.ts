/** Where people are, live; free of the schema library, so that the browser loads only these. */

/** A board or a task that somebody has open, and the field of it that they type in. */
export interface Place {
  projectId: string | null;
  taskId: string | null;
  field: string | null;
}

/** Who else is there, as one receiver may know it: only places that they may see themselves. */
export interface PersonHere {
  userId: string;
  places: Place[];
}

/** What a browser says of its person over the feed: all their places in that browser; none = they have left. */
export interface HereFrame {
  type: 'here';
  places: Place[];
}

/** As many tabs of one browser are told of. */
export const MOST_PLACES = 6;
/** A browser says again where its person is, this often. */
export const HERE_EVERY_MS = 3_000;
/** Whoever has not been heard of for so long has left. */
export const HERE_FOR_MS = 8_000;
