export { COLOR_LABELS } from './dialog/color-picker.tsx';
export { AccessButton } from './access/access-button.tsx';
export { ClosedProjects } from './access/closed-projects.tsx';
export { ColorPicker } from './dialog/color-picker.tsx';
export { FromTemplate } from './dialog/from-template.tsx';
export { MissingProject } from './access/missing-project.tsx';
export { ArchivedNote, ArchivedProjects, ProjectDialog } from './lazy-parts.ts';
export {
  archiveThis,
  unarchiveThis,
  editProject,
  newProject,
  projectActions,
  showBoard,
  showCalendar,
  showCycles,
  showList,
  showOverview,
  showTable,
  showTimeline,
  showWorkload,
} from './model/projects.actions.ts';
export { isEditHalfDone } from './model/edit-draft.ts';
export { newProjectFromTemplate } from './model/template.actions.ts';
export { ProjectFacts } from './facts/project-facts.tsx';
export { ProjectHeads } from './list/project-heads.tsx';
export { sortProjects, type ProjectOrder } from './model/project-order.ts';
export { ProjectRow } from './list/project-row.tsx';
export { checkProjectKey, suggestProjectKey } from './model/project-key.ts';
export {
  archiveProject,
  createProject,
  deleteProject,
  isInArchive,
  restoreProject,
  updateProject,
} from './model/projects.data.ts';
export { useGuestsOfProjects } from './access/guest-ids.ts';
export { useViewerIds } from './access/viewer-ids.ts';
export { useAllProjects, useProjects } from './model/use-projects.ts';
