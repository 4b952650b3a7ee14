import type { SyncRows } from '@hearth/contracts/sync';
import type { Priority } from '@hearth/contracts/task-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { usePeople } from '#features/members/index.ts';
import { useProjects } from '#features/projects/index.ts';
import { useRow } from '#platform/sync/index.ts';
import { Avatar } from '#ui/avatar.tsx';
import { PersonChip, ProjectChip } from '#ui/chip.tsx';
import { ColorDot } from '#ui/color-dot.tsx';
import { Picker, type PickerOption } from '#ui/picker.tsx';
import { PriorityGlyph } from '#ui/priority-glyph.tsx';
import { StatusGlyph } from '#ui/status-glyph.tsx';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { PRIORITIES_BY_WEIGHT, PRIORITY_WORDS } from '#features/tasks/model/task-words.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import { PeopleNames } from '#features/tasks/parts/people-names.tsx';
import styles from '#features/tasks/parts/panel.module.css';

/** Stands for 'none' in pickers, whose values are never empty. */
const NONE = 'none';

export interface FactPickerProps {
  task: SyncRows['task'];
  canEdit: boolean;
  onChange: (fields: Partial<TaskFields>) => void;
}

export function StatusFact({ task, canEdit, onChange }: FactPickerProps) {
  const { t } = useLingui();
  const statuses = useStatuses();
  const status = statuses.find(({ id }) => id === task.statusId);
  return (
    <Picker
      label={t`Status`}
      isDisabled={!canEdit}
      selected={[task.statusId]}
      options={statuses.map((look) => ({
        value: look.id,
        label: look.name,
        icon: <StatusGlyph category={look.category} progress={look.progress} color={look.color} />,
      }))}
      onPick={(statusId) => onChange({ statusId })}
    >
      {status !== undefined && (
        <StatusGlyph category={status.category} progress={status.progress} color={status.color} />
      )}
      {status?.name ?? t`Unknown`}
    </Picker>
  );
}

export function PriorityFact({ task, canEdit, onChange }: FactPickerProps) {
  const { t } = useLingui();
  return (
    <Picker
      label={t`Priority`}
      isDisabled={!canEdit}
      selected={[task.priority]}
      options={PRIORITIES_BY_WEIGHT.map((priority) => ({
        value: priority,
        label: t(PRIORITY_WORDS[priority]),
        icon: <PriorityGlyph priority={priority} />,
      }))}
      onPick={(priority) => onChange({ priority: priority as Priority })}
    >
      <PriorityGlyph priority={task.priority} />
      {t(PRIORITY_WORDS[task.priority])}
    </Picker>
  );
}

function usePeopleOptions(): PickerOption[] {
  return usePeople().map((person) => ({
    value: person.id,
    label: person.name,
    icon: <Avatar person={person} size={20} />,
  }));
}

export function AssigneesFact({ task, canEdit, onChange }: FactPickerProps) {
  const { t } = useLingui();
  const ids = task.assigneeIds;
  const assigned = usePeople().filter(({ id }) => ids.includes(id));
  return (
    <Picker
      label={t`Assignees`}
      isMultiple
      isDisabled={!canEdit}
      selected={ids}
      options={usePeopleOptions()}
      onPick={(id) =>
        onChange({ assigneeIds: ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id] })
      }
    >
      <PeopleNames people={assigned} />
    </Picker>
  );
}

export function ReporterFact({ task, canEdit, onChange }: FactPickerProps) {
  const { t } = useLingui();
  const reporter = usePeople().find(({ id }) => id === task.reporterId);
  return (
    <Picker
      label={t`Requested by`}
      isDisabled={!canEdit}
      selected={[task.reporterId ?? NONE]}
      options={[...usePeopleOptions(), { value: NONE, label: t`Nobody` }]}
      onPick={(id) => onChange({ reporterId: id === NONE ? null : id })}
    >
      {reporter !== undefined ? (
        <PersonChip person={reporter} />
      ) : (
        <span className={styles.faint}>{task.reporterId === null ? t`Nobody` : t`Former member`}</span>
      )}
    </Picker>
  );
}

export function ProjectFact({ task, canEdit, onChange }: FactPickerProps) {
  const { t } = useLingui();
  const projects = useProjects();
  const project = useRow('project', task.projectId ?? '');
  return (
    <Picker
      label={t`Project`}
      isDisabled={!canEdit}
      selected={[task.projectId ?? NONE]}
      options={[
        { value: NONE, label: t`No project` },
        ...projects.map(({ id, name, color }) => ({
          value: id,
          label: name,
          icon: <ColorDot color={color} />,
        })),
      ]}
      onPick={(id) => onChange({ projectId: id === NONE ? null : id })}
    >
      {project === undefined ? (
        <span className={styles.faint}>
          <Trans>No project</Trans>
        </span>
      ) : (
        <ProjectChip name={project.name} color={project.color} />
      )}
    </Picker>
  );
}
