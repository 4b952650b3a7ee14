import type { Action } from './permissions.ts';

/**
 * Every error code that the API answers with: its HTTP status and what it means.
 * `code` is what programs read; the text is for people.
 */
export const ERRORS = {
  INVALID_REQUEST: { status: 400, title: 'The request is not valid' },
  UNAUTHENTICATED: { status: 401, title: 'Sign in first' },
  TOKEN_EXPIRED: { status: 401, title: 'The session has run out' },
  PLAN_LIMIT_REACHED: { status: 402, title: 'The plan has no room for more' },
  PLAN_REQUIRED: { status: 402, title: 'This needs a paid plan' },
  FORBIDDEN: { status: 403, title: 'Not allowed' },
  ORIGIN_NOT_ALLOWED: { status: 403, title: 'This origin may not make changes' },
  REAUTH_REQUIRED: { status: 403, title: 'Sign in again to do this' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  REQUEST_TIMEOUT: { status: 408, title: 'The request came too slowly' },
  CONFLICT: { status: 409, title: 'This conflicts with what is there' },
  LAST_OWNER: { status: 409, title: 'A team keeps at least one owner' },
  INVITE_EXPIRED: { status: 410, title: 'This invite has expired' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The body is not of a kind that is taken here' },
  CIRCULAR: { status: 422, title: 'This would go round in a circle' },
  TOO_DEEP: { status: 422, title: 'This would be too many levels' },
  PROJECT_ARCHIVED: { status: 422, title: 'This project is archived' },
  INVALID_STATE: { status: 422, title: 'Not possible in this state' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  INTERNAL: { status: 500, title: 'Something went wrong on our side' },
  UNAVAILABLE: { status: 503, title: 'Not available right now' },
  STORAGE_FULL: { status: 507, title: 'There is no room left' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** One field that is wrong, in the words of the field. `path` is dotted: `assigneeIds.0`. */
export interface FieldError {
  path: string;
  message: string;
}

/** The body of every refusal: RFC 9457 `application/problem+json` with our `code`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ErrorCode;
  errors?: FieldError[];
  limit?: string;
  max?: number;
  used?: number;
  plan?: string;
  feature?: string;
  /** With FORBIDDEN: what was not allowed, where a rule of this name says who may. */
  action?: Action;
  /** The teams that stand in the way. */
  teams?: { _id: string; name: string }[];
}
