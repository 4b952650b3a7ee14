/** Constants of public project links; free of the schema library, so that the browser loads only these. */

/** Available lifetimes in days; links without expiry are possible, too. */
export const PUBLIC_LINK_DAYS = [1, 7, 30] as const;
export type PublicLinkDays = (typeof PUBLIC_LINK_DAYS)[number];
export const PUBLIC_LINK_DEFAULT_DAYS: PublicLinkDays = 30;

/**
 * Only `open` links show anything: `expired` past its lifetime, `archived` while its project is, `forbidden` while the team
 * disables public links.
 */
export const PUBLIC_LINK_STATES = ['open', 'expired', 'archived', 'forbidden'] as const;
export type PublicLinkState = (typeof PUBLIC_LINK_STATES)[number];
