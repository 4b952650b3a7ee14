export { openTeamInBrowser, restOpenTeams, type BrowserTeamOptions } from './browser.ts';
export { compareByPosition, seeAlong, typedText, updateCommand, updateManyCommand } from './commands.ts';
export { layFields, nestFields, readField } from './paths.ts';
export { keyAt, keysAtEnd } from './order-key.ts';
export { bringRecipes, comeBack, defineRecipe, follow, loadRecipes } from './recipes.ts';
export {
  TeamStoreProvider,
  useCanUndo,
  useGroup,
  useGroups,
  useIsPending,
  usePendingCount,
  useOpeners,
  usePeopleHere,
  useRefusals,
  useRow,
  useStepsAreComing,
  useSyncStatus,
  useTeamStore,
  useView,
} from './react.ts';
export type { MutateResult, OlderPage, TeamStore, UndoResult } from './team-store.ts';
export type {
  Command,
  Effect,
  Fields,
  Refusal,
  RowFields,
  SyncStatus,
  TaskQuery,
  WaitingFile,
} from './types.ts';
export type { TurnedRow } from './turned-rows.ts';
export type { LeftField } from './undo.ts';
export type { Lists, LiveView, View, ViewSource, ViewSpec } from './views.ts';
