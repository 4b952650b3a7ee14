import type { SyncRows } from '@hearth/contracts/sync';
import { LIMITS } from '@hearth/contracts/core/limits';
import { STATUS_CATEGORIES, type StatusCategory } from '@hearth/contracts/model/task-values';
import { useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { announce } from '#platform/client-state/announce.ts';
import { showError, showToast } from '#platform/client-state/toasts.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { EditableText } from '#ui/inputs/editable-text.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { SettingsGroup } from '#ui/layout/settings.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { AddRow } from '#features/tasks/work-settings/add-row.tsx';
import { ColorChoice } from '#features/tasks/work-settings/color-choice.tsx';
import { createStatus, deleteStatus, isNeeded, moveStatus, updateStatus } from './statuses.data.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { CATEGORY_LABELS, type StatusLook } from '#features/tasks/model/task-field-labels.ts';
import { statusesInOrder } from '#features/tasks/model/tasks.data.ts';
import styles from '#features/tasks/work-settings/work-settings.module.css';

/** Lists the statuses of the team in board order. */
export function StatusSettings() {
  const { t } = useLingui();
  const store = useTeamStore();
  const rows = useRows(statusesInOrder(store));
  const looks = useStatuses();
  const canEdit = useMay()('statuses.change');

  function remove(status: SyncRows['status'], name: string): void {
    const count = store.all('task').filter((task) => task.statusId === status.id).length;
    if (isNeeded(status, rows)) {
      showError(t`${name} is the last one of its category. Keep one status for work to do and one for done.`);
    } else if (count > 0) {
      showError(
        t`${plural(count, { one: '# task has', other: '# tasks have' })} the status ${name}: give another one first.`,
      );
    } else {
      store.mutate(deleteStatus(store, status.id));
      showToast(t`Status deleted`, { action: { label: t`Undo`, run: () => void store.undo() } });
    }
  }

  return (
    <SettingsGroup
      title={t`Statuses`}
      hint={t`Board columns for every project, in this order. Each status has a category that decides how its tasks count.`}
    >
      {!canEdit && (
        <div className={styles.why}>
          <WhyNot act="statuses.change" />
        </div>
      )}
      <ul className={styles.list} aria-label={t`Statuses`}>
        {rows.map((status, at) => (
          <StatusRow
            key={status.id}
            status={status}
            look={looks[at]}
            canEdit={canEdit}
            isFirst={at === 0}
            isLast={at === rows.length - 1}
            onRemove={remove}
          />
        ))}
      </ul>
      {canEdit && rows.length < LIMITS.statusesPerTeam && (
        <AddRow
          label={t`New status`}
          action={t`Add status`}
          maxLength={LIMITS.statusName}
          onAdd={(name) => {
            store.mutate(createStatus(store, { name, category: 'started', color: 'sky' }));
            announce(t`Status added`);
          }}
        />
      )}
    </SettingsGroup>
  );
}

interface StatusRowProps {
  status: SyncRows['status'];
  look: StatusLook | undefined;
  canEdit: boolean;
  isFirst: boolean;
  isLast: boolean;
  onRemove: (status: SyncRows['status'], name: string) => void;
}

function StatusRow({ status, look, canEdit, isFirst, isLast, onRemove }: StatusRowProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const name = look?.name ?? status.name;
  const move = (step: 1 | -1) => store.mutate(moveStatus(store, status.id, step));
  return (
    <li className={styles.row}>
      <StatusGlyph category={status.category} progress={look?.progress ?? 0.5} color={status.color} />
      <EditableText
        label={t`Name of the status ${name}`}
        value={name}
        draftKey={`status/${status.id}`}
        className={styles.name}
        maxLength={LIMITS.statusName}
        isOneLine
        isReadOnly={!canEdit}
        onCommit={(typed) => void store.mutate(updateStatus(store, status.id, { name: typed }))}
      />
      <span className={styles.controls}>
        <Picker
          label={t`Category of ${name}`}
          isDisabled={!canEdit}
          selected={[status.category]}
          options={STATUS_CATEGORIES.map((category) => ({
            value: category,
            label: t(CATEGORY_LABELS[category]),
            icon: <StatusGlyph category={category} progress={0.5} color={status.color} />,
          }))}
          onPick={(category) =>
            void store.mutate(updateStatus(store, status.id, { category: category as StatusCategory }))
          }
        >
          {t(CATEGORY_LABELS[status.category])}
        </Picker>
        {canEdit && (
          <>
            <ColorChoice
              label={t`Colour of ${name}`}
              color={status.color}
              onPick={(color) => void store.mutate(updateStatus(store, status.id, { color }))}
            />
            <IconButton label={t`Move ${name} up`} disabled={isFirst} onClick={() => move(-1)}>
              <IconArrowUp size={16} stroke={1.7} />
            </IconButton>
            <IconButton label={t`Move ${name} down`} disabled={isLast} onClick={() => move(1)}>
              <IconArrowDown size={16} stroke={1.7} />
            </IconButton>
            <IconButton label={t`Delete the status ${name}`} onClick={() => onRemove(status, name)}>
              <IconTrash size={16} stroke={1.7} />
            </IconButton>
          </>
        )}
      </span>
    </li>
  );
}
