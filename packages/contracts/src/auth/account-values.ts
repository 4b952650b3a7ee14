/** The fixed values of a person's account; free of the schema library, so that the browser loads only these. */

/** What a person is called once their account is gone. */
export const FORMER_MEMBER = 'Former member';

/** Seconds since the sign-in, within which nothing asks for another one. */
export const FRESH_SIGN_IN_SECONDS = 60 * 60;

/** Days between asking for an account's deletion and the deletion; until then it can be kept. */
export const ACCOUNT_KEPT_DAYS = 14;

/** What may be handed in as a picture, and how large. It is shown as a square with this many pixels on a side. */
export const PICTURE = {
  types: ['image/png', 'image/jpeg', 'image/webp'],
  maxBytes: 2 * 1024 * 1024,
  maxPixels: 40_000_000,
  side: 256,
} as const;
