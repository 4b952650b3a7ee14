export { COLOR_WORDS } from './color-picker.tsx';
export { AccessButton } from './access-button.tsx';
export { ClosedProjects } from './closed-projects.tsx';
export { ColorPicker } from './color-picker.tsx';
export { FromTemplate } from './from-template.tsx';
export { MissingProject } from './missing-project.tsx';
export { ArchivedNote, ArchivedProjects, ProjectDialog } from './later-parts.ts';
export {
  archiveThis,
  bringBack,
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
} from './projects.actions.ts';
export { newProjectFromTemplate } from './template.actions.ts';
export { ProjectFacts } from './project-facts.tsx';
export { ProjectHeads } from './project-heads.tsx';
export { sortProjects, type ProjectOrder } from './project-order.ts';
export { ProjectRow } from './project-row.tsx';
export { ProjectLine } from './project-line.tsx';
export { checkProjectKey, suggestProjectKey } from './project-key.ts';
export {
  archiveProject,
  createProject,
  deleteProject,
  isInArchive,
  restoreProject,
  updateProject,
} from './projects.data.ts';
export { useWhoSees } from './who-sees.ts';
export { useAllProjects, useProjects } from './use-projects.ts';
