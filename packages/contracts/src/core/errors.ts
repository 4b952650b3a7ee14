import type { Action } from '#permissions/permissions.ts';

/** Every error code of the API, with its HTTP status and meaning. `code` is for programs. The text is for users. */
export const ERRORS = {
  INVALID_REQUEST: { status: 400, title: 'The request isn’t valid' },
  UNAUTHENTICATED: { status: 401, title: 'Sign in to continue' },
  TOKEN_EXPIRED: { status: 401, title: 'Your session has expired' },
  PLAN_LIMIT_REACHED: { status: 402, title: 'Plan limit reached' },
  PLAN_REQUIRED: { status: 402, title: 'This needs a paid plan' },
  FORBIDDEN: { status: 403, title: 'Not allowed' },
  ORIGIN_NOT_ALLOWED: { status: 403, title: 'Changes aren’t allowed from this origin' },
  REAUTH_REQUIRED: { status: 403, title: 'Sign in again to do this' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  REQUEST_TIMEOUT: { status: 408, title: 'The request took too long' },
  CONFLICT: { status: 409, title: 'This conflicts with something that already exists' },
  LAST_OWNER: { status: 409, title: 'A team needs at least one owner' },
  INVITE_EXPIRED: { status: 410, title: 'This invite has expired' },
  PROPOSAL_EXPIRED: { status: 410, title: 'This proposal has expired' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The request is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'This content type isn’t supported' },
  CIRCULAR: { status: 422, title: 'This would create a loop' },
  TOO_DEEP: { status: 422, title: 'Too many levels' },
  PROJECT_ARCHIVED: { status: 422, title: 'This project is archived' },
  DOCUMENT_ARCHIVED: { status: 422, title: 'This document is archived' },
  INVALID_STATE: { status: 422, title: 'This isn’t possible right now' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  INTERNAL: { status: 500, title: 'Something went wrong on our side' },
  UNAVAILABLE: { status: 503, title: 'Temporarily unavailable' },
  STORAGE_FULL: { status: 507, title: 'Out of storage' },
} as const;

export type ErrorCode = keyof typeof ERRORS;

/** A validation error of one field. `path` is dotted: `assigneeIds.0`. */
export interface FieldError {
  path: string;
  message: string;
}

/** Describes the people whom a change can name, in the message of NOT_FOUND. The web app recognizes it. */
export const MEMBER_WITH_ACCESS = 'a member who can see this task';

/** The body of every error response: RFC 9457 `application/problem+json` with an additional `code`. */
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
  /** With FORBIDDEN, the denied action, if a rule of this name defines who may perform it. */
  action?: Action;
  /** Teams that block the request. */
  teams?: { _id: string; name: string }[];
}
