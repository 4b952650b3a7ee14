/** Constants of projects; free of the schema library, so that the browser loads only these. */

/** Project health, as set by its members. */
export const HEALTHS = ['onTrack', 'atRisk', 'offTrack'] as const;
export type Health = (typeof HEALTHS)[number];
