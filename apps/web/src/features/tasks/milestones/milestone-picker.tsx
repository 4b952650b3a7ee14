import type { SyncRows } from '@hearth/contracts/sync';
import { LIMITS } from '@hearth/contracts/limits';
import { useLingui } from '@lingui/react/macro';
import { IconFlag3 } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useMay } from '#platform/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/use-rows.ts';
import { useFormats } from '#ui/formats.ts';
import { Picker } from '#ui/picker.tsx';
import { createMilestone, milestonesByProject } from './milestones.data.ts';
import { updateTask } from '#features/tasks/model/tasks.data.ts';
import styles from '#features/tasks/parts/panel.module.css';

const NONE = 'none';

interface MilestonePickerProps {
  task: SyncRows['task'];
  canEdit: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  startsOpen?: boolean;
  onClose?: () => void;
}

/** The milestones of a task's own project; whoever may, makes a new one by typing its name. */
export function MilestonePicker({
  task,
  canEdit,
  buttonRef,
  startsOpen = false,
  onClose,
}: MilestonePickerProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const formats = useFormats();
  const may = useMay();
  const projectId = task.projectId ?? '';
  const milestones = useRows(milestonesByProject(store), projectId);
  const chosen = milestones.find(({ id }) => id === task.milestoneId);
  const canMake =
    may('project.update', { projectId, createdBy: null }) && milestones.length < LIMITS.milestonesPerProject;
  return (
    <Picker
      label={t`Milestone`}
      buttonRef={buttonRef}
      isDisabled={!canEdit || task.projectId === null}
      isSearchable={startsOpen}
      startsOpen={startsOpen}
      {...(onClose === undefined ? {} : { onClose })}
      selected={[task.milestoneId ?? NONE]}
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
        canMake
          ? {
              placeholder: t`Search or create a milestone…`,
              maxLength: LIMITS.milestoneName,
              name: (name) => t`Create milestone “${name}”`,
              make(name) {
                const id = store.newId();
                const making = createMilestone(store, projectId, { name }, id);
                store.mutate([making, updateTask(store, task.id, { milestoneId: id })]);
              },
            }
          : undefined
      }
      onPick={(id) => void store.mutate(updateTask(store, task.id, { milestoneId: id === NONE ? null : id }))}
    >
      {chosen === undefined ? (
        <span className={styles.faint}>
          {task.projectId === null ? t`Only in a project` : t`No milestone`}
        </span>
      ) : (
        <>
          <IconFlag3 size={16} stroke={1.6} aria-hidden="true" />
          {chosen.name}
        </>
      )}
    </Picker>
  );
}
