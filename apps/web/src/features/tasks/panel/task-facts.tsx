import type { SyncRows } from '@hearth/contracts/sync';
import { SCALAR_FIELD_NAMES } from '@hearth/contracts/model/scalar-field-values';
import { isClosed } from '@hearth/contracts/model/task-values';
import { useLingui } from '@lingui/react/macro';
import { useAction } from '#platform/actions/actions.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { WhenField } from '#ui/dates/when-field.tsx';
import { CyclePicker } from '#features/tasks/cycles/cycle-picker.tsx';
import { ScalarPicker } from '#features/tasks/fields/scalar-picker.tsx';
import { AssigneeChoice, StatusChoice } from '#features/tasks/fields/task-choices.tsx';
import { LabelPicker } from '#features/tasks/labels/label-picker.tsx';
import { ReminderList } from '#features/tasks/reminders/reminder-list.tsx';
import { RepeatPicker } from '#features/tasks/recurrence/repeat-picker.tsx';
import { MilestonePicker } from '#features/tasks/milestones/milestone-picker.tsx';
import { TypePicker } from '#features/tasks/task-types/type-picker.tsx';
import { useHasChosen } from '#features/tasks/model/selection.ts';
import { SeriesNote } from '#features/tasks/recurrence/series-note.tsx';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { updateTask, type TaskFields } from '#features/tasks/model/tasks.data.ts';
import { TimeFact } from '#features/tasks/time-tracking/time-fact.tsx';
import { Watching } from '#features/tasks/watchers/watcher-picker.tsx';
import { AddFact } from './add-fact.tsx';
import { DayKey } from './day-key.tsx';
import { FactLine } from './fact-line.tsx';
import { FACT_LABELS } from './fact-labels.ts';
import { ProjectFact, ReporterFact } from './fact-pickers.tsx';
import { OTHER_SCALARS, type Fact } from './folded-facts.ts';
import type { Folds } from './use-folds.ts';
import { useShownFacts } from './use-shown-facts.ts';
import styles from '#features/tasks/fields/panel.module.css';

interface TaskFactsProps {
  task: SyncRows['task'];
  canEdit: boolean;
  links: TaskLinks;
  folds: Folds;
}

/** The properties of a task, each with its editor. Empty and rarely used properties are collapsed. */
export function TaskFacts({ task, canEdit, links, folds }: TaskFactsProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const status = useStatuses().find(({ id }) => id === task.statusId);
  const { isShown, isAvailable, addable, addableFields } = useShownFacts(task, canEdit, folds);
  const change = (fields: Partial<TaskFields>) => void store.mutate(updateTask(store, task.id, fields));
  const own = { task, canEdit, onChange: change };
  const line = (fact: Fact) => ({ fact, canEdit, isShown: isShown(fact) });

  return (
    <div className={styles.properties}>
      {canEdit && KEYED.filter(isAvailable).map((fact) => <FactKey key={fact} fact={fact} folds={folds} />)}
      {canEdit && DAYS.filter(isAvailable).map((fact) => <DayKey key={fact} fact={fact} taskId={task.id} />)}
      <dl className={styles.facts}>
        <FactLine {...line('status')}>
          <StatusChoice statusId={task.statusId} canEdit={canEdit} onPick={change} />
        </FactLine>
        <FactLine {...line('priority')}>
          <ScalarPicker field="priority" value={task.priority} canEdit={canEdit} onPick={change} />
        </FactLine>
        <FactLine {...line('type')}>
          <TypePicker typeId={task.typeId} canEdit={canEdit} onPick={(typeId) => change({ typeId })} />
        </FactLine>
        <FactLine {...line('assignees')}>
          <AssigneeChoice assigneeIds={task.assigneeIds} canEdit={canEdit} onPick={change} />
        </FactLine>
        <FactLine {...line('reporter')}>
          <ReporterFact {...own} />
        </FactLine>
        <FactLine {...line('watchers')}>
          <Watching task={task} canEdit={canEdit} onReach={() => folds.reach('watchers')} />
        </FactLine>
        <FactLine {...line('labels')}>
          <LabelPicker task={task} canEdit={canEdit} />
        </FactLine>
        <FactLine {...line('dueDate')}>
          <WhenField
            label={t`Due date`}
            value={task.dueDate}
            isClosed={status !== undefined && isClosed(status.category)}
            isDisabled={!canEdit}
            onChange={(dueDate) => change({ dueDate })}
          />
        </FactLine>
        {store.at === null && (
          <FactLine {...line('reminders')} canEdit>
            <ReminderList task={task} />
          </FactLine>
        )}
        <FactLine {...line('startDate')}>
          <WhenField
            label={t`Start date`}
            value={task.startDate}
            isClosed
            isDisabled={!canEdit}
            onChange={(startDate) => change({ startDate })}
          />
        </FactLine>
        <FactLine {...line('repeat')}>
          <RepeatPicker repeat={task.repeat} dates={task} canEdit={canEdit} onPick={change} />
          <SeriesNote task={task} canEdit={canEdit} links={links} />
        </FactLine>
        <FactLine {...line('estimate')}>
          <ScalarPicker field="estimate" value={task.estimate} canEdit={canEdit} onPick={change} />
        </FactLine>
        <FactLine {...line('time')} canEdit={false}>
          <TimeFact task={task} />
        </FactLine>
        <FactLine {...line('project')}>
          <ProjectFact {...own} />
        </FactLine>
        <FactLine {...line('milestone')}>
          <MilestonePicker task={task} canEdit={canEdit} />
        </FactLine>
        <FactLine {...line('cycle')}>
          <CyclePicker task={task} canEdit={canEdit} />
        </FactLine>
        {OTHER_SCALARS.map((field) => (
          <FactLine key={field} {...line(field)}>
            <ScalarPicker field={field} value={task[field]} canEdit={canEdit} onPick={change} />
          </FactLine>
        ))}
      </dl>
      <AddFact facts={addable} fields={addableFields} folds={folds} />
    </div>
  );
}

/** Properties whose shortcuts are registered here. The editors of the other properties register their own. */
const KEYED: readonly Fact[] = [
  ...SCALAR_FIELD_NAMES,
  'status',
  'type',
  'assignees',
  'reporter',
  'repeat',
  'project',
  'milestone',
  'cycle',
];

const DAYS = ['dueDate', 'startDate'] as const;

function FactKey({ fact, folds }: { fact: Fact; folds: Folds }) {
  // If tasks are selected in the list, shortcuts apply to the selection instead of the open panel.
  const hasChosen = useHasChosen();
  useAction(FACT_LABELS[fact].action, () => folds.reach(fact), !hasChosen);
  return null;
}
