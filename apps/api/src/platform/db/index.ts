export type { Db } from './transactions/database.ts';
export { renewEpoch } from './transactions/log-epoch.ts';
export {
  DatabaseFolderError,
  DatabaseFullError,
  DatabaseUnavailableError,
  MigrationError,
  NestedDatabaseUseError,
  passFullDisk,
  RepeatedRequestError,
  RetryableConflictError,
  RowSecurityError,
  AuthorizationLostError,
  TooManyRowsError,
} from './driver/errors.ts';
export { type DatabaseSettings, openDatabase } from './open-database.ts';
export { moveDatabase } from './maintenance/move.ts';
export { assertHealthy, assertRowSecurity } from './maintenance/row-security.ts';
export {
  currentGuard,
  markActDone,
  runGuarded,
  runUnguarded,
  type Standing,
  type StandingGuard,
} from './driver/standing.ts';
export {
  type AnyTx,
  asOwner,
  type OwnerTx,
  commitWith,
  joinTeam,
  readTeam,
  type SearchTx,
  sendAhead,
  type ShareTx,
  type SystemTx,
  type TeamTx,
  type UserTx,
  withSearch,
  withShare,
  withSystem,
  withTeam,
  withUser,
} from './transactions/transactions.ts';
