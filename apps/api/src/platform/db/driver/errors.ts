/** The database cannot serve this call now; the HTTP layer answers 503 and the caller may try again. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** A statement, a wait for a lock or an idle transaction ran past its deadline. Whether a commit took effect is not known. */
export class DatabaseTimeoutError extends DatabaseUnavailableError {
  override name = 'DatabaseTimeoutError';
}

/** A lock did not come free in time. The transaction was rolled back: nothing took effect. */
export class LockTimeoutError extends DatabaseTimeoutError {
  override name = 'LockTimeoutError';
}

/** Nested transaction: on one connection it would deadlock with itself. */
export class NestedDatabaseUseError extends Error {
  override name = 'NestedDatabaseUseError';
  constructor() {
    super('The database was used from outside while a transaction is open: pass the transaction on instead.');
  }
}

/** The disk of the database is full: it reads, and writes nothing. */
export class DatabaseFullError extends DatabaseUnavailableError {
  override name = 'DatabaseFullError';
}

/**
 * What the request was let in with (session, rights, the place of its task) holds no longer. Nothing took effect; it is to
 * be judged again.
 */
export class StandingLostError extends Error {
  override name = 'StandingLostError';
}

/**
 * What a statement found held no longer when it was looked at again in the same transaction, as if PostgreSQL had failed to
 * serialize it; its code is that of such a failure (PostgreSQL, appendix A). The transaction is to run anew.
 */
export class RetryableConflictError extends Error {
  override name = 'RetryableConflictError';
  readonly code = '40001';
}

/** A query answered with more rows than any page needs. */
export class TooManyRowsError extends Error {
  override name = 'TooManyRowsError';
  constructor(limit: number) {
    super(`A query returned more than ${limit} rows. Add a limit, or stream it.`);
  }
}

/** The database folder belongs to another running process, or cannot be opened. Nothing has been changed in it. */
export class DatabaseFolderError extends Error {
  override name = 'DatabaseFolderError';
}

/** The migrations on disk and those recorded in the database do not fit together. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** The runtime role could get past row level security, or a team's table is not protected by it. */
export class RowSecurityError extends Error {
  override name = 'RowSecurityError';
}

function readCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** For a best-effort write: reading goes on while the disk is full. */
export function passFullDisk(error: unknown): void {
  if (!(error instanceof DatabaseFullError)) throw error;
}

/**
 * Serialization failures and deadlocks, which PostgreSQL resolves by asking the client to retry the
 * transaction.
 */
export function isRetryableConflict(error: unknown): boolean {
  const code = readCode(error);
  return code === '40001' || code === '40P01' || isStatementLost(error);
}

/**
 * A prepared statement is invalid: a migration changed what it gives, or a pooler handed the transaction to a
 * connection that never saw it. On another connection it is prepared anew.
 */
export function isStatementLost(error: unknown): boolean {
  const code = readCode(error);
  const message = error instanceof Error ? error.message : '';
  return code === '26000' || (code === '0A000' && message.startsWith('cached plan'));
}

const LOCK_TIMEOUT_CODE = '55P03';
/** Raised by `assert_standing` and `same_rights`. */
const STANDING_LOST_CODE = 'HR001';
const DISK_FULL_CODES = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const TIMEOUT_CODES = new Set(['57014', '25P03']);
// 08xxx connection, 53xxx resources, 57P0x shutdown; the others come from Node's sockets.
const UNAVAILABLE_CODE = /^(08|53|57P0|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/;
const UNAVAILABLE_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Turns the driver's connection and time-out errors into ours; everything else is returned as it is. */
export function translateError(error: unknown): unknown {
  if (error instanceof DatabaseUnavailableError) return error;
  const code = readCode(error);
  if (code === STANDING_LOST_CODE)
    return new StandingLostError('What the request was let in with holds no longer.', { cause: error });
  if (code === LOCK_TIMEOUT_CODE)
    return new LockTimeoutError('The database was held by others for too long.', { cause: error });
  if (TIMEOUT_CODES.has(code))
    return new DatabaseTimeoutError('The database took too long.', { cause: error });
  if (DISK_FULL_CODES.has(code))
    return new DatabaseFullError('The disk of the database is full.', { cause: error });
  const message = error instanceof Error ? error.message : '';
  if (UNAVAILABLE_CODE.test(code) || UNAVAILABLE_MESSAGE.test(message)) {
    return new DatabaseUnavailableError('The database is not available.', { cause: error });
  }
  return error;
}
