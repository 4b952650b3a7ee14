import { foldName } from '@hearth/contracts/core/fold';
import { LIMITS } from '@hearth/contracts/core/limits';
import { TASK_TYPE_ICONS, type TaskTypeIcon } from '@hearth/contracts/task-types/task-type-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { Button } from '#ui/buttons/button.tsx';
import { announce } from '#platform/client-state/announce.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { EditableText } from '#ui/inputs/editable-text.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { SettingsGroup } from '#ui/layout/settings.tsx';
import { AddRow } from '#features/tasks/work-settings/add-row.tsx';
import { ColorChoice } from '#features/tasks/work-settings/color-choice.tsx';
import { pickColor } from '#features/tasks/labels/labels.data.ts';
import {
  createFirstTypes,
  createTaskType,
  deleteTaskType,
  moveTaskType,
  updateTaskType,
} from './task-types.data.ts';
import { useTaskTypes, type TaskType } from './task-types.ts';
import { TypeGlyph } from './type-glyph.tsx';
import { TYPE_ICON_LABELS } from './type-icons.ts';
import styles from '#features/tasks/work-settings/work-settings.module.css';

/** Lists the task types of the team in order. */
export function TypeSettings() {
  const { t } = useLingui();
  const store = useTeamStore();
  const types = useTaskTypes();
  const canEdit = useMay()('taskTypes.change');

  /** Whether a type name is free. If it is not, shows an error right away instead of waiting for the server to reject the request. */
  function isFree(name: string, without?: string): boolean {
    const taken = types.some((type) => type.id !== without && foldName(type.name) === foldName(name));
    if (taken) showError(t`A type named “${name}” already exists.`);
    return !taken;
  }

  function remove({ id }: TaskType): void {
    // Use the untranslated name so that undo restores the original row.
    const row = store.row('taskType', id);
    if (row === undefined) return;
    store.mutate(deleteTaskType(store, row));
    showToast(t`Type deleted`, { action: { label: t`Undo`, run: () => void store.undo() } });
  }

  return (
    <SettingsGroup
      title={t`Types`}
      hint={t`Types of work. A task has one type or none; lists and boards grouped by type use this order.`}
    >
      {!canEdit && (
        <div className={styles.why}>
          <WhyNot act="taskTypes.change" />
        </div>
      )}
      {types.length === 0 && (
        <div className={styles.empty}>
          <p className={styles.none}>
            <Trans>No types yet.</Trans>
          </p>
          {canEdit && (
            <Button variant="default" onClick={() => void store.mutate(createFirstTypes(store))}>
              <Trans>Start with Task, Bug and Feature</Trans>
            </Button>
          )}
        </div>
      )}
      <ul className={styles.list} aria-label={t`Types`}>
        {types.map((type, at) => (
          <TypeRow
            key={type.id}
            type={type}
            canEdit={canEdit}
            isFirst={at === 0}
            isLast={at === types.length - 1}
            isFree={isFree}
            onRemove={remove}
          />
        ))}
      </ul>
      {canEdit && types.length < LIMITS.taskTypesPerTeam && (
        <AddRow
          label={t`New type`}
          action={t`Add type`}
          maxLength={LIMITS.taskTypeName}
          onAdd={(name) => {
            if (!isFree(name)) return;
            store.mutate(createTaskType(store, { name, icon: 'task', color: pickColor(types) }));
            announce(t`Type added`);
          }}
        />
      )}
    </SettingsGroup>
  );
}

interface TypeRowProps {
  type: TaskType;
  canEdit: boolean;
  isFirst: boolean;
  isLast: boolean;
  isFree: (name: string, without?: string) => boolean;
  onRemove: (type: TaskType) => void;
}

function TypeRow({ type, canEdit, isFirst, isLast, isFree, onRemove }: TypeRowProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const { id, name, icon, color } = type;
  const change = (fields: Parameters<typeof updateTaskType>[2]) =>
    void store.mutate(updateTaskType(store, id, fields));
  const move = (step: 1 | -1) => void store.mutate(moveTaskType(store, id, step));
  return (
    <li className={styles.row} data-short>
      {!canEdit && <TypeGlyph icon={icon} color={color} />}
      {canEdit && (
        <span className={styles.pick}>
          <Picker
            label={t`Icon of ${name}`}
            selected={[icon]}
            options={TASK_TYPE_ICONS.map((one) => ({
              value: one,
              label: t(TYPE_ICON_LABELS[one]),
              icon: <TypeGlyph icon={one} color={color} />,
            }))}
            onPick={(one) => change({ icon: one as TaskTypeIcon })}
          >
            <TypeGlyph icon={icon} color={color} />
            <span className="hidden-text">{t(TYPE_ICON_LABELS[icon])}</span>
          </Picker>
        </span>
      )}
      <EditableText
        label={t`Name of the type ${name}`}
        value={name}
        draftKey={`taskType/${id}`}
        className={styles.name}
        maxLength={LIMITS.taskTypeName}
        isOneLine
        isReadOnly={!canEdit}
        onCommit={(typed) => {
          if (isFree(typed, id)) change({ name: typed });
        }}
      />
      {canEdit && (
        <span className={styles.controls}>
          <ColorChoice label={t`Colour of ${name}`} color={color} onPick={(one) => change({ color: one })} />
          <IconButton label={t`Move ${name} up`} disabled={isFirst} onClick={() => move(-1)}>
            <IconArrowUp size={16} stroke={1.7} />
          </IconButton>
          <IconButton label={t`Move ${name} down`} disabled={isLast} onClick={() => move(1)}>
            <IconArrowDown size={16} stroke={1.7} />
          </IconButton>
          <IconButton label={t`Delete the type ${name}`} onClick={() => onRemove(type)}>
            <IconTrash size={16} stroke={1.7} />
          </IconButton>
        </span>
      )}
    </li>
  );
}
