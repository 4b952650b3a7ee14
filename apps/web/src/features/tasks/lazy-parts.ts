import { lazyRecipes } from '#platform/sync/index.ts';
import { lazyOnIntent, lazyDialog, lazyOnIntentFor } from '#ui/lazy/lazy-parts.tsx';

export { LimitWatch } from '#features/tasks/statuses/limits.lazy.ts';
export { SaveTemplateDialog } from './templates/templates.lazy.ts';
export const TemplateDialogs = lazyOnIntentFor(
  async () => (await import('#features/tasks/templates/template-dialogs.tsx')).TemplateDialogs,
);

// Lazy-loaded dialogs, panels and task views.
export const TaskPanel = lazyOnIntent(
  // Load all components of the panel together so that its lower half does not render after its header.
  async () => {
    const [{ TaskPanel }] = await Promise.all([
      import('#features/tasks/panel/task-panel.tsx'),
      import('#features/tasks/panel/task-structure.tsx'),
      import('#features/tasks/history/task-activity.tsx'),
    ]);
    return TaskPanel;
  },
);
export const NewTaskDialog = lazyDialog(
  async () => (await import('#features/tasks/quick-add/new-task-dialog.tsx')).NewTaskDialog,
);
export const TaskCalendar = lazyOnIntent(
  async () => (await import('#features/tasks/calendar/calendar.tsx')).TaskCalendar,
);
export const TaskTimeline = lazyOnIntent(
  async () => (await import('#features/tasks/timeline/timeline.tsx')).TaskTimeline,
);
export const TaskWorkload = lazyOnIntent(
  async () => (await import('#features/tasks/workload/workload.tsx')).TaskWorkload,
);
export const TaskTable = lazyOnIntent(
  async () => (await import('#features/tasks/table/table.tsx')).TaskTable,
);
export const ProjectCycles = lazyOnIntent(
  async () => (await import('#features/tasks/project-cycles/project-cycles.tsx')).ProjectCycles,
);
/** Lazy-loaded because few projects use triage. */
export const TriageTab = lazyOnIntent(
  async () => (await import('#features/tasks/triage/triage-tab.tsx')).TriageTab,
);
lazyRecipes(() => import('./recipes.ts'));
