import { bringRecipes } from '#platform/sync/index.ts';
import { comeLater, comeLaterDialog, comeLaterFor } from '#ui/lazy/later.tsx';

export { LimitWatch } from '#features/tasks/statuses/limits.lazy.ts';
export { SaveTemplateDialog } from '#features/tasks/templates/template-later.ts';
export const TemplateDialogs = comeLaterFor(
  async () => (await import('#features/tasks/templates/template-dialogs.tsx')).TemplateDialogs,
);

// What is opened over a screen of tasks: the first board is painted without it.
export const TaskPanel = comeLater(
  // With all that stands in it: its lower half would come after its head.
  async () => {
    const [{ TaskPanel }] = await Promise.all([
      import('#features/tasks/panel/task-panel.tsx'),
      import('#features/tasks/panel/task-structure.tsx'),
      import('#features/tasks/history/task-activity.tsx'),
    ]);
    return TaskPanel;
  },
);
export const NewTaskDialog = comeLaterDialog(
  async () => (await import('#features/tasks/quick-add/new-task-dialog.tsx')).NewTaskDialog,
);
export const TaskCalendar = comeLater(
  async () => (await import('#features/tasks/calendar/calendar.tsx')).TaskCalendar,
);
export const TaskTimeline = comeLater(
  async () => (await import('#features/tasks/timeline/timeline.tsx')).TaskTimeline,
);
export const TaskWorkload = comeLater(
  async () => (await import('#features/tasks/workload/workload.tsx')).TaskWorkload,
);
export const TaskTable = comeLater(async () => (await import('#features/tasks/table/table.tsx')).TaskTable);
export const ProjectCycles = comeLater(
  async () => (await import('#features/tasks/project-cycles/project-cycles.tsx')).ProjectCycles,
);
/** Of the few projects that have one. */
export const TriageTab = comeLater(
  async () => (await import('#features/tasks/triage/triage-tab.tsx')).TriageTab,
);
bringRecipes(() => import('./recipes.ts'));
