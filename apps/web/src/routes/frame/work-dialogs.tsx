import { useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { askAssistant, requestComposerFocus } from '#features/assistant/index.ts';
import { newDocument, newFromTemplate, openNewDocument, TemplateDialog } from '#features/documents/index.ts';
import { newProject, ProjectDialog } from '#features/projects/index.ts';
import { newTask, NewTaskDialog, TemplateDialogs, useMayAddTask } from '#features/tasks/index.ts';
import { useAction } from '#platform/actions/actions.ts';
import { useSelected } from '#platform/client-state/state.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { viewState } from '#platform/permissions/view-as.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { hasDraft } from '#ui/inputs/drafts.ts';
import { holdTyping } from '#ui/lazy/type-ahead.ts';

/** Returns the form that had an unfinished draft before the reload. */
function findStoredDraft(): 'task' | 'project' | null {
  if (hasDraft('new-task/open')) return 'task';
  return hasDraft('new-project') ? 'project' : null;
}

/** Dialogs that are available on every screen. They create a task or document in the current project, or a project. */
export function WorkDialogs() {
  const router = useRouter();
  const may = useMay();
  const { projectId = '' } = useParams({ strict: false });
  const project = useRow('project', projectId);
  const store = useTeamStore();
  const [making, setMaking] = useState<'task' | 'project' | 'from-template' | null>(findStoredDraft);
  const mayAddSomewhere = useMayAddTask();
  const mayAddTask =
    project === undefined ? mayAddSomewhere : may('task.create', { projectId, createdBy: null });
  const close = () => setMaking(null);
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged) setMaking(null);
      }),
    [router],
  );
  const openProject = (id: string) =>
    void router.navigate({ to: '/dashboard/projects/$projectId', params: { projectId: id }, search: {} });
  useAction(newTask, () => setMaking('task'), mayAddTask);
  useAction(newProject, () => setMaking('project'), may('projects.create'));
  const mayWrite = may('document.create', { projectId: project?.id ?? null, createdBy: null });
  const location = project === undefined ? {} : { projectId };
  useAction(newDocument, () => openNewDocument(store, router, location), mayWrite);
  useAction(newFromTemplate, () => setMaking('from-template'), mayWrite);
  const isViewed = useSelected(viewState, ({ view }) => view !== null);
  function openAssistant(): void {
    holdTyping();
    requestComposerFocus();
    if (router.state.location.pathname !== '/dashboard')
      void router.navigate({ to: '/dashboard', search: {} });
  }
  useAction(askAssistant, openAssistant, may('assistant.use') && !isViewed);
  return (
    <>
      <NewTaskDialog isOpen={making === 'task'} onClose={close} projectId={project?.id ?? null} />
      <ProjectDialog isOpen={making === 'project'} onClose={close} onCreated={openProject} />
      <TemplateDialog isOpen={making === 'from-template'} location={location} onClose={close} />
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
