import type { SyncRows } from '@hearth/contracts/sync';
import { isClosed, type Priority } from '@hearth/contracts/task-values';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { usePeople } from '#features/members/index.ts';
import { useProjects } from '#features/projects/index.ts';
import { useAction, type Action } from '#platform/actions.ts';
import { useRow, useTeamStore } from '#platform/sync/index.ts';
import { Avatar, AvatarStack } from '#ui/avatar.tsx';
import { PersonChip, ProjectChip } from '#ui/chip.tsx';
import { ColorDot } from '#ui/color-dot.tsx';
import { WhenField } from '#ui/when-field.tsx';
import { Picker } from '#ui/picker.tsx';
import { PriorityGlyph } from '#ui/priority-glyph.tsx';
import { StatusGlyph } from '#ui/status-glyph.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { CyclePicker } from '#features/tasks/cycles/cycle-picker.tsx';
import { EstimatePicker } from '#features/tasks/fields/estimate-picker.tsx';
import { LabelPicker } from '#features/tasks/labels/label-picker.tsx';
import { ReminderList } from '#features/tasks/reminders/reminder-list.tsx';
import { RepeatPicker } from '#features/tasks/recurrence/repeat-picker.tsx';
import { MilestonePicker } from '#features/tasks/milestones/milestone-picker.tsx';
import { useTaskTypes } from '#features/tasks/task-types/task-types.ts';
import { TypePicker } from '#features/tasks/task-types/type-picker.tsx';
import { useHasChosen } from '#features/tasks/model/selection.ts';
import { SeriesNote } from '#features/tasks/recurrence/series-note.tsx';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { PRIORITIES_BY_WEIGHT, PRIORITY_WORDS } from '#features/tasks/model/task-words.ts';
import {
  assignTask,
  remindMe,
  setDueDate,
  setEstimate,
  setCycle,
  setLabels,
  setMilestone,
  setPriority,
  setProject,
  setRepeat,
  setReporter,
  setStartDate,
  setStatus,
  setType,
  setWatchers,
  startTimerAction,
} from '#features/tasks/model/tasks.actions.ts';
import { updateTask, type TaskFields } from '#features/tasks/model/tasks.data.ts';
import { TimeFact } from '#features/tasks/time-tracking/time-fact.tsx';
import { Watching } from '#features/tasks/watchers/watcher-picker.tsx';
import styles from '#features/tasks/parts/panel.module.css';

/** Stands for 'none' in pickers, whose values are never empty. */
const NONE = 'none';

interface TaskFactsProps {
  task: SyncRows['task'];
  canEdit: boolean;
  links: TaskLinks;
}

/** Status, priority, people, labels, dates, estimate and project of a task, each changed by one pick. */
export function TaskFacts({ task, canEdit, links }: TaskFactsProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const statuses = useStatuses();
  const people = usePeople();
  const projects = useProjects();
  const status = statuses.find(({ id }) => id === task.statusId);
  const project = useRow('project', task.projectId ?? '');
  const assigned = people.filter(({ id }) => task.assigneeIds.includes(id));
  const reporter = people.find(({ id }) => id === task.reporterId);
  const only = assigned.length === 1 ? assigned[0] : undefined;
  const hasType = useTaskTypes().length > 0;
  const change = (fields: Partial<TaskFields>) => void store.mutate(updateTask(store, task.id, fields));

  const statusPicker = useRef<HTMLButtonElement>(null);
  const priorityPicker = useRef<HTMLButtonElement>(null);
  const typePicker = useRef<HTMLButtonElement>(null);
  const peoplePicker = useRef<HTMLButtonElement>(null);
  const dueField = useRef<HTMLInputElement>(null);
  const startField = useRef<HTMLInputElement>(null);
  const reporterPicker = useRef<HTMLButtonElement>(null);
  const cyclePicker = useRef<HTMLButtonElement>(null);
  const milestonePicker = useRef<HTMLButtonElement>(null);
  const repeatPicker = useRef<HTMLButtonElement>(null);
  const estimatePicker = useRef<HTMLButtonElement>(null);
  const projectPicker = useRef<HTMLButtonElement>(null);
  // What is selected in the list comes before what is open beside it.
  const hasChosen = useHasChosen();
  const isOffered = canEdit && !hasChosen;
  useAction(setStatus, () => statusPicker.current?.click(), isOffered);
  useAction(setPriority, () => priorityPicker.current?.click(), isOffered);
  useAction(setType, () => typePicker.current?.click(), isOffered && hasType);
  useAction(assignTask, () => peoplePicker.current?.click(), isOffered);
  useAction(setDueDate, () => dueField.current?.focus(), isOffered);
  useAction(setStartDate, () => startField.current?.focus(), isOffered);
  useAction(setReporter, () => reporterPicker.current?.click(), isOffered);
  useAction(setCycle, () => cyclePicker.current?.click(), isOffered);
  useAction(setMilestone, () => milestonePicker.current?.click(), isOffered);
  useAction(setRepeat, () => repeatPicker.current?.click(), isOffered);
  useAction(setEstimate, () => estimatePicker.current?.click(), isOffered);
  useAction(setProject, () => projectPicker.current?.click(), isOffered);

  function toggleAssignee(id: string): void {
    const ids = task.assigneeIds;
    change({ assigneeIds: ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id] });
  }

  return (
    <dl className={styles.facts}>
      <Fact name={t`Status`} action={setStatus} canEdit={canEdit}>
        <Picker
          label={t`Status`}
          buttonRef={statusPicker}
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
          {status?.name ?? t`Unknown`}
        </Picker>
      </Fact>
      <Fact name={t`Priority`} action={setPriority} canEdit={canEdit}>
        <Picker
          label={t`Priority`}
          buttonRef={priorityPicker}
          isDisabled={!canEdit}
          selected={[task.priority]}
          options={PRIORITIES_BY_WEIGHT.map((priority) => ({
            value: priority,
            label: t(PRIORITY_WORDS[priority]),
            icon: <PriorityGlyph priority={priority} />,
          }))}
          onPick={(priority) => change({ priority: priority as Priority })}
        >
          <PriorityGlyph priority={task.priority} />
          {t(PRIORITY_WORDS[task.priority])}
        </Picker>
      </Fact>
      {hasType && (
        <Fact name={t`Type`} action={setType} canEdit={canEdit}>
          <TypePicker
            typeId={task.typeId}
            canEdit={canEdit}
            buttonRef={typePicker}
            onPick={(typeId) => change({ typeId })}
          />
        </Fact>
      )}
      <Fact name={t`Assignees`} action={assignTask} canEdit={canEdit}>
        <Picker
          label={t`Assignees`}
          buttonRef={peoplePicker}
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
          {only !== undefined ? (
            <PersonChip person={only} />
          ) : assigned.length === 0 ? (
            <span className={styles.faint}>
              <Trans>Nobody</Trans>
            </span>
          ) : (
            <>
              <AvatarStack people={assigned} />
              <Plural value={assigned.length} one="# person" other="# people" />
            </>
          )}
        </Picker>
      </Fact>
      <Fact name={t`Requested by`} action={setReporter} canEdit={canEdit}>
        <Picker
          label={t`Requested by`}
          buttonRef={reporterPicker}
          isDisabled={!canEdit}
          selected={[task.reporterId ?? NONE]}
          options={[
            ...people.map((person) => ({
              value: person.id,
              label: person.name,
              icon: <Avatar person={person} size={20} />,
            })),
            { value: NONE, label: t`Nobody` },
          ]}
          onPick={(id) => change({ reporterId: id === NONE ? null : id })}
        >
          {reporter !== undefined ? (
            <PersonChip person={reporter} />
          ) : (
            <span className={styles.faint}>{task.reporterId === null ? t`Nobody` : t`Former member`}</span>
          )}
        </Picker>
      </Fact>
      <Fact name={t`Watchers`} action={setWatchers} canEdit={canEdit}>
        <Watching task={task} canEdit={canEdit} />
      </Fact>
      <Fact name={t`Labels`} action={setLabels} canEdit={canEdit}>
        <LabelPicker task={task} canEdit={canEdit} />
      </Fact>
      <Fact name={t`Due date`} action={setDueDate} canEdit={canEdit}>
        <WhenField
          label={t`Due date`}
          inputRef={dueField}
          value={task.dueDate}
          isClosed={status !== undefined && isClosed(status.category)}
          isDisabled={!canEdit}
          onChange={(dueDate) => change({ dueDate })}
        />
      </Fact>
      {store.at === null && (
        <Fact name={t`Reminders`} action={remindMe} canEdit>
          <ReminderList task={task} />
        </Fact>
      )}
      <Fact name={t`Start date`} action={setStartDate} canEdit={canEdit}>
        <WhenField
          label={t`Start date`}
          inputRef={startField}
          value={task.startDate}
          isClosed
          isDisabled={!canEdit}
          onChange={(startDate) => change({ startDate })}
        />
      </Fact>
      <Fact name={t`Repeats`} action={setRepeat} canEdit={canEdit}>
        <RepeatPicker
          repeat={task.repeat}
          dates={task}
          canEdit={canEdit}
          buttonRef={repeatPicker}
          onPick={change}
        />
        <SeriesNote task={task} canEdit={canEdit} links={links} />
      </Fact>
      <Fact name={t`Estimate`} action={setEstimate} canEdit={canEdit}>
        <EstimatePicker
          buttonRef={estimatePicker}
          estimate={task.estimate}
          canEdit={canEdit}
          onPick={(estimate) => change({ estimate })}
        />
      </Fact>
      <Fact name={t`Time`} action={startTimerAction} canEdit={false}>
        <TimeFact task={task} />
      </Fact>
      <Fact name={t`Project`} action={setProject} canEdit={canEdit}>
        <Picker
          label={t`Project`}
          buttonRef={projectPicker}
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
          onPick={(id) => change({ projectId: id === NONE ? null : id })}
        >
          {project === undefined ? (
            <span className={styles.faint}>
              <Trans>No project</Trans>
            </span>
          ) : (
            <ProjectChip name={project.name} color={project.color} />
          )}
        </Picker>
      </Fact>
      <Fact name={t`Milestone`} action={setMilestone} canEdit={canEdit}>
        <MilestonePicker task={task} canEdit={canEdit} buttonRef={milestonePicker} />
      </Fact>
      {(project?.cycles != null || task.cycleId !== null) && (
        <Fact name={t`Cycle`} action={setCycle} canEdit={canEdit}>
          <CyclePicker task={task} canEdit={canEdit} buttonRef={cyclePicker} />
        </Fact>
      )}
    </dl>
  );
}

interface FactProps {
  name: string;
  action: Action;
  canEdit: boolean;
  children: ReactNode;
}

/** A line of the list: its name, and what is so; the pointer on it learns the key that changes it. */
function Fact({ name, action, canEdit, children }: FactProps) {
  const { i18n } = useLingui();
  return (
    <>
      <dt>{name}</dt>
      <Tooltip label={i18n._(action.title)} shortcut={action} position="left" disabled={!canEdit}>
        <dd>{children}</dd>
      </Tooltip>
    </>
  );
}
