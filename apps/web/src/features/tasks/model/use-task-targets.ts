import type { SyncRows } from '@hearth/contracts/sync';
import { useProjects } from '#features/projects/index.ts';
import { useMay } from '#platform/permissions/rights.ts';

interface TaskTargets {
  /** The projects in which the user may create tasks. */
  projects: readonly SyncRows['project'][];
  /** Whether the user may create tasks without a project. Guests may not. */
  allowsNoProject: boolean;
  /** Id of the project to preselect. Null for none. */
  defaultProjectId: string | null;
}

export function useTaskTargets(): TaskTargets {
  const may = useMay();
  const projects = useProjects().filter(({ id }) => may('task.create', { projectId: id, createdBy: null }));
  const allowsNoProject = may('task.create', { projectId: null, createdBy: null });
  const defaultProjectId = allowsNoProject ? null : (projects[0]?.id ?? null);
  return { projects, allowsNoProject, defaultProjectId };
}

/** Whether the user may create tasks in at least one location. Guests may have none. */
export function useMayAddTask(): boolean {
  const { projects, allowsNoProject } = useTaskTargets();
  return allowsNoProject || projects.length > 0;
}
