import {
  explainRule,
  isDeniedByArchiveOnly,
  isDeniedBySeatOnly,
  VIEW_ONLY_RULE,
  type Action,
  type Actor,
  type WorkObject,
} from '@hearth/contracts/permissions/permissions';
import { ERRORS, type ErrorCode, type FieldError, type Problem } from '@hearth/contracts/core/errors';

type Extra = Pick<Problem, 'limit' | 'max' | 'used' | 'plan' | 'feature' | 'teams' | 'action'>;

/** An error with a response for the caller, as problem+json. It can be thrown anywhere. The HTTP layer converts all other errors to it. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors: FieldError[] | undefined;
  readonly extra: Extra;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    more: { errors?: FieldError[]; retryAfterSeconds?: number; cause?: unknown } & Extra = {},
  ) {
    const { errors, retryAfterSeconds, cause, ...extra } = more;
    super(`${code}: ${detail}`, { cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = detail;
    this.errors = errors;
    this.extra = extra;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  toProblem(): Problem {
    const { status, title } = ERRORS[this.code];
    return {
      type: 'about:blank',
      title,
      status,
      detail: this.detail,
      code: this.code,
      ...(this.errors === undefined ? {} : { errors: this.errors }),
      ...this.extra,
    };
  }
}

/** Objects that a caller may not see are reported like missing ones, so that ids can't be enumerated. */
export function notFound(what = 'This'): AppError {
  return new AppError('NOT_FOUND', `${what} doesn’t exist, or you don’t have access to it.`);
}

/** Creates the error for an invalid field. */
export function invalidField(path: string, message: string): AppError {
  return new AppError('INVALID_REQUEST', `${path} ${message}.`, { errors: [{ path, message }] });
}

/** Creates the error for a missing permission. It names the action and its rule in plain language. */
export function forbidden(action: Action): AppError {
  return new AppError('FORBIDDEN', `${explainRule(action)}.`, { action });
}

/** Creates the error for a change in an archived project, which is read-only. */
export function projectArchived(errors?: FieldError[]): AppError {
  return new AppError(
    'PROJECT_ARCHIVED',
    'This project is archived. Unarchive it to make changes.',
    errors === undefined ? {} : { errors },
  );
}

/** Creates the error for a change to an archived document, which is read-only. */
export function documentArchived(): AppError {
  return new AppError('DOCUMENT_ARCHIVED', 'This document is archived. Unarchive it to make changes.');
}

/**
 * Creates the error that explains why an action is not allowed: a seat limit of the plan, an archived project or document, or the rule of
 * the action.
 */
export function refusalOf(actor: Actor, action: Action, object?: WorkObject): AppError {
  if (isDeniedBySeatOnly(actor, action, object))
    return new AppError('FORBIDDEN', `${VIEW_ONLY_RULE}.`, { action });
  if (!isDeniedByArchiveOnly(actor, action, object)) return forbidden(action);
  return object?.isArchived === true ? documentArchived() : projectArchived();
}

/**
 * Creates the error for a field that refers to a missing or invisible object.
 * @param what with article and qualification: 'a label of this team'
 */
export function notFoundAt(path: string, what: string): AppError {
  const message = `must be ${what}`;
  return new AppError('NOT_FOUND', `${path} ${message}.`, { errors: [{ path, message }] });
}
