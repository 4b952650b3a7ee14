import { bringRecipes } from '#platform/sync/index.ts';
import { comeLater, comeLaterDialog, comeLaterFor } from '#ui/later.tsx';

export { LimitWatch } from './limits.lazy.ts';
export { SaveTemplateDialog } from './template-later.ts';
export const TemplateDialogs = comeLaterFor(
  async () => (await import('./template-dialogs.tsx')).TemplateDialogs,
);

// What is opened over a screen of tasks: the first board is painted without it.
export const TaskPanel = comeLater(async () => (await import('./task-panel.tsx')).TaskPanel);
export const NewTaskDialog = comeLaterDialog(
  async () => (await import('./new-task-dialog.tsx')).NewTaskDialog,
);
export const TaskCalendar = comeLater(async () => (await import('./calendar.tsx')).TaskCalendar);
export const TaskTimeline = comeLater(async () => (await import('./timeline.tsx')).TaskTimeline);
export const TaskWorkload = comeLater(async () => (await import('./workload.tsx')).TaskWorkload);
export const TaskTable = comeLater(async () => (await import('./table.tsx')).TaskTable);
export const ProjectCycles = comeLater(async () => (await import('./project-cycles.tsx')).ProjectCycles);
/** Of the few projects that have one. */
export const TriageTab = comeLater(async () => (await import('./triage-tab.tsx')).TriageTab);
bringRecipes(() => import('./recipes.ts'));
