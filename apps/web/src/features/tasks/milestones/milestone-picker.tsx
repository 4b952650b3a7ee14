import type { SyncRows } from '@hearth/contracts/sync';
import { LIMITS } from '@hearth/contracts/core/limits';
import { useLingui } from '@lingui/react/macro';
import { IconFlag3 } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { useFormats } from '#ui/format/formats.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import { createMilestone, milestonesByProject } from './milestones.data.ts';
import { updateTask } from '#features/tasks/model/tasks.data.ts';
import styles from '#features/tasks/fields/panel.module.css';

const NONE = 'none';

interface PickerProps {
  canEdit: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  startsOpen?: boolean;
  onClose?: () => void;
}

interface MilestonePickerProps extends PickerProps {
  task: SyncRows['task'];
}

/** Picks the milestone of a task. Users with permission can create one by typing an unknown name. */
export function MilestonePicker({ task, ...pickerProps }: MilestonePickerProps) {
  const store = useTeamStore();
  const { id: taskId, projectId, milestoneId } = task;
  const put = (to: string | null) => updateTask(store, taskId, { milestoneId: to });
  return (
    <MilestoneChoice
      {...pickerProps}
      projectId={projectId}
      milestoneId={milestoneId}
      onPick={(id) => void store.mutate(put(id))}
      onMake={(name) => {
        const id = store.newId();
        store.mutate([createMilestone(store, projectId ?? '', { name }, id), put(id)]);
      }}
    />
  );
}

interface MilestoneChoiceProps extends PickerProps {
  projectId: string | null;
  milestoneId: string | null;
  onPick: (id: string | null) => void;
  /** Creates a milestone. If omitted, no milestone can be created. */
  onMake?: (name: string) => void;
}

export function MilestoneChoice({
  projectId,
  milestoneId,
  canEdit,
  buttonRef,
  startsOpen = false,
  onClose,
  onPick,
  onMake,
}: MilestoneChoiceProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const may = useMay();
  const milestones = useRows(milestonesByProject(useTeamStore()), projectId ?? '');
  const chosen = milestones.find(({ id }) => id === milestoneId);
  const canMake =
    may('project.update', { projectId: projectId ?? '', createdBy: null }) &&
    milestones.length < LIMITS.milestonesPerProject;
  return (
    <Picker
      label={t`Milestone`}
      buttonRef={buttonRef}
      isDisabled={!canEdit || projectId === null}
      isSearchable={startsOpen}
      startsOpen={startsOpen}
      {...(onClose === undefined ? {} : { onClose })}
      selected={[milestoneId ?? NONE]}
      options={[
        { value: NONE, label: t`No milestone` },
        ...milestones.map(({ id, name, targetDate }) => ({
          value: id,
          label: name,
          icon: <IconFlag3 size={16} stroke={1.6} aria-hidden="true" />,
          ...(targetDate === null ? {} : { hint: formats.calendarDay(targetDate) }),
        })),
      ]}
      making={
        onMake !== undefined && canMake
          ? {
              placeholder: t`Search or create a milestone…`,
              maxLength: LIMITS.milestoneName,
              name: (name) => t`Create milestone “${name}”`,
              make: onMake,
            }
          : undefined
      }
      onPick={(id) => onPick(id === NONE ? null : id)}
    >
      {chosen === undefined ? (
        <span className={styles.faint}>{projectId === null ? t`Only in a project` : t`No milestone`}</span>
      ) : (
        <>
          <IconFlag3 size={16} stroke={1.6} aria-hidden="true" />
          {chosen.name}
        </>
      )}
    </Picker>
  );
}
