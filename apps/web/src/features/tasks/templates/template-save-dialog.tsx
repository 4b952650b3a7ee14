import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { TEMPLATE_LIMITS } from '@hearth/contracts/templates/template-values';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { membersByName } from '#features/members/index.ts';
import { showToast } from '#platform/client-state/toasts.ts';
import { truncateText } from '#platform/texts/truncate-text.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { TextField } from '#ui/inputs/text-field.tsx';
import { checkSource, type TemplateOf } from './template-source.ts';
import { templatesByKind } from './template-views.ts';
import { createTemplate } from './templates.data.ts';
import styles from './templates.module.css';

interface SaveTemplateDialogProps {
  isOpen: boolean;
  onClose: () => void;
  of: TemplateOf;
  /** Title of the source task or project. */
  title: string;
}

/** Prompts for the name of a template and for the role of each person in the source. */
export function SaveTemplateDialog({ isOpen, onClose, of, title }: SaveTemplateDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Save as template`} isOpen={isOpen} onClose={onClose}>
      <SaveTemplateForm of={of} title={title} onClose={onClose} />
    </Dialog>
  );
}

function SaveTemplateForm({ of, title, onClose }: Omit<SaveTemplateDialogProps, 'isOpen'>) {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const members = useRows(membersByName(store));
  // A snapshot for the dialog. The server reads the source itself when saving.
  const [outlook] = useState(() => checkSource(store, of));
  const [name, setName] = useState(() => truncateText(title, TEMPLATE_LIMITS.name).trim());
  const [isChecked, setIsChecked] = useState(false);
  const [roles, setRoles] = useState<readonly string[]>(() =>
    outlook.people.map((_id, at) => {
      const number = at + 1;
      return t`Role ${number}`;
    }),
  );
  const isFull =
    templatesByKind(store).ids('task').length + templatesByKind(store).ids('project').length >=
    TEMPLATE_LIMITS.perTeam;
  const closed = outlook.privateIds.filter(
    (projectId) => !may('project.grant', { projectId, createdBy: null }),
  );
  const most = TEMPLATE_LIMITS.tasks;
  const refusal =
    closed.length > 0
      ? t`Everyone on the team can see templates. To create one from a private project, you need manage access to it.`
      : outlook.isTooMuch
        ? t`A template can hold up to ${most} tasks.`
        : isFull
          ? t`You’ve reached the template limit. Delete one first.`
          : null;
  const problem = name.trim() === '' ? t`Enter a template name.` : null;

  function submit(event: React.FormEvent): void {
    event.preventDefault();
    setIsChecked(true);
    if (problem !== null || refusal !== null) return;
    const people = outlook.people.map((userId, at) => ({ userId, role: roles[at]?.trim() || null }));
    store.mutate(createTemplate(store, of, { name: name.trim(), people }));
    onClose();
    showToast(t`Template saved`, { action: { label: t`Undo`, run: () => void store.undo() } });
  }

  if (refusal !== null) {
    return (
      <div className={styles.form}>
        <Notice kind="warning">{refusal}</Notice>
        <div className={styles.buttons}>
          <Button variant="default" data-autofocus onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t`Name`}
        value={name}
        maxLength={TEMPLATE_LIMITS.name}
        error={isChecked ? problem : null}
        autoFocus
        onChange={setName}
      />
      <p className={styles.about}>
        <Plural
          value={outlook.tasks}
          _0="It contains no tasks."
          one="It contains # task."
          other="It contains # tasks."
        />{' '}
        <Trans>
          Dates are relative to the earliest one, and everything starts undone. Comments, files and tracked
          time aren’t included.
        </Trans>
      </p>
      {outlook.people.length > 0 && (
        <fieldset className={styles.roles}>
          <legend>
            <Trans>Roles instead of people</Trans>
          </legend>
          <p className={styles.about}>
            <Trans>
              Choose who fills each role when using the template. People without a role stay assigned.
            </Trans>
          </p>
          {outlook.people.map((userId, at) => {
            const person = members.find((one) => one.userId === userId)?.name ?? t`Former member`;
            return (
              <TextField
                key={userId}
                label={person}
                value={roles[at] ?? ''}
                placeholder={t`Stays assigned`}
                maxLength={TEMPLATE_LIMITS.roleName}
                onChange={(role) => setRoles(roles.map((one, other) => (other === at ? role : one)))}
              />
            );
          })}
        </fieldset>
      )}
      <Notice>
        {outlook.privateIds.length > 0
          ? t`Everyone on the team except guests will see it, including people without access to this private project.`
          : t`Everyone on the team except guests can see and use it.`}
      </Notice>
      <DialogButtons onCancel={onClose}>
        <Button type="submit">
          <Trans>Save template</Trans>
        </Button>
      </DialogButtons>
    </form>
  );
}
