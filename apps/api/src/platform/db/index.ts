export type { Db, DatabaseNotice } from './database.ts';
export {
  DatabaseFolderError,
  DatabaseTimeoutError,
  DatabaseUnavailableError,
  MigrationError,
  NestedDatabaseUseError,
  RowSecurityError,
  TooManyRowsError,
} from './errors.ts';
export { type DatabaseSettings, openDatabase } from './open-database.ts';
export { MoveError, type MovedTable, moveDatabase } from './move.ts';
export { assertHealthy, assertRowSecurity } from './row-security.ts';
export type { DbSchema } from './schema.ts';
export {
  type AnyTx,
  asOwner,
  type OwnerTx,
  runLast,
  type ShareTx,
  type SystemTx,
  type TeamTx,
  type TransactionOptions,
  type UserTx,
  withShare,
  withSystem,
  withTeam,
  withUser,
} from './transactions.ts';
