import { useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { newProject, ProjectDialog } from '#features/projects/index.ts';
import { newTask, NewTaskDialog, TemplateDialogs } from '#features/tasks/index.ts';
import { useAction } from '#platform/actions/actions.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useRow } from '#platform/sync/index.ts';
import { hasDraft } from '#ui/inputs/drafts.ts';

/** The form in which something was being typed when the page was loaded again. */
function findKept(): 'task' | 'project' | null {
  if (hasDraft('new-task/open')) return 'task';
  return hasDraft('new-project') ? 'project' : null;
}

/** What can be made from every screen: a task, in the project that is shown, and a project. */
export function WorkDialogs() {
  const router = useRouter();
  const may = useMay();
  const { projectId = '' } = useParams({ strict: false });
  const project = useRow('project', projectId);
  const [making, setMaking] = useState<'task' | 'project' | null>(findKept);
  const mayAddTask =
    project === undefined ? may('tasks.create') : may('task.create', { projectId, createdBy: null });
  const close = () => setMaking(null);
  const openProject = (id: string) =>
    void router.navigate({ to: '/dashboard/projects/$projectId', params: { projectId: id }, search: {} });
  useAction(newTask, () => setMaking('task'), mayAddTask);
  useAction(newProject, () => setMaking('project'), may('projects.create'));
  return (
    <>
      <NewTaskDialog isOpen={making === 'task'} onClose={close} projectId={project?.id ?? null} />
      <ProjectDialog isOpen={making === 'project'} onClose={close} onCreated={openProject} />
      <TemplateDialogs
        isWanted={false}
        standIn={null}
        projectId={project?.id ?? null}
        mayAddTask={mayAddTask}
        onOpen={close}
        onProject={openProject}
      />
    </>
  );
}
