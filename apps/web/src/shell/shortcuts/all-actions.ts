import { askAssistant } from '#features/assistant/index.ts';
import { documentKeys } from '#features/documents/editor/tools/document-keys.ts';
import { documentActions } from '#features/documents/model/documents.actions.ts';
import { favouriteActions } from '#features/favourites/index.ts';
import { inviteActions } from '#features/invites/index.ts';
import { newProjectFromTemplate, projectActions } from '#features/projects/index.ts';
import {
  boardKeys,
  calendarKeys,
  editorKeys,
  putBackAction,
  setCoverAction,
  tableKeys,
  taskActions,
  templateActions,
  timeActions,
  timelineKeys,
  triageActions,
  workloadKeys,
} from '#features/tasks/index.ts';
import { viewActions } from '#features/views/index.ts';
import type { Action, KeyHint } from '#platform/actions/actions.ts';
import { DESTINATIONS } from '#shell/actions/destinations.actions.ts';
import { shellActions } from '#shell/actions/shell.actions.ts';

/** Every action of the app, whether or not it is currently registered. */
export const ALL_ACTIONS: readonly Action[] = [
  ...DESTINATIONS.map(({ action }) => action),
  ...shellActions,
  askAssistant,
  ...taskActions,
  ...projectActions,
  ...templateActions,
  newProjectFromTemplate,
  setCoverAction,
  putBackAction,
  ...viewActions,
  ...favouriteActions,
  ...timeActions,
  ...triageActions,
  ...documentActions,
  ...inviteActions,
];

/** Shortcuts scoped to a card of the board. */
export const BOARD_KEYS: readonly KeyHint[] = boardKeys;
/** Shortcuts scoped to a cell of a table. */
export const TABLE_KEYS: readonly KeyHint[] = tableKeys;
export const CALENDAR_KEYS: readonly KeyHint[] = calendarKeys;
export const TIMELINE_KEYS: readonly KeyHint[] = timelineKeys;
export const WORKLOAD_KEYS: readonly KeyHint[] = workloadKeys;
export const EDITOR_KEYS: readonly KeyHint[] = editorKeys;
export const DOCUMENT_KEYS: readonly KeyHint[] = documentKeys;
