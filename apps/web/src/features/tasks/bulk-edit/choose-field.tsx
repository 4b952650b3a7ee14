import { LIMITS } from '@hearth/contracts/core/limits';
import type { SyncRows } from '@hearth/contracts/sync';
import { changeScalar, isScalarField, type ScalarField } from '@hearth/contracts/model/scalar-field-values';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { toPersonOption, usePeople } from '#features/members/index.ts';
import { useEstimateUnit } from '#platform/texts/estimates.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows, useRowsOf } from '#platform/sync/store/use-rows.ts';
import { ChooseDialog, type Choice } from '#ui/overlays/choose-dialog.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { placeTasks, updateTasks, type BulkFields } from '#features/tasks/model/bulk.data.ts';
import { createLabel, labelsByName } from '#features/tasks/labels/labels.data.ts';
import {
  ChooseCycle,
  ChooseMilestone,
  ChooseCustomField,
  ChooseParent,
  ChooseRelated,
  ChooseType,
} from './choices.lazy.ts';
import { ChooseReminder } from '#features/tasks/reminders/choose-reminder.lazy.ts';
import { ChooseDay } from './choose-day.tsx';
import { ChooseRepeat } from '#features/tasks/recurrence/choose-repeat.tsx';
import { ChooseSnooze } from '#features/tasks/reminders/choose-snooze.tsx';
import { type ChooseProps } from '#features/tasks/model/choose-props.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import type { relationActions } from '#features/tasks/model/tasks.actions.ts';
import {
  listScalarOptions,
  readScalarOption,
  SCALAR_LOOKS,
  scalarOption,
} from '#features/tasks/model/scalar-looks.tsx';
import { useTaskTargets } from '#features/tasks/model/use-task-targets.ts';

export type Field =
  | ScalarField
  | 'status'
  | 'people'
  | 'labels'
  | 'due'
  | 'start'
  | 'repeat'
  | 'reporter'
  | 'watchers'
  | 'type'
  | 'milestone'
  | 'own'
  | 'cycle'
  | 'project'
  | 'parent'
  | keyof typeof relationActions
  | 'snooze'
  | 'remind';

type Task = SyncRows['task'];

interface ChooseFieldProps extends ChooseProps {
  field: Field;
}

/** Option value for “none”. Option values must not be empty. */
const NONE = 'none';

/** Edits one field of one or several tasks, in any view. */
export function ChooseField({ field, ...rest }: ChooseFieldProps) {
  if (field === 'people' || field === 'watchers')
    return <ChoosePeople {...rest} isWatching={field === 'watchers'} />;
  if (field === 'labels') return <ChooseLabels {...rest} />;
  if (field === 'due' || field === 'start') return <ChooseDay {...rest} isStart={field === 'start'} />;
  if (field === 'reporter') return <ChooseReporter {...rest} />;
  if (field === 'type') return <ChooseType {...rest} />;
  if (field === 'milestone') return <ChooseMilestone {...rest} />;
  if (field === 'own') return <ChooseCustomField {...rest} />;
  if (field === 'cycle') return <ChooseCycle {...rest} />;
  if (field === 'repeat') return <ChooseRepeat {...rest} />;
  if (field === 'remind') return <ChooseReminder {...rest} />;
  if (field === 'snooze') return <ChooseSnooze {...rest} />;
  if (field === 'parent') return <ChooseParent {...rest} />;
  if (isScalarField(field)) return <ChooseScalar {...rest} field={field} />;
  if (isOne(field)) return <ChooseOne {...rest} field={field} />;
  return <ChooseRelated {...rest} side={field} />;
}

type OneField = 'status' | 'project';

function isOne(field: Field): field is OneField {
  return field === 'status' || field === 'project';
}

/** Returns `all` if every task has the value, `some` (indeterminate) if only some have it, and undefined if none has it. */
function readCheckState(tasks: readonly Task[], has: (task: Task) => boolean): Choice['checked'] {
  const count = tasks.filter(has).length;
  return count === 0 ? undefined : count === tasks.length ? 'all' : 'some';
}

function ChooseScalar({ field, ids, onChange, onClose }: ChooseProps & { field: ScalarField }) {
  const { t } = useLingui();
  const unit = useEstimateUnit();
  const store = useTeamStore();
  const tasks = useRowsOf('task', ids);
  const { title, changeTitle } = SCALAR_LOOKS[field];
  return (
    <ChooseDialog
      title={changeTitle(ids.length)}
      label={t(title)}
      choices={listScalarOptions(field, unit, t).map((option) => ({
        ...option,
        checked: readCheckState(tasks, (task) => scalarOption(task[field]) === option.value),
      }))}
      onPick={(option) => {
        const fields: BulkFields = changeScalar(field, readScalarOption(field, option));
        onChange(
          updateTasks(
            store,
            ids.map((id) => ({ id, fields })),
          ),
        );
      }}
      onClose={onClose}
    />
  );
}

function ChooseOne({ field, ids, onChange, onClose }: ChooseProps & { field: OneField }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const tasks = useRowsOf('task', ids);
  const statuses = useStatuses();
  const targets = useTaskTargets();
  const count = ids.length;
  if (field === 'status') {
    return (
      <ChooseDialog
        title={t`${plural(count, { one: 'Change status', other: 'Change status of # tasks' })}`}
        label={t`Status`}
        choices={statuses.map((look) => ({
          value: look.id,
          label: look.name,
          icon: <StatusGlyph category={look.category} progress={look.progress} color={look.color} />,
          checked: readCheckState(tasks, (task) => task.statusId === look.id),
        }))}
        onPick={(statusId) => onChange(placeTasks(store, ids, { statusId }))}
        onClose={onClose}
      />
    );
  }
  return (
    <ChooseDialog
      title={t`${plural(count, { one: 'Move to another project', other: 'Move # tasks to another project' })}`}
      label={t`Project`}
      choices={[
        ...(targets.allowsNoProject
          ? [
              {
                value: NONE,
                label: t`No project`,
                checked: readCheckState(tasks, (task) => task.projectId === null),
              },
            ]
          : []),
        ...targets.projects.map(({ id, name, color }) => ({
          value: id,
          label: name,
          icon: <ColorDot color={color} />,
          checked: readCheckState(tasks, (task) => task.projectId === id),
        })),
      ]}
      onPick={(id) => onChange(placeTasks(store, ids, { projectId: id === NONE ? null : id }))}
      onClose={onClose}
    />
  );
}

/** If all tasks have the value, removes it from all of them. Otherwise, adds it to the tasks that lack it. */
function toggleIn(
  tasks: readonly Task[],
  set: 'assigneeIds' | 'watcherIds' | 'labelIds',
  value: string,
): { id: string; fields: BulkFields }[] {
  const isTaking = tasks.every((task) => task[set].includes(value));
  return tasks.map((task) => {
    const others = task[set].filter((one) => one !== value);
    return { id: task.id, fields: { [set]: isTaking ? others : [...others, value].toSorted() } };
  });
}

function ChoosePeople({ ids, isWatching, onChange, onClose }: ChooseProps & { isWatching: boolean }) {
  const { t } = useLingui();
  const store = useTeamStore();
  const tasks = useRowsOf('task', ids);
  const people = usePeople();
  const set = isWatching ? 'watcherIds' : 'assigneeIds';
  return (
    <ChooseDialog
      title={
        isWatching
          ? t`${plural(ids.length, { one: 'Change watchers', other: 'Change watchers of # tasks' })}`
          : t`${plural(ids.length, { one: 'Assign to', other: 'Assign # tasks to' })}`
      }
      label={isWatching ? t`Watchers` : t`Assignees`}
      isMultiple
      choices={people.map((person) => ({
        ...toPersonOption(person),
        checked: readCheckState(tasks, (task) => task[set].includes(person.id)),
      }))}
      onPick={(id) => onChange(updateTasks(store, toggleIn(tasks, set, id)))}
      onClose={onClose}
    />
  );
}

function ChooseReporter({ ids, onChange, onClose }: ChooseProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const tasks = useRowsOf('task', ids);
  const people = usePeople();
  return (
    <ChooseDialog
      title={t`${plural(ids.length, { one: 'Change requester', other: 'Change requester of # tasks' })}`}
      label={t`Requested by`}
      choices={[
        ...people.map((person) => ({
          ...toPersonOption(person),
          checked: readCheckState(tasks, (task) => task.reporterId === person.id),
        })),
        { value: NONE, label: t`Nobody`, checked: readCheckState(tasks, (task) => task.reporterId === null) },
      ]}
      onPick={(value) => {
        const reporterId = value === NONE ? null : value;
        onChange(
          updateTasks(
            store,
            ids.map((id) => ({ id, fields: { reporterId } })),
          ),
        );
      }}
      onClose={onClose}
    />
  );
}

function ChooseLabels({ ids, onChange, onClose }: ChooseProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const tasks = useRowsOf('task', ids);
  const labels = useRows(labelsByName(store));
  const may = useMay();
  const hasRoom = labels.length < LIMITS.labelsPerTeam;
  return (
    <ChooseDialog
      title={t`${plural(ids.length, { one: 'Change labels', other: 'Change labels of # tasks' })}`}
      label={t`Labels`}
      isMultiple
      choices={labels.map(({ id, name, color }) => ({
        value: id,
        label: name,
        icon: <ColorDot color={color} />,
        checked: readCheckState(tasks, (task) => task.labelIds.includes(id)),
      }))}
      making={
        may('labels.change') && hasRoom
          ? {
              maxLength: LIMITS.labelName,
              name: (name) => t`Create label “${name}”`,
              make: (name) => {
                const id = store.newId();
                onChange([
                  createLabel(store, name, id),
                  ...updateTasks(store, toggleIn(tasks, 'labelIds', id)),
                ]);
              },
            }
          : undefined
      }
      onPick={(id) => onChange(updateTasks(store, toggleIn(tasks, 'labelIds', id)))}
      onClose={onClose}
    />
  );
}
