import { foldName } from '@hearth/contracts/core/fold';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { SyncRows } from '@hearth/contracts/sync';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { announce } from '#platform/client-state/announce.ts';
import { showError } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { EditableText } from '#ui/inputs/editable-text.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SettingsGroup } from '#ui/layout/settings.tsx';
import { AddRow } from '#features/tasks/work-settings/add-row.tsx';
import { ColorChoice } from '#features/tasks/work-settings/color-choice.tsx';
import { createLabel, deleteLabel, labelsByName, updateLabel } from './labels.data.ts';
import styles from '#features/tasks/work-settings/work-settings.module.css';

type Label = SyncRows['label'];

/** Lists the labels of the team by name. */
export function LabelSettings() {
  const { t } = useLingui();
  const store = useTeamStore();
  const labels = useRows(labelsByName(store));
  const may = useMay();
  const canEdit = may('labels.change');
  const [doomed, setDoomed] = useState<Label | null>(null);
  const count = doomed === null ? 0 : countTasks(doomed.id);

  function countTasks(id: string): number {
    return store.all('task').filter((task) => task.labelIds.includes(id)).length;
  }

  /** Whether a label name is free. If it is not, shows an error right away instead of waiting for the server to reject the request. */
  function isFree(name: string, without?: string): boolean {
    const taken = labels.some((label) => label.id !== without && foldName(label.name) === foldName(name));
    if (taken) showError(t`A label named “${name}” already exists.`);
    return !taken;
  }

  return (
    <SettingsGroup title={t`Labels`} hint={t`Labels describe your tasks, across all projects.`}>
      {!canEdit && (
        <div className={styles.why}>
          <WhyNot act="labels.change" />
        </div>
      )}
      {labels.length === 0 && (
        <p className={styles.none}>
          <Trans>No labels yet. You can also create them from a task.</Trans>
        </p>
      )}
      <ul className={styles.list} aria-label={t`Labels`}>
        {labels.map((label) => (
          <li key={label.id} className={styles.row}>
            <ColorDot color={label.color} />
            <EditableText
              label={t`Name of the label ${label.name}`}
              value={label.name}
              draftKey={`label/${label.id}`}
              className={styles.name}
              maxLength={LIMITS.labelName}
              isOneLine
              isReadOnly={!canEdit}
              onCommit={(name) => {
                if (isFree(name, label.id)) store.mutate(updateLabel(store, label.id, { name }));
              }}
            />
            <span className={styles.controls}>
              {canEdit && (
                <ColorChoice
                  label={t`Colour of ${label.name}`}
                  color={label.color}
                  onPick={(color) => void store.mutate(updateLabel(store, label.id, { color }))}
                />
              )}
              {may('labels.delete') && (
                <IconButton label={t`Delete the label ${label.name}`} onClick={() => setDoomed(label)}>
                  <IconTrash size={16} stroke={1.7} />
                </IconButton>
              )}
            </span>
          </li>
        ))}
      </ul>
      {canEdit && labels.length < LIMITS.labelsPerTeam && (
        <AddRow
          label={t`New label`}
          action={t`Add label`}
          maxLength={LIMITS.labelName}
          onAdd={(name) => {
            if (!isFree(name)) return;
            store.mutate(createLabel(store, name));
            announce(t`Label added`);
          }}
        />
      )}
      <ConfirmDialog
        isOpen={doomed !== null}
        title={t`Delete the label “${doomed?.name ?? ''}”?`}
        action={t`Delete label`}
        onClose={() => setDoomed(null)}
        onConfirm={() => {
          if (doomed !== null) store.mutate(deleteLabel(store, doomed.id));
          setDoomed(null);
        }}
      >
        <Plural
          value={count}
          _0="No visible tasks use it."
          one="It’s removed from # task. This can’t be undone."
          other="It’s removed from # tasks. This can’t be undone."
        />
      </ConfirmDialog>
    </SettingsGroup>
  );
}
