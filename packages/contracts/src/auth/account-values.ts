/** Constants for accounts, kept out of the schema files so that the browser does not load the schema library. */

/** Displayed name of users whose account was deleted. */
export const FORMER_MEMBER = 'Former member';

/** Maximum age of a reauthentication, in seconds. */
export const FRESH_SIGN_IN_SECONDS = 60 * 60;

/** Days between the request to delete an account and its deletion. The request can be cancelled until then. */
export const ACCOUNT_KEPT_DAYS = 14;

/** Accepted types and sizes of profile pictures. They are displayed as a square with this many pixels per side. */
export const PICTURE = {
  types: ['image/png', 'image/jpeg', 'image/webp'],
  maxBytes: 2 * 1024 * 1024,
  maxPixels: 40_000_000,
  side: 256,
} as const;
