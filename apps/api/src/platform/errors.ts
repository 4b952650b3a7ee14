import {
  explainRule,
  isKeptByArchive,
  isKeptBySeat,
  VIEW_ONLY_RULE,
  type Action,
  type Actor,
  type WorkObject,
} from '@hearth/contracts/permissions/permissions';
import { ERRORS, type ErrorCode, type FieldError, type Problem } from '@hearth/contracts/core/errors';

type Extra = Pick<Problem, 'limit' | 'max' | 'used' | 'plan' | 'feature' | 'teams' | 'action'>;

/** The only error type: thrown anywhere, returned as problem+json by the HTTP layer. */
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

/** Objects that a caller may not see are reported like missing ones (no enumeration). */
export function notFound(what = 'This'): AppError {
  return new AppError('NOT_FOUND', `${what} doesn’t exist, or you don’t have access to it.`);
}

/** A rejected field, with its specific message. */
export function invalidField(path: string, message: string): AppError {
  return new AppError('INVALID_REQUEST', `${path} ${message}.`, { errors: [{ path, message }] });
}

/** Not permitted: names the action, and its rule in plain words. */
export function forbidden(action: Action): AppError {
  return new AppError('FORBIDDEN', `${explainRule(action)}.`, { action });
}

/** The content of an archived project is read-only. */
export function projectArchived(errors?: FieldError[]): AppError {
  return new AppError(
    'PROJECT_ARCHIVED',
    'This project is archived. Unarchive it to make changes.',
    errors === undefined ? {} : { errors },
  );
}

/** An archived document and its content are read-only. */
export function documentArchived(): AppError {
  return new AppError('DOCUMENT_ARCHIVED', 'This document is archived. Unarchive it to make changes.');
}

/** The reason for a refusal: the plan's seats, the archive, or else the action's rule. */
export function refusalOf(actor: Actor, action: Action, object?: WorkObject): AppError {
  if (isKeptBySeat(actor, action, object)) return new AppError('FORBIDDEN', `${VIEW_ONLY_RULE}.`, { action });
  if (!isKeptByArchive(actor, action, object)) return forbidden(action);
  return object?.isArchived === true ? documentArchived() : projectArchived();
}

/** A field of the body references something missing or invisible. @param what with article and qualification: 'a label of this team' */
export function notFoundAt(path: string, what: string): AppError {
  const message = `must be ${what}`;
  return new AppError('NOT_FOUND', `${path} ${message}.`, { errors: [{ path, message }] });
}
