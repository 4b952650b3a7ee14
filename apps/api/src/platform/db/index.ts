export type { Db, DatabaseNotice } from './transactions/database.ts';
export { renewEpoch } from './transactions/log-epoch.ts';
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
} from './driver/errors.ts';
export { type DatabaseSettings, openDatabase } from './open-database.ts';
export { MoveError, type MovedTable, moveDatabase } from './upkeep/move.ts';
export { assertHealthy, assertRowSecurity } from './upkeep/row-security.ts';
export type { DbSchema } from './tables/schema.ts';
export {
  currentGuard,
  markActDone,
  runGuarded,
  type Standing,
  type StandingGuard,
} from './driver/standing.ts';
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
} from './transactions/transactions.ts';
