export type { Db, DatabaseNotice } from './database.ts';
export { renewEpoch } from './log-epoch.ts';
export {
  DatabaseFolderError,
  DatabaseFullError,
  DatabaseTimeoutError,
  DatabaseUnavailableError,
  MigrationError,
  NestedDatabaseUseError,
  passFullDisk,
  RowSecurityError,
  StandingLostError,
  TooManyRowsError,
} from './errors.ts';
export { type DatabaseSettings, openDatabase } from './open-database.ts';
export { MoveError, type MovedTable, moveDatabase } from './move.ts';
export { assertHealthy, assertRowSecurity } from './row-security.ts';
export type { DbSchema } from './schema.ts';
export { currentGuard, markActDone, runGuarded, type Standing, type StandingGuard } from './standing.ts';
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
