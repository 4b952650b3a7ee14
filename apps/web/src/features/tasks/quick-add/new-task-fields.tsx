import { useLingui } from '@lingui/react/macro';
import { IconCalendar, IconCalendarPlus } from '@tabler/icons-react';
import { isClosed } from '@hearth/contracts/model/task-values';
import { useRef, type ReactNode } from 'react';
import { useProjects } from '#features/projects/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { ProjectChip } from '#ui/display/chip.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { WhenField } from '#ui/dates/when-field.tsx';
import { CycleChoice } from '#features/tasks/cycles/cycle-picker.tsx';
import { cyclesByProject } from '#features/tasks/cycles/cycles.data.ts';
import { ScalarPicker } from '#features/tasks/fields/scalar-picker.tsx';
import { AssigneeChoice, StatusChoice } from '#features/tasks/fields/task-choices.tsx';
import { MilestoneChoice } from '#features/tasks/milestones/milestone-picker.tsx';
import { milestonesByProject } from '#features/tasks/milestones/milestones.data.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { defaultStatus, type TaskFields } from '#features/tasks/model/tasks.data.ts';
import { RepeatPicker } from '#features/tasks/recurrence/repeat-picker.tsx';
import { useTaskTypes } from '#features/tasks/task-types/task-types.ts';
import { TypePicker } from '#features/tasks/task-types/type-picker.tsx';
import { NewTaskLabels } from './new-task-labels.tsx';
import { NewTaskParent } from './new-task-parent.tsx';
import type { Picks } from './new-task-picks.ts';
import { useTaskTargets } from '#features/tasks/model/use-task-targets.ts';
import styles from './new-task.module.css';

interface NewTaskFieldsProps {
  /** The resulting fields, from picked values and typed text. */
  fields: Partial<TaskFields>;
  newLabels: readonly string[];
  onPick: (change: Partial<Picks>) => void;
}

const NONE = 'none';

/** The fields of a new task in a wrapping row. Each field is a button that shows its resulting value. */
export function NewTaskFields({ fields, newLabels, onPick }: NewTaskFieldsProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const projects = useProjects();
  const targets = useTaskTargets();
  const statuses = useStatuses();
  const estimate = useRef<HTMLButtonElement>(null);
  const hasType = useTaskTypes().length > 0;
  const projectId = fields.projectId ?? null;
  const chosen = projects.find(({ id }) => id === projectId);
  const hasMilestones = useRows(milestonesByProject(store), projectId ?? '').length > 0;
  const hasCycles = useRows(cyclesByProject(store), projectId ?? '').some(
    ({ closedAt }) => closedAt === null,
  );
  const { priority = 'none', statusId = defaultStatus(store)?.id } = fields;
  const status = statuses.find(({ id }) => id === statusId);
  return (
    <div role="group" aria-label={t`Fields`} className={styles.choices}>
      <Picker
        label={t`Project`}
        selected={[chosen?.id ?? NONE]}
        options={[
          ...(targets.allowsNoProject ? [{ value: NONE, label: t`No project` }] : []),
          ...targets.projects.map(({ id, name, color }) => ({
            value: id,
            label: name,
            icon: <ColorDot color={color} />,
          })),
        ]}
        onPick={(id) => onPick({ projectId: id === NONE ? null : id })}
      >
        {chosen === undefined ? t`No project` : <ProjectChip name={chosen.name} color={chosen.color} />}
      </Picker>
      <StatusChoice statusId={statusId} canEdit onPick={onPick} />
      <ScalarPicker field="priority" value={priority} canEdit onPick={onPick} />
      {hasType && (
        <TypePicker typeId={fields.typeId ?? null} canEdit onPick={(typeId) => onPick({ typeId })} />
      )}
      <AssigneeChoice assigneeIds={fields.assigneeIds ?? []} canEdit onPick={onPick} />
      <NewTaskLabels labelIds={fields.labelIds ?? []} newLabels={newLabels} onPick={onPick} />
      <Day icon={<IconCalendar size={15} stroke={1.7} aria-hidden="true" />}>
        <WhenField
          label={t`Due date`}
          emptyText={t`Due date`}
          value={fields.dueDate ?? null}
          isClosed={status !== undefined && isClosed(status.category)}
          onChange={(dueDate) => onPick({ dueDate })}
        />
      </Day>
      <ScalarPicker
        field="estimate"
        value={fields.estimate ?? null}
        canEdit
        buttonRef={estimate}
        onPick={onPick}
      />
      {hasMilestones && (
        <MilestoneChoice
          projectId={projectId}
          milestoneId={fields.milestoneId ?? null}
          canEdit
          onPick={(milestoneId) => onPick({ milestoneId })}
        />
      )}
      {hasCycles && (
        <CycleChoice
          projectId={projectId}
          cycleId={fields.cycleId ?? null}
          canEdit
          onPick={(cycleId) => onPick({ cycleId })}
        />
      )}
      <NewTaskParent
        parentId={fields.parentId ?? null}
        projectId={projectId}
        // A sub-task is created in the project of its parent, unless another project was chosen.
        onPick={(parent) =>
          onPick({
            parentId: parent?.id ?? null,
            ...(parent !== null && projectId === null && { projectId: parent.projectId }),
          })
        }
      />
      <Day icon={<IconCalendarPlus size={15} stroke={1.7} aria-hidden="true" />}>
        <WhenField
          label={t`Start date`}
          emptyText={t`Start date`}
          value={fields.startDate ?? null}
          isClosed
          onChange={(startDate) => onPick({ startDate })}
        />
      </Day>
      <RepeatPicker repeat={fields.repeat ?? null} dates={fields} canEdit onPick={onPick} />
    </div>
  );
}

function Day({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.cell} data-day>
      {icon}
      {children}
    </span>
  );
}
