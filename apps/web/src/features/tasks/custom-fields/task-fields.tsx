import { nameValue, type FieldValue } from '@hearth/contracts/custom-fields/custom-field-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffectEvent, useLayoutEffect } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { DateField } from '#ui/dates/date-field.tsx';
import { useFormulas } from './formulas.ts';
import { FieldTypeIcon, useValueFormatter } from './field-labels.tsx';
import { fieldsInOrder, type TeamField } from './fields.data.ts';
import { LinkedValue } from './linked-value.tsx';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';
import { updateTask } from '#features/tasks/model/tasks.data.ts';
import { hasValue } from './empty-values.ts';
import { useStaying } from '#features/tasks/model/use-staying.ts';
import { TypedValue } from './typed-value.tsx';
import { ValuePicker } from './value-picker.tsx';
import styles from './task-fields.module.css';

interface TaskFieldsProps {
  task: SyncRows['task'];
  canEdit: boolean;
  links: TaskLinks;
  /** Whether the user has expanded an empty field. */
  isUnfolded: (fieldId: string) => boolean;
  /** Called on mount and after the number of visible fields has changed. */
  onDrawn: () => void;
}

/** The custom fields of a task that have a value or that the user has expanded. Formulas are read-only. */
export function TaskFields({ task, canEdit, links, isUnfolded, onDrawn }: TaskFieldsProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const formulas = useFormulas();
  const all = useRows(fieldsInOrder(store));
  const valueOf = (field: TeamField) =>
    field.type === 'formula' ? formulas.get(field.id)?.(task) : task.custom[field.id];
  const staying = useStaying(all.filter((field) => hasValue(valueOf(field))).map(({ id }) => id));
  const fields = all.filter(({ id }) => staying.has(id) || isUnfolded(id));
  const notifyDrawn = useEffectEvent((_count: number) => onDrawn());
  useLayoutEffect(() => notifyDrawn(fields.length), [fields.length]);
  if (fields.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t`Fields`}>
      <h2 className={styles.heading}>
        <Trans>Fields</Trans>
      </h2>
      <dl className={styles.facts}>
        {fields.map((field) => (
          <div key={field.id} className={styles.fact} data-tall={field.type === 'relation' || undefined}>
            <dt>
              <FieldTypeIcon type={field.type} />
              <span className={styles.name} title={field.name}>
                {field.name}
              </span>
            </dt>
            <dd data-fact={field.id}>
              <FieldEditor
                field={field}
                task={task}
                links={links}
                draftKey={`${task.id}/custom/${field.id}`}
                isDisabled={!canEdit}
                onChange={(value) =>
                  void store.mutate(updateTask(store, task.id, { [nameValue(field.id)]: value }))
                }
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface FieldEditorProps {
  field: TeamField;
  task: SyncRows['task'];
  links: TaskLinks;
  draftKey: string;
  isDisabled: boolean;
  onChange: (value: FieldValue | null) => void;
}

/** The read-only result of a formula. */
function ComputedValue({ field, task }: Pick<FieldEditorProps, 'field' | 'task'>) {
  const { t } = useLingui();
  const formatValue = useValueFormatter();
  const value = useFormulas().get(field.id)?.(task);
  const none = field.result === 'box' ? t`No` : t`No value`;
  const text = value === undefined ? none : formatValue(field, value);
  return (
    <output className={styles.computed} aria-label={field.name} data-empty={value === undefined || undefined}>
      {text}
    </output>
  );
}

function FieldEditor({ field, task, links, draftKey, isDisabled, onChange }: FieldEditorProps) {
  const value = task.custom[field.id];
  switch (field.type) {
    case 'select':
    case 'multiSelect':
    case 'person':
      return <ValuePicker field={field} value={value} isDisabled={isDisabled} onPick={onChange} />;
    case 'formula':
      return <ComputedValue field={field} task={task} />;
    case 'relation':
      return (
        <LinkedValue field={field} task={task} links={links} isDisabled={isDisabled} onChange={onChange} />
      );
    case 'date':
      return (
        <DateField
          label={field.name}
          value={value === undefined ? null : String(value)}
          isClosed
          isDisabled={isDisabled}
          onChange={onChange}
        />
      );
    case 'checkbox':
      return (
        <input
          type="checkbox"
          className={styles.box}
          aria-label={field.name}
          checked={value === true}
          disabled={isDisabled}
          onChange={(event) => onChange(event.currentTarget.checked ? true : null)}
        />
      );
    default:
      return (
        <TypedValue
          field={field}
          value={value}
          draftKey={draftKey}
          isDisabled={isDisabled}
          onCommit={onChange}
        />
      );
  }
}
