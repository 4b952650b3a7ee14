/** The database can't serve this call now. The HTTP layer responds with 503, and the caller may retry. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** A statement, lock wait or idle transaction exceeded its deadline. Whether a commit took effect is unknown. */
export class DatabaseTimeoutError extends DatabaseUnavailableError {
  override name = 'DatabaseTimeoutError';
}

/** A lock timeout. The transaction was rolled back, so nothing took effect. */
export class LockTimeoutError extends DatabaseTimeoutError {
  override name = 'LockTimeoutError';
}

/** A nested transaction. On a single connection it would deadlock with itself. */
export class NestedDatabaseUseError extends Error {
  override name = 'NestedDatabaseUseError';
  constructor() {
    super('The database was used outside the open transaction: pass the transaction instead.');
  }
}

/** The database's disk is full. Reads still work, but writes fail. */
export class DatabaseFullError extends DatabaseUnavailableError {
  override name = 'DatabaseFullError';
}

/**
 * The standing under which the request was authorized (session, permissions, location of its task) is no longer current.
 * Nothing took effect, and the request must be authorized again.
 */
export class AuthorizationLostError extends Error {
  override name = 'AuthorizationLostError';
}

/** The same request was answered before or is in flight. Nothing took effect. */
export class RepeatedRequestError extends Error {
  override name = 'RepeatedRequestError';
}

/**
 * The result of an earlier statement was stale when checked again in the same transaction. Equivalent to a serialization
 * failure, with the same code (PostgreSQL, appendix A): the transaction must be retried.
 */
export class RetryableConflictError extends Error {
  override name = 'RetryableConflictError';
  readonly code = '40001';
}

/** A query returned more rows than any page needs. */
export class TooManyRowsError extends Error {
  override name = 'TooManyRowsError';
  constructor(limit: number) {
    super(`A query returned more than ${limit} rows. Add a limit, or stream it.`);
  }
}

/** The database folder belongs to another running process, or cannot be opened. Nothing in it was changed. */
export class DatabaseFolderError extends Error {
  override name = 'DatabaseFolderError';
}

/** The migrations on disk do not match those recorded in the database. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** A role is missing or has too many privileges, or row-level security is missing or can be bypassed. */
export class RowSecurityError extends Error {
  override name = 'RowSecurityError';
}

function readCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Ignores a full disk. For best-effort writes, because reads must keep working. */
export function passFullDisk(error: unknown): void {
  if (!(error instanceof DatabaseFullError)) throw error;
}

/** Whether the error is a serialization failure, a deadlock or a lost prepared statement, after which the transaction must be retried. */
export function isRetryableConflict(error: unknown): boolean {
  const code = readCode(error);
  return code === '40001' || code === '40P01' || isStatementLost(error);
}

/**
 * Whether a prepared statement is invalid: a migration changed its result type, or a pooler assigned the transaction to a
 * connection that has not prepared it. A retry prepares it again.
 */
export function isStatementLost(error: unknown): boolean {
  const code = readCode(error);
  const message = error instanceof Error ? error.message : '';
  return code === '26000' || (code === '0A000' && message.startsWith('cached plan'));
}

const LOCK_TIMEOUT_CODE = '55P03';
/** Raised by `assert_standing` and `same_rights`. */
const STANDING_LOST_CODE = 'HR001';
/** Raised by `assert_first_attempt`. */
const REPEATED_CODE = 'HR002';
const DISK_FULL_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const TIMEOUT_CODES = new Set(['57014', '25P03']);
// 08xxx connection errors, 53xxx insufficient resources, 57P0x shutdown. The remaining codes come from Node's sockets.
const UNAVAILABLE_CODE = /^(08|53|57P0|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/;
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Translates errors of the driver to the error types above. Returns all other errors unchanged. */
export function translateError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailableError) return error;
  const code = readCode(error);
  if (code === STANDING_LOST_CODE)
    return new AuthorizationLostError('The request’s authorization is no longer valid.', { cause: error });
  if (code === REPEATED_CODE)
    return new RepeatedRequestError('The request was sent before.', { cause: error });
  if (code === LOCK_TIMEOUT_CODE)
    return new LockTimeoutError('Timed out waiting for a lock.', { cause: error });
  if (TIMEOUT_CODES.has(code)) return new DatabaseTimeoutError('The database timed out.', { cause: error });
  if (DISK_FULL_CODES.has(code))
    return new DatabaseFullError('The disk of the database is full.', { cause: error });
  const message = error instanceof Error ? error.message : '';
  if (UNAVAILABLE_CODE.test(code) || UNAVAILABLE_MESSAGE.test(message)) {
    return new DatabaseUnavailableError('The database is not available.', { cause: error });
  }
  return error;
}
