export { COLOR_WORDS } from './color-picker.tsx';
export { AccessButton } from './access-button.tsx';
export { ClosedProjects } from './closed-projects.tsx';
export { ColorPicker } from './color-picker.tsx';
export { ProjectDialog } from './later-parts.ts';
export { editProject, newProject, projectActions, showBoard, showList } from './projects.actions.ts';
export { ProjectLine } from './project-line.tsx';
export { deleteProject, restoreProject } from './projects.data.ts';
export { useProjects } from './use-projects.ts';
