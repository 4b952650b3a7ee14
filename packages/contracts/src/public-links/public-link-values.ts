/** How public links of projects live; free of the schema library, so that the browser loads only these. */

/** Days that one may be made for; a link may also be made without an end. */
export const PUBLIC_LINK_DAYS = [1, 7, 30] as const;
export type PublicLinkDays = (typeof PUBLIC_LINK_DAYS)[number];
export const PUBLIC_LINK_DEFAULT_DAYS: PublicLinkDays = 30;

/**
 * Whether it shows anything: `expired` past its time, `archived` while its project is, `forbidden` while the team allows
 * no public links.
 */
export const PUBLIC_LINK_STATES = ['open', 'expired', 'archived', 'forbidden'] as const;
export type PublicLinkState = (typeof PUBLIC_LINK_STATES)[number];
