import { plural } from '@lingui/core/macro';
import { canChangeTemplate } from '@hearth/contracts/permissions/permissions';
import { TEMPLATE_LIMITS } from '@hearth/contracts/templates/template-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChecklist, IconFolder, IconTrash } from '@tabler/icons-react';
import { showToast } from '#platform/client-state/toasts.ts';
import { useActor, useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { EditableText } from '#ui/inputs/editable-text.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SettingsGroup } from '#ui/layout/settings.tsx';
import { templatesByKind, type TeamTemplate } from './template-views.ts';
import { deleteTemplate, renameTemplate } from './templates.data.ts';
import settings from '#features/tasks/work-settings/work-settings.module.css';
import styles from './templates.module.css';

/** Lists the templates of the team: project templates first, then task templates. */
export function TemplateSettings() {
  const { t } = useLingui();
  const store = useTeamStore();
  const may = useMay();
  const ofProjects = useRows(templatesByKind(store), 'project');
  const ofTasks = useRows(templatesByKind(store), 'task');
  const templates = [...ofProjects, ...ofTasks];
  return (
    <SettingsGroup
      title={t`Templates`}
      hint={t`Reusable projects and tasks. Deleting a template doesn’t affect what was created from it.`}
    >
      {!may('templates.read') ? (
        <div className={settings.why}>
          <WhyNot act="templates.read" />
        </div>
      ) : (
        templates.length === 0 && (
          <p className={settings.none}>
            <Trans>No templates yet. Use “Save as template” on a project or task.</Trans>
          </p>
        )
      )}
      <ul className={settings.list} aria-label={t`Templates`}>
        {templates.map((template) => (
          <TemplateLine key={template.id} template={template} />
        ))}
      </ul>
    </SettingsGroup>
  );
}

function TemplateLine({ template }: { template: TeamTemplate }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const actor = useActor();
  const { id, name, kind, content } = template;
  const canEdit = store.at === null && canChangeTemplate(actor, template);
  const count = content.tasks.length;
  const KindIcon = kind === 'project' ? IconFolder : IconChecklist;

  function remove(): void {
    store.mutate(deleteTemplate(store, id));
    showToast(t`Template ${name} deleted`, {
      action: { label: t`Undo`, run: () => void store.undo() },
    });
  }

  return (
    <li className={settings.row}>
      <span role="img" aria-label={kind === 'project' ? t`Project` : t`Task`} className={styles.kind}>
        <KindIcon size={17} stroke={1.6} aria-hidden="true" />
      </span>
      <EditableText
        label={t`Name of the template ${name}`}
        value={name}
        draftKey={`template/${id}`}
        className={settings.name}
        maxLength={TEMPLATE_LIMITS.name}
        isOneLine
        isReadOnly={!canEdit}
        onCommit={(typed) => void store.mutate(renameTemplate(store, id, typed))}
      />
      <span className={settings.controls}>
        <span className={styles.count}>{t`${plural(count, { one: '# task', other: '# tasks' })}`}</span>
        {canEdit && (
          <IconButton label={t`Delete the template ${name}`} onClick={remove}>
            <IconTrash size={16} stroke={1.7} />
          </IconButton>
        )}
      </span>
    </li>
  );
}
