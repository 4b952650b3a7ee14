import type { TemplateKind } from '@hearth/contracts/templates/template-values';
import { useState } from 'react';
import { newProjectFromTemplate } from '#features/projects/index.ts';
import { useAction } from '#platform/actions/actions.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useGroup, useTeamStore } from '#platform/sync/index.ts';
import { UseTemplateDialog } from './templates.lazy.ts';
import { templatesByKind } from './template-views.ts';
import { newTaskFromTemplate } from './template.actions.ts';

interface TemplateDialogsProps {
  /** The current project, if any. */
  projectId: string | null;
  mayAddTask: boolean;
  /** Called before a dialog opens to close other creation dialogs. */
  onOpen: () => void;
  onProject: (projectId: string) => void;
}

/**
 * Dialogs on every screen for creating tasks and projects from templates. They are offered if there are templates of that kind and the user
 * may use them.
 */
export function TemplateDialogs({ projectId, mayAddTask, onOpen, onProject }: TemplateDialogsProps) {
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  const [kind, setKind] = useState<TemplateKind>('task');
  const templates = templatesByKind(useTeamStore());
  const hasOfTasks = useGroup(templates, 'task').length > 0;
  const hasOfProjects = useGroup(templates, 'project').length > 0;
  const mayUse = may('templates.use');
  function offer(wanted: TemplateKind): void {
    onOpen();
    setKind(wanted);
    setIsOpen(true);
  }
  useAction(newTaskFromTemplate, () => offer('task'), hasOfTasks && mayUse && mayAddTask);
  useAction(
    newProjectFromTemplate,
    () => offer('project'),
    hasOfProjects && mayUse && may('projects.create'),
  );

  return (
    <UseTemplateDialog
      isOpen={isOpen}
      onClose={() => setIsOpen(false)}
      kind={kind}
      projectId={projectId}
      onCreated={(created) => {
        if (created.kind === 'project') onProject(created.id);
      }}
    />
  );
}
