/** Constants for projects, kept out of the schema files to keep the schema library out of the browser. */

/** Project health, as set by its members. */
export const HEALTHS = ['onTrack', 'atRisk', 'offTrack'] as const;
export type Health = (typeof HEALTHS)[number];
