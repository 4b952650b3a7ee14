/** Constants for projects, kept out of the schema files so that the browser does not load the schema library. */

/** Project health, as set by its members. */
export const HEALTHS = ['onTrack', 'atRisk', 'offTrack'] as const;
export type Health = (typeof HEALTHS)[number];
