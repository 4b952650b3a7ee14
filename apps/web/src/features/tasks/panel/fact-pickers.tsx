import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { usePeople } from '#features/members/index.ts';
import { useProjects } from '#features/projects/index.ts';
import { useRow } from '#platform/sync/index.ts';
import { PersonChip, ProjectChip } from '#ui/display/chip.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import { usePeopleOptions } from '#features/tasks/fields/task-choices.tsx';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import styles from '#features/tasks/fields/panel.module.css';

/** Option value for “none”. Option values must not be empty. */
const NONE = 'none';

interface FactPickerProps {
  task: SyncRows['task'];
  canEdit: boolean;
  onChange: (fields: Partial<TaskFields>) => void;
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
