import { plural } from '@lingui/core/macro';
import { LIMITS } from '@hearth/contracts/core/limits';
import { hasRole } from '@hearth/contracts/permissions/permissions';
import { hasDays, type TemplateKind } from '@hearth/contracts/templates/template-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { PlanFullNotice, useIsPlanFull } from '#features/billing/index.ts';
import { membersByName } from '#features/members/index.ts';
import {
  checkProjectKey,
  suggestProjectKey,
  useAllProjects,
  useViewerIds,
} from '#features/projects/index.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { ProjectChip } from '#ui/display/chip.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { forgetDraft, useDraft } from '#ui/inputs/drafts.ts';
import { DateField } from '#ui/dates/date-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { TextField } from '#ui/inputs/text-field.tsx';
import { useToday } from '#ui/format/use-today.ts';
import { TemplateRoles } from './template-roles.tsx';
import { templatesByKind, type TeamTemplate } from './template-views.ts';
import { applyTemplate } from './templates.data.ts';
import { useTaskTargets } from '#features/tasks/model/use-task-targets.ts';
import styles from './templates.module.css';

interface UseTemplateDialogProps {
  isOpen: boolean;
  onClose: () => void;
  kind: TemplateKind;
  /** The initially selected template. Defaults to the first template by name. */
  templateId?: string | undefined;
  /** The initially selected project of the tasks. */
  projectId: string | null;
  onCreated: (created: { kind: TemplateKind; id: string }) => void;
}

/** Prompts for a template, its target project or the new project's name, its start date and the members for its roles, then applies it. */
export function UseTemplateDialog({ isOpen, onClose, kind, ...rest }: UseTemplateDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      title={kind === 'task' ? t`New task from a template` : t`New project from a template`}
      isOpen={isOpen}
      onClose={onClose}
    >
      <UseTemplate {...rest} kind={kind} onClose={onClose} />
    </Dialog>
  );
}

function UseTemplate({ kind, templateId, onClose, ...rest }: Omit<UseTemplateDialogProps, 'isOpen'>) {
  const { t } = useLingui();
  const store = useTeamStore();
  const templates = useRows(templatesByKind(store), kind);
  const [chosenId, setChosenId] = useState(templateId);
  const chosen = templates.find(({ id }) => id === chosenId) ?? templates[0];
  if (chosen === undefined) {
    return (
      <p className={styles.about}>
        <Trans>This template has been deleted.</Trans>
      </p>
    );
  }
  return (
    <div className={styles.form}>
      <div className={styles.line}>
        <span className={styles.label}>
          <Trans>Template</Trans>
        </span>
        <Picker
          label={t`Template`}
          isFramed
          selected={[chosen.id]}
          options={templates.map(({ id, name, content }) => {
            const count = content.tasks.length;
            return {
              value: id,
              label: name,
              hint: t`${plural(count, { one: '# task', other: '# tasks' })}`,
            };
          })}
          onPick={setChosenId}
        >
          {chosen.name}
        </Picker>
      </div>
      <UseForm key={chosen.id} template={chosen} onClose={onClose} {...rest} />
    </div>
  );
}

/** What the user has filled in. */
interface Filled {
  name: string;
  /** Null to use the suggested key. */
  typedKey: string | null;
  startDate: string | null;
  roleIds: readonly (string | null)[];
}

const NOTHING_FILLED: Filled = { name: '', typedKey: null, startDate: null, roleIds: [] };

function UseForm({
  template,
  projectId: initialProjectId,
  onClose,
  onCreated,
}: Pick<UseTemplateDialogProps, 'projectId' | 'onClose' | 'onCreated'> & { template: TeamTemplate }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const today = useToday();
  const { content, kind } = template;
  const count = content.tasks.length;
  const draftKey = `use-template/${template.id}`;
  const [draft, setDraft] = useDraft<Filled | null>(draftKey, null, true);
  const { name, typedKey, startDate, ...filled } = draft ?? NOTHING_FILLED;
  const roleIds = content.roles.map((_role, at) => filled.roleIds[at] ?? null);
  const fill = (part: Partial<Filled>) => setDraft({ ...(draft ?? NOTHING_FILLED), ...part });
  const { defaultProjectId } = useTaskTargets();
  const [pickedId, setProjectId] = useState(initialProjectId);
  const projectId = pickedId ?? defaultProjectId;
  const [isChecked, setIsChecked] = useState(false);
  const taken = useAllProjects().map(({ key }) => key);
  const key = typedKey ?? suggestProjectKey(name, taken);
  const members = useRows(membersByName(store));
  const sees = useViewerIds(
    kind === 'task' ? projectId : null,
    content.roles.length > 0,
    membersByName(store),
  );
  // While offline, guests' access is unknown, so guests are not offered. All other members can see everything that is not private.
  const people = members.filter(({ userId, teamRole }) => sees?.has(userId) ?? hasRole(teamRole, 'member'));
  const isOfProject = kind === 'project';
  const hasNoProject = useIsPlanFull('projects') && isOfProject;
  const isFull = useIsPlanFull('tasks', count) || hasNoProject;
  const nameProblem = isOfProject && name.trim() === '' ? t`Enter a project name.` : null;
  const keyFault = isOfProject ? checkProjectKey(key, taken) : null;
  const keyProblem = keyFault === null ? null : t(keyFault);

  /** Closes the dialog and discards the draft. Escape keeps it. */
  function close(): void {
    forgetDraft(draftKey);
    onClose();
  }

  function submit(event: React.FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (isFull || nameProblem !== null || keyProblem !== null) return;
    const id = store.newId();
    const allowedIds = roleIds.map((one) => (people.some(({ userId }) => userId === one) ? one : null));
    const use = { startDate: startDate ?? today, roleIds: allowedIds };
    store.mutate(
      applyTemplate(
        store,
        template,
        isOfProject ? { ...use, project: { name: name.trim(), key } } : { ...use, projectId },
        id,
      ),
    );
    close();
    onCreated({ kind, id });
    showToast(
      isOfProject
        ? t`Project created`
        : t`${plural(count, { one: '# task created', other: '# tasks created' })}`,
      { action: { label: t`Undo`, run: () => void store.undo() } },
    );
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {isFull && <PlanFullNotice resource={hasNoProject ? 'projects' : 'tasks'} />}
      {isOfProject ? (
        <ProjectNameFields
          {...{ name, projectKey: key, fill }}
          nameProblem={isChecked ? nameProblem : null}
          keyProblem={isChecked && nameProblem === null ? keyProblem : null}
        />
      ) : (
        <PlaceField projectId={projectId} onPick={setProjectId} />
      )}
      {hasDays(content) && (
        <StartDateField day={startDate ?? today} onChange={(day) => fill({ startDate: day })} />
      )}
      <TemplateRoles
        roles={content.roles}
        people={people}
        filled={roleIds}
        onFill={(ids) => fill({ roleIds: ids })}
      />
      <DialogButtons onCancel={close}>
        <Button type="submit" data-autofocus={!isOfProject || undefined}>
          {isOfProject
            ? t`${plural(count, { 0: 'Create project', one: 'Create project with # task', other: 'Create project with # tasks' })}`
            : t`${plural(count, { one: 'Create # task', other: 'Create # tasks' })}`}
        </Button>
      </DialogButtons>
    </form>
  );
}

interface ProjectNameFieldsProps {
  name: string;
  projectKey: string;
  nameProblem: string | null;
  keyProblem: string | null;
  fill: (part: Partial<Filled>) => void;
}

function ProjectNameFields({ name, projectKey, nameProblem, keyProblem, fill }: ProjectNameFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <TextField
        label={t`Name`}
        value={name}
        maxLength={LIMITS.projectName}
        error={nameProblem}
        autoFocus
        onChange={(value) => fill({ name: value })}
      />
      <TextField
        label={t`Key`}
        value={projectKey}
        hint={t`Prefix for task numbers, e.g. WEB-12.`}
        maxLength={LIMITS.projectKey}
        error={keyProblem}
        onChange={(value) => fill({ typedKey: value.toUpperCase() })}
      />
    </>
  );
}

function StartDateField({ day, onChange }: { day: string; onChange: (day: string | null) => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.line}>
      <span className={styles.label} aria-hidden="true">
        <Trans>Start date</Trans>
      </span>
      <span className={styles.day}>
        <DateField label={t`Start date`} value={day} isClosed isFramed isNeeded onChange={onChange} />
      </span>
    </div>
  );
}

const NONE = 'none';

function PlaceField({
  projectId,
  onPick,
}: {
  projectId: string | null;
  onPick: (projectId: string | null) => void;
}) {
  const { t } = useLingui();
  const { projects, allowsNoProject } = useTaskTargets();
  const chosen = projects.find(({ id }) => id === projectId);
  return (
    <div className={styles.line}>
      <span className={styles.label}>
        <Trans>Project</Trans>
      </span>
      <Picker
        label={t`Project`}
        isFramed
        selected={[chosen?.id ?? NONE]}
        options={[
          ...(allowsNoProject ? [{ value: NONE, label: t`No project` }] : []),
          ...projects.map(({ id, name, color }) => ({
            value: id,
            label: name,
            icon: <ColorDot color={color} />,
          })),
        ]}
        onPick={(id) => onPick(id === NONE ? null : id)}
      >
        {chosen === undefined ? t`No project` : <ProjectChip name={chosen.name} color={chosen.color} />}
      </Picker>
    </div>
  );
}
