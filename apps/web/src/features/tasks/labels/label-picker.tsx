import { LIMITS } from '@hearth/contracts/core/limits';
import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { createLabel, labelsByName } from './labels.data.ts';
import { useHasChosen } from '#features/tasks/model/selection.ts';
import { TaskLabels } from './task-labels.tsx';
import { setLabels } from '#features/tasks/model/tasks.actions.ts';
import { updateTask } from '#features/tasks/model/tasks.data.ts';
import styles from '#features/tasks/fields/panel.module.css';

interface LabelPickerProps {
  task: SyncRows['task'];
  canEdit: boolean;
  startsOpen?: boolean;
  onClose?: () => void;
}

/** Picks the labels of a task. Users with permission can create one by typing an unknown name. */
export function LabelPicker({ task, canEdit, startsOpen = false, onClose }: LabelPickerProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const labels = useRows(labelsByName(store));
  const may = useMay();
  const button = useRef<HTMLButtonElement>(null);
  const hasChosen = useHasChosen();
  useAction(setLabels, () => button.current?.click(), canEdit && !hasChosen && !startsOpen);
  const ids = task.labelIds.filter((id) => labels.some((label) => label.id === id));
  const set = (labelIds: string[]) => updateTask(store, task.id, { labelIds });
  const hasRoom = labels.length < LIMITS.labelsPerTeam;

  return (
    <Picker
      label={t`Labels`}
      buttonRef={button}
      isMultiple
      isDisabled={!canEdit}
      startsOpen={startsOpen}
      isSearchable={startsOpen}
      {...(onClose === undefined ? {} : { onClose })}
      selected={ids}
      options={labels.map(({ id, name, color }) => ({
        value: id,
        label: name,
        icon: <ColorDot color={color} />,
      }))}
      onPick={(id) => {
        store.mutate(set(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]));
      }}
      making={
        may('labels.change') && hasRoom
          ? {
              placeholder: t`Search or create a label…`,
              maxLength: LIMITS.labelName,
              name: (name) => t`Create label “${name}”`,
              make: (name) => {
                const id = store.newId();
                store.mutate([createLabel(store, name, id), set([...ids, id])]);
              },
            }
          : undefined
      }
    >
      {ids.length === 0 ? (
        <span className={styles.faint}>
          <Trans>No labels</Trans>
        </span>
      ) : (
        <TaskLabels ids={ids} max={LIMITS.labelsPerTask} />
      )}
    </Picker>
  );
}
