import { bringRecipes } from '#platform/sync/index.ts';
import { comeLater, comeLaterDialog } from '#ui/later.tsx';
import { EarlyAddField } from './early-add-field.tsx';

// What is opened over a screen of tasks: the first board is painted without it.
export const TaskPanel = comeLater(async () => (await import('./task-panel.tsx')).TaskPanel);
export const NewTaskDialog = comeLaterDialog(
  async () => (await import('./new-task-dialog.tsx')).NewTaskDialog,
);
export const MoveDialog = comeLaterDialog(async () => (await import('./move-dialog.tsx')).MoveDialog);
export const QuickAddField = comeLater(
  async () => (await import('./quick-add-field.tsx')).QuickAddField,
  EarlyAddField,
);
export const TaskCalendar = comeLater(async () => (await import('./calendar.tsx')).TaskCalendar);
export const TaskTimeline = comeLater(async () => (await import('./timeline.tsx')).TaskTimeline);
export const TaskTable = comeLater(async () => (await import('./table.tsx')).TaskTable);
export const ProjectCycles = comeLater(async () => (await import('./project-cycles.tsx')).ProjectCycles);
bringRecipes(() => import('./recipes.ts'));
