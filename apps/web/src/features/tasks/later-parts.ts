import { bringRecipes } from '#platform/sync/index.ts';
import { comeLater, comeLaterDialog, comeLaterFor } from '#ui/later.tsx';
import { EarlyAddField } from './early-add-field.tsx';

export { SaveTemplateDialog } from './template-later.ts';
export const TemplateDialogs = comeLaterFor(
  async () => (await import('./template-dialogs.tsx')).TemplateDialogs,
);

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
/** What was closed too long ago to be here: in young teams there is nothing of it. */
export const ShowOlder = comeLater(async () => (await import('./show-older.tsx')).ShowOlder);
export const TaskCalendar = comeLater(async () => (await import('./calendar.tsx')).TaskCalendar);
export const TaskTimeline = comeLater(async () => (await import('./timeline.tsx')).TaskTimeline);
export const TaskWorkload = comeLater(async () => (await import('./workload.tsx')).TaskWorkload);
export const TaskTable = comeLater(async () => (await import('./table.tsx')).TaskTable);
export const ProjectCycles = comeLater(async () => (await import('./project-cycles.tsx')).ProjectCycles);
const limits = () => import('./limit-parts.ts');
/** Until it is here the number stands there without what it is measured against. */
export const LimitedCount = comeLater(
  async () => (await limits()).LimitedCount,
  ({ children }) => children,
);
export const ColumnLimit = comeLaterFor(async () => (await limits()).ColumnLimit);
export const LimitWatch = comeLaterFor(async () => (await limits()).LimitWatch);
/** Of the few projects that have one. */
export const TriageTab = comeLater(async () => (await limits()).TriageTab);
export const ReminderNotices = comeLater(
  async () => (await import('./reminder-notices.tsx')).ReminderNotices,
);
export const TimerPill = comeLater(async () => (await import('./timer-pill.tsx')).TimerPill);
bringRecipes(() => import('./recipes.ts'));
