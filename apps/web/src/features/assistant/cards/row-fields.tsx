import type { ProposedChange } from '@hearth/contracts/assistant/assistant';
import { PRIORITIES, type Priority } from '@hearth/contracts/model/task-values';
import { useLingui } from '@lingui/react/macro';
import { AssigneeChoice, ScalarPicker } from '#features/tasks/index.ts';
import { WhenField } from '#ui/dates/when-field.tsx';
import styles from './cards.module.css';

interface RowFieldsProps {
  after: Record<string, unknown>;
  before: ProposedChange;
  onEdit: (fields: Readonly<Record<string, unknown>>) => void;
}

/** The fields of a task that are corrected most often: all three for a new task, otherwise only those that the proposal changes. */
export function RowFields({ after, before: { act }, onEdit }: RowFieldsProps) {
  const { t } = useLingui();
  const isNew = act === 'create';
  const { assigneeIds, dueDate, priority } = after;
  const people = Array.isArray(assigneeIds) ? assigneeIds.map(String) : [];
  const weight = PRIORITIES.find((one) => one === priority) ?? ('none' satisfies Priority);
  if (!isNew && assigneeIds === undefined && dueDate === undefined && priority === undefined) return null;
  return (
    <div className={styles.edit}>
      {(isNew || assigneeIds !== undefined) && (
        <AssigneeChoice assigneeIds={people} canEdit onPick={(fields) => onEdit({ ...fields })} />
      )}
      {(isNew || dueDate !== undefined) && (
        <WhenField
          label={t`Due date`}
          emptyText={t`Due date`}
          value={typeof dueDate === 'string' ? dueDate : null}
          onChange={(value) => onEdit({ dueDate: value })}
        />
      )}
      {(isNew || priority !== undefined) && (
        <ScalarPicker field="priority" value={weight} canEdit onPick={(fields) => onEdit({ ...fields })} />
      )}
    </div>
  );
}
