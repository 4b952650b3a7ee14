/** Constants for public project links, kept out of the schema files to keep the schema library out of the browser. */

/** Selectable lifetimes in days. Links can also have no expiry. */
export const PUBLIC_LINK_DAYS = [1, 7, 30] as const;
export type PublicLinkDays = (typeof PUBLIC_LINK_DAYS)[number];
export const PUBLIC_LINK_DEFAULT_DAYS: PublicLinkDays = 30;

/**
 * States of a link. Only `open` links show the project.
 * - expired: the lifetime is over.
 * - archived: the project is archived.
 * - forbidden: the team has disabled public links.
 */
export const PUBLIC_LINK_STATES = ['open', 'expired', 'archived', 'forbidden'] as const;
export type PublicLinkState = (typeof PUBLIC_LINK_STATES)[number];
