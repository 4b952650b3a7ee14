import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { IconRotateClockwise } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/use-rows.ts';
import { useFormats } from '#ui/formats.ts';
import { Picker } from '#ui/picker.tsx';
import { cyclesByProject, isCurrent } from './cycles.data.ts';
import { nameCycle, nameCycleDays } from './cycle-words.ts';
import { updateTask } from '#features/tasks/model/tasks.data.ts';
import styles from '#features/tasks/parts/panel.module.css';

const NONE = 'none';

interface CyclePickerProps {
  task: SyncRows['task'];
  canEdit: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  startsOpen?: boolean;
  onClose?: () => void;
}

/** The cycles of a task's own project that are not over, and the one that it is in. */
export function CyclePicker({ task, canEdit, buttonRef, startsOpen = false, onClose }: CyclePickerProps) {
  const { t } = useLingui();
  useFormats();
  const store = useTeamStore();
  const cycles = useRows(cyclesByProject(store), task.projectId ?? '');
  const chosen = cycles.find(({ id }) => id === task.cycleId);
  const offered = cycles.filter(({ id, closedAt }) => closedAt === null || id === task.cycleId);
  return (
    <Picker
      label={t`Cycle`}
      buttonRef={buttonRef}
      isDisabled={!canEdit || offered.length === 0}
      isSearchable={startsOpen}
      startsOpen={startsOpen}
      {...(onClose === undefined ? {} : { onClose })}
      selected={[task.cycleId ?? NONE]}
      options={[
        { value: NONE, label: t`No cycle` },
        ...offered.map((cycle) => ({
          value: cycle.id,
          label: nameCycle(cycle),
          icon: <IconRotateClockwise size={16} stroke={1.6} aria-hidden="true" />,
          hint: isCurrent(cycle) ? t`Current, ${nameCycleDays(cycle)}` : nameCycleDays(cycle),
        })),
      ]}
      onPick={(id) => void store.mutate(updateTask(store, task.id, { cycleId: id === NONE ? null : id }))}
    >
      {chosen === undefined ? (
        <span className={styles.faint}>{t`No cycle`}</span>
      ) : (
        <>
          <IconRotateClockwise size={16} stroke={1.6} aria-hidden="true" />
          {nameCycle(chosen)}
        </>
      )}
    </Picker>
  );
}
