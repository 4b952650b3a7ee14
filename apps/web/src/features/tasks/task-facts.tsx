import type { SyncRows } from '@hearth/contracts/sync';
import { isClosed, type Priority } from '@hearth/contracts/task-values';
import { usePeople } from '#features/members/index.ts';
import { useProjects } from '#features/projects/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { Avatar, AvatarStack } from '#ui/avatar.tsx';
import { ColorDot } from '#ui/color-dot.tsx';
import { DateField } from '#ui/date-field.tsx';
import { Picker } from '#ui/picker.tsx';
import { PriorityGlyph } from '#ui/priority-glyph.tsx';
import { StatusGlyph } from '#ui/status-glyph.tsx';
import { useStatuses } from './task-views.ts';
import { PRIORITIES_BY_WEIGHT, PRIORITY_WORDS } from './task-words.ts';
import { updateTask, type TaskFields } from './tasks.data.ts';
import styles from './panel.module.css';

/** Stands for 'none' in pickers, whose values are never empty. */
const NONE = 'none';

/** Status, priority, people, due date and project of a task, each changed by one pick. */
export function TaskFacts({ task, canEdit }: { task: SyncRows['task']; canEdit: boolean }) {
  const store = useTeamStore();
  const statuses = useStatuses();
  const people = usePeople();
  const projects = useProjects();
  const status = statuses.find(({ id }) => id === task.statusId);
  const project = projects.find(({ id }) => id === task.projectId);
  const assigned = people.filter(({ id }) => task.assigneeIds.includes(id));
  const change = (fields: Partial<TaskFields>) => void store.mutate(updateTask(store, task.id, fields));

  function toggleAssignee(id: string): void {
    const ids = task.assigneeIds;
    change({ assigneeIds: ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id] });
  }

  return (
    <dl className={styles.facts}>
      <dt>Status</dt>
      <dd>
        <Picker
          label="Status"
          isDisabled={!canEdit}
          selected={[task.statusId]}
          options={statuses.map((look) => ({
            value: look.id,
            label: look.name,
            icon: <StatusGlyph category={look.category} progress={look.progress} color={look.color} />,
          }))}
          onPick={(statusId) => change({ statusId })}
        >
          {status !== undefined && (
            <StatusGlyph category={status.category} progress={status.progress} color={status.color} />
          )}
          {status?.name ?? 'Unknown'}
        </Picker>
      </dd>
      <dt>Priority</dt>
      <dd>
        <Picker
          label="Priority"
          isDisabled={!canEdit}
          selected={[task.priority]}
          options={PRIORITIES_BY_WEIGHT.map((priority) => ({
            value: priority,
            label: PRIORITY_WORDS[priority],
            icon: <PriorityGlyph priority={priority} />,
          }))}
          onPick={(priority) => change({ priority: priority as Priority })}
        >
          <PriorityGlyph priority={task.priority} />
          {PRIORITY_WORDS[task.priority]}
        </Picker>
      </dd>
      <dt>Assignees</dt>
      <dd>
        <Picker
          label="Assignees"
          isMultiple
          isDisabled={!canEdit}
          selected={task.assigneeIds}
          options={people.map((person) => ({
            value: person.id,
            label: person.name,
            icon: <Avatar person={person} size={20} />,
          }))}
          onPick={toggleAssignee}
        >
          {assigned.length === 0 ? (
            <span className={styles.faint}>Nobody</span>
          ) : (
            <>
              <AvatarStack people={assigned} />
              {assigned.length === 1 ? assigned[0]?.name : `${assigned.length} people`}
            </>
          )}
        </Picker>
      </dd>
      <dt>Due date</dt>
      <dd>
        <DateField
          label="Due date"
          value={task.dueDate}
          isClosed={status !== undefined && isClosed(status.category)}
          isDisabled={!canEdit}
          onChange={(dueDate) => change({ dueDate })}
        />
      </dd>
      <dt>Project</dt>
      <dd>
        <Picker
          label="Project"
          isDisabled={!canEdit}
          selected={[task.projectId ?? NONE]}
          options={[
            { value: NONE, label: 'No project' },
            ...projects.map(({ id, name, color }) => ({
              value: id,
              label: name,
              icon: <ColorDot color={color} />,
            })),
          ]}
          onPick={(id) => change({ projectId: id === NONE ? null : id })}
        >
          {project === undefined ? (
            <span className={styles.faint}>No project</span>
          ) : (
            <>
              <ColorDot color={project.color} />
              {project.name}
            </>
          )}
        </Picker>
      </dd>
    </dl>
  );
}
