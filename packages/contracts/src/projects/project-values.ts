/** The fixed values of a project; free of the schema library, so that the browser loads only these. */

/** How it goes, as its people judge it. */
export const HEALTHS = ['onTrack', 'atRisk', 'offTrack'] as const;
export type Health = (typeof HEALTHS)[number];
