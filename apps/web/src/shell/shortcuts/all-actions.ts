import { askAssistant } from '#features/assistant/index.ts';
import { documentActions } from '#features/documents/model/documents.actions.ts';
import { favouriteActions } from '#features/favourites/index.ts';
import { inviteActions } from '#features/invites/index.ts';
import { newProjectFromTemplate, projectActions } from '#features/projects/index.ts';
import {
  putBackAction,
  setCoverAction,
  taskActions,
  templateActions,
  timeActions,
  triageActions,
} from '#features/tasks/index.ts';
import { viewActions } from '#features/views/index.ts';
import type { Action } from '#platform/actions/actions.ts';
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
