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

/** The one error type: thrown anywhere, answered as problem+json by the HTTP layer. */
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

/** What a caller may not know of is answered like what does not exist (no enumeration). */
export function notFound(what = 'This'): AppError {
  return new AppError('NOT_FOUND', `${what} doesn’t exist, or you don’t have access to it.`);
}

/** A refused field, in the field's own words. */
export function invalidField(path: string, message: string): AppError {
  return new AppError('INVALID_REQUEST', `${path} ${message}.`, { errors: [{ path, message }] });
}

/** May not do this: names the action, and its rule in plain words. */
export function forbidden(action: Action): AppError {
  return new AppError('FORBIDDEN', `${explainRule(action)}.`, { action });
}

/** What lies in an archived project is not changed. */
export function projectArchived(errors?: FieldError[]): AppError {
  return new AppError(
    'PROJECT_ARCHIVED',
    'This project is archived. Unarchive it to make changes.',
    errors === undefined ? {} : { errors },
  );
}

/** A document that is archived is not changed, nor what lies in it. */
export function documentArchived(): AppError {
  return new AppError('DOCUMENT_ARCHIVED', 'This document is archived. Unarchive it to make changes.');
}

/** Why this actor may not do this: the plan's seats, the archive, or else the rule of the action. */
export function refusalOf(actor: Actor, action: Action, object?: WorkObject): AppError {
  if (isKeptBySeat(actor, action, object)) return new AppError('FORBIDDEN', `${VIEW_ONLY_RULE}.`, { action });
  if (!isKeptByArchive(actor, action, object)) return forbidden(action);
  return object?.isArchived === true ? documentArchived() : projectArchived();
}

/** A field of the body names what is not there for the caller. @param what with its article, and what makes it one: 'a label of this team' */
export function notFoundAt(path: string, what: string): AppError {
  const message = `must be ${what}`;
  return new AppError('NOT_FOUND', `${path} ${message}.`, { errors: [{ path, message }] });
}
