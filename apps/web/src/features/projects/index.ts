export { COLOR_WORDS } from './color-picker.tsx';
export { AccessButton } from './access-button.tsx';
export { ClosedProjects } from './closed-projects.tsx';
export { ColorPicker } from './color-picker.tsx';
export { MissingProject } from './missing-project.tsx';
export { ProjectDialog } from './later-parts.ts';
export {
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
} from './projects.actions.ts';
export { ProjectFacts } from './project-facts.tsx';
export { ProjectLine } from './project-line.tsx';
export { deleteProject, restoreProject, updateProject } from './projects.data.ts';
export { useWhoSees } from './who-sees.ts';
export { useProjects } from './use-projects.ts';
