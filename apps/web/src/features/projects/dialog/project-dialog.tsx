import { COLORS, type Color } from '@hearth/contracts/core/colors';
import { LIMITS } from '@hearth/contracts/core/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { PlanFullNotice, useIsPlanFull } from '#features/billing/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { Switch } from '#ui/inputs/choice.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useDraft } from '#ui/inputs/drafts.ts';
import { TextField } from '#ui/inputs/text-field.tsx';
import { FromTemplate } from './from-template.tsx';
import { newProjectFromTemplate } from '#features/projects/model/template.actions.ts';
import { ColorPicker } from './color-picker.tsx';
import { editDraftKey } from '#features/projects/model/edit-draft.ts';
import { checkProjectKey, suggestProjectKey } from '#features/projects/model/project-key.ts';
import { createProject, updateProject } from '#features/projects/model/projects.data.ts';
import styles from '#features/projects/model/projects.module.css';
import { useAllProjects } from '#features/projects/model/use-projects.ts';

interface ProjectDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The project to edit. Absent when creating a project. */
  projectId?: string;
  onCreated?: (projectId: string) => void;
}

export function ProjectDialog({ isOpen, onClose, projectId, onCreated }: ProjectDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      title={projectId === undefined ? t`New project` : t`Edit project`}
      isOpen={isOpen}
      onClose={onClose}
    >
      <ProjectForm projectId={projectId} onClose={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

function ProjectForm({ projectId, onClose, onCreated }: Omit<ProjectDialogProps, 'isOpen'>) {
  const { t } = useLingui();
  const store = useTeamStore();
  const projects = useAllProjects();
  const project = projects.find(({ id }) => id === projectId);
  const draft = projectId === undefined ? 'new-project' : editDraftKey(projectId);
  const [name, setName] = useDraft(`${draft}/name`, project?.name ?? '');
  // Null while the key is derived from the name.
  const [typedKey, setTypedKey] = useDraft<string | null>(`${draft}/key`, project?.key ?? null);
  const [description, setDescription] = useDraft(`${draft}/description`, project?.description ?? '');
  const [color, setColor] = useState<Color>(
    project?.color ?? COLORS[1 + (projects.length % (COLORS.length - 1))] ?? 'ember',
  );
  const [isPrivate, setIsPrivate] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const taken = projects.filter(({ id }) => id !== projectId).map(({ key }) => key);
  const key = typedKey ?? suggestProjectKey(name, taken);
  const isFull = useIsPlanFull('projects') && projectId === undefined;
  const nameProblem = name.trim() === '' ? t`Enter a project name.` : null;
  const keyFault = checkProjectKey(key, taken);
  const keyProblem = keyFault === null ? null : t(keyFault);

  function submit(event: React.FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (isFull || nameProblem !== null || keyProblem !== null) return;
    const fields = { name: name.trim(), key, description, color };
    if (projectId === undefined) {
      const id = store.newId();
      store.mutate(createProject(store, { ...fields, isPrivate }, id));
      onCreated?.(id);
    } else store.mutate(updateProject(store, projectId, fields));
    onClose();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {isFull && (
        <PlanFullNotice
          resource="projects"
          blocked={
            nameProblem === null && keyProblem === null
              ? {
                  kind: 'project',
                  name: name.trim(),
                  wish: { name: name.trim(), key, description, color, isPrivate },
                }
              : null
          }
        />
      )}
      <TextField
        label={t`Name`}
        value={name}
        placeholder={t`Website`}
        maxLength={LIMITS.projectName}
        error={isChecked ? nameProblem : null}
        autoFocus
        isKept
        onChange={setName}
      />
      <TextField
        label={t`Key`}
        value={key}
        hint={t`Prefix for task numbers, e.g. WEB-12.`}
        maxLength={LIMITS.projectKey}
        isKept
        error={isChecked && nameProblem === null ? keyProblem : null}
        onChange={(value) => setTypedKey(value.toUpperCase())}
      />
      <TextField
        label={t`Description`}
        value={description}
        rows={3}
        isKept
        maxLength={LIMITS.taskDescription}
        onChange={setDescription}
      />
      <ColorPicker value={color} onChange={setColor} />
      {projectId === undefined && (
        <Switch
          label={t`Private`}
          hint={
            isPrivate
              ? t`Only you have access until you add others. Owners and admins need to be added too.`
              : t`Everyone on the team can edit it. Guests see it only if added.`
          }
          isChecked={isPrivate}
          onChange={setIsPrivate}
        />
      )}
      <div className={styles.buttons}>
        {projectId === undefined && <FromTemplate action={newProjectFromTemplate} />}
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" disabled={isFull}>
          {projectId === undefined ? t`Create project` : t`Save`}
        </Button>
      </div>
    </form>
  );
}
