import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { IconRotateClockwise } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { useFormats } from '#ui/format/formats.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import { cyclesByProject, isCurrent } from './cycles.data.ts';
import { nameCycle, nameCycleDays } from './cycle-names.ts';
import { updateTask } from '#features/tasks/model/tasks.data.ts';
import styles from '#features/tasks/fields/panel.module.css';

const NONE = 'none';

interface PickerProps {
  canEdit: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  startsOpen?: boolean;
  onClose?: () => void;
}

/** Changes the cycle of an existing task. */
export function CyclePicker({ task, ...pickerProps }: PickerProps & { task: SyncRows['task'] }) {
  const store = useTeamStore();
  return (
    <CycleChoice
      {...pickerProps}
      projectId={task.projectId}
      cycleId={task.cycleId}
      onPick={(cycleId) => void store.mutate(updateTask(store, task.id, { cycleId }))}
    />
  );
}

interface CycleChoiceProps extends PickerProps {
  projectId: string | null;
  cycleId: string | null;
  onPick: (id: string | null) => void;
}

/** Offers the unfinished cycles of a project and the selected cycle. */
export function CycleChoice({
  projectId,
  cycleId,
  canEdit,
  buttonRef,
  startsOpen = false,
  onClose,
  onPick,
}: CycleChoiceProps) {
  const { t } = useLingui();
  useFormats();
  const cycles = useRows(cyclesByProject(useTeamStore()), projectId ?? '');
  const chosen = cycles.find(({ id }) => id === cycleId);
  const offered = cycles.filter(({ id, closedAt }) => closedAt === null || id === cycleId);
  return (
    <Picker
      label={t`Cycle`}
      buttonRef={buttonRef}
      isDisabled={!canEdit || offered.length === 0}
      isSearchable={startsOpen}
      startsOpen={startsOpen}
      {...(onClose === undefined ? {} : { onClose })}
      selected={[cycleId ?? NONE]}
      options={[
        { value: NONE, label: t`No cycle` },
        ...offered.map((cycle) => ({
          value: cycle.id,
          label: nameCycle(cycle),
          icon: <IconRotateClockwise size={16} stroke={1.6} aria-hidden="true" />,
          hint: isCurrent(cycle) ? t`Current, ${nameCycleDays(cycle)}` : nameCycleDays(cycle),
        })),
      ]}
      onPick={(id) => onPick(id === NONE ? null : id)}
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
