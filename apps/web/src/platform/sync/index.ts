export { openTeamInBrowser } from './opening/browser.ts';
export {
  compareByPosition,
  deriveOptimistic,
  typedText,
  updateCommand,
  updateManyCommand,
} from './store/commands.ts';
export { applyFields, nestFields, readField } from './rows/paths.ts';
export { keyAt, keysAtEnd } from './rows/order-key.ts';
export { lazyRecipes, reviveAs, defineRecipe, replayRecipe, loadRecipes } from './store/recipes.ts';
export {
  TeamStoreProvider,
  useCanUndo,
  useFirstPart,
  useGroup,
  useGroups,
  useNoteDrawn,
  usePendingCount,
  useOpeners,
  usePeopleHere,
  useRefusals,
  useRow,
  useStepsAreComing,
  useSyncStatus,
  useTeamStore,
  useView,
  useWasConfirmed,
} from './store/react.ts';
export type { OlderPage, TeamStore, UndoResult } from './store/team-store.ts';
export type {
  Command,
  Effect,
  Fields,
  FirstPart,
  Refusal,
  RowFields,
  TaskQuery,
  WaitingFile,
} from './rows/types.ts';
export type { UndoneRow } from './rows/undone-rows.ts';
export type { Lists, LiveView, View, ViewSource, ViewSpec } from './rows/views.ts';
