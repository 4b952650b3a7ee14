/** Constants for accounts, kept out of the schema files to keep the schema library out of the browser. */

/** Displayed name of users with a deleted account. */
export const FORMER_MEMBER = 'Former member';

/** Maximum age, in seconds, of a sign-in that counts as recent authentication. */
export const FRESH_SIGN_IN_SECONDS = 60 * 60;

/** Days between the request to delete an account and its deletion. The request can be cancelled until then. */
export const ACCOUNT_KEPT_DAYS = 14;

/** Accepted types and sizes of profile images. They are displayed as a square with this many pixels per side. */
export const PICTURE = {
  types: ['image/png', 'image/jpeg', 'image/webp'],
  maxBytes: 2 * 1024 * 1024,
  maxPixels: 40_000_000,
  side: 256,
} as const;
