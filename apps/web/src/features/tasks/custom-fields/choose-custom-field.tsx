import { nameValue, type FieldValue } from '@hearth/contracts/custom-fields/custom-field-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { SyncRows } from '@hearth/contracts/sync';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { toPersonOption, usePeople } from '#features/members/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows, useRowsOf } from '#platform/sync/store/use-rows.ts';
import { ChooseDialog, type Choice } from '#ui/overlays/choose-dialog.tsx';
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { DateField } from '#ui/dates/date-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { TextField } from '#ui/inputs/text-field.tsx';
import { updateTasks, type TaskChange } from '#features/tasks/model/bulk.data.ts';
import type { ChooseProps } from '#features/tasks/model/choose-props.ts';
import { NO_DAY, useDayChoices } from '#features/tasks/model/use-day-choices.ts';
import { readTyped, writeTyped } from './field-texts.ts';
import { FAULT_MESSAGES, FieldTypeIcon } from './field-labels.tsx';
import { fieldsInOrder, type TeamField } from './fields.data.ts';
import { LinkPicker, listLinks, toggleLink } from './link-picker.tsx';
import styles from './field-dialog.module.css';

type Task = SyncRows['task'];

/** Option value for “none”. Option values must not be empty. */
const NONE = 'none';
const TICKED = 'yes';

/** Sets a custom field of one or several tasks. The user first picks the field, then its value. */
export function ChooseCustomField({ ids, onChange, onClose }: ChooseProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const fields = useRows(fieldsInOrder(store));
  const tasks = useRowsOf('task', ids);
  const [field, setField] = useState<TeamField | null>(null);
  // True while a field has just been picked. The list closes on each pick, but the dialog must stay open.
  const isLeadingOn = useRef(false);
  const count = ids.length;
  if (field === null) {
    return (
      <ChooseDialog
        title={t`${plural(count, { one: 'Change a field', other: 'Change a field of # tasks' })}`}
        label={t`Fields`}
        choices={fields
          .filter(({ type }) => type !== 'formula')
          .map(({ id, name, type }) => ({
            value: id,
            label: name,
            icon: <FieldTypeIcon type={type} />,
          }))}
        onPick={(id) => {
          isLeadingOn.current = true;
          setField(fields.find((one) => one.id === id) ?? null);
        }}
        onClose={() => {
          if (!isLeadingOn.current) onClose();
          isLeadingOn.current = false;
        }}
      />
    );
  }
  const put = (valueOf: (task: Task) => FieldValue | null) =>
    onChange(
      updateTasks(
        store,
        tasks.map((task): TaskChange => ({ id: task.id, fields: { [nameValue(field.id)]: valueOf(task) } })),
      ),
    );
  if (field.type === 'relation') {
    const isHad = (id: string) =>
      tasks.every((task) => task.id === id || listLinks(task, field.id).includes(id));
    return (
      <LinkPicker
        field={field}
        tasks={tasks}
        onClose={onClose}
        onToggle={(id) =>
          put((task) => {
            const ids = listLinks(task, field.id);
            return ids.includes(id) === isHad(id) ? toggleLink(ids, id) : ids.length === 0 ? null : [...ids];
          })
        }
      />
    );
  }
  const isTyped = ['text', 'number', 'money', 'percent', 'url'].includes(field.type);
  if (field.type === 'date') return <PickDay field={field} tasks={tasks} onPut={put} onClose={onClose} />;
  return isTyped ? (
    <TypeValue field={field} tasks={tasks} onPut={put} onClose={onClose} />
  ) : (
    <PickValue key={field.id} field={field} tasks={tasks} onPut={put} onClose={onClose} />
  );
}

interface ValueProps {
  field: TeamField;
  tasks: readonly Task[];
  onPut: (valueOf: (task: Task) => FieldValue | null) => void;
  onClose: () => void;
}

function PickValue({ field, tasks, onPut, onClose }: ValueProps) {
  const { t } = useLingui();
  const people = usePeople();
  const valuesOf = (task: Task): string[] => [task.custom[field.id] ?? []].flat().map(String);
  const checkState = (has: (values: string[]) => boolean): Choice['checked'] => {
    const count = tasks.filter((task) => has(valuesOf(task))).length;
    return count === 0 ? undefined : count === tasks.length ? 'all' : 'some';
  };
  const among = (choice: Choice): Choice => ({
    ...choice,
    checked: checkState((values) => values.includes(choice.value)),
  });
  const empty = (label: string): Choice => ({
    value: NONE,
    label,
    checked: checkState((values) => values.length === 0),
  });
  const isMultiple = field.type === 'multiSelect';

  function listChoices(): Choice[] {
    if (field.type === 'checkbox') {
      return [
        { value: TICKED, label: t`Ticked`, checked: checkState((values) => values.length > 0) },
        empty(t`Not ticked`),
      ];
    }
    const offered =
      field.type === 'person'
        ? people.map((person) => among(toPersonOption(person)))
        : field.options.map(({ id, name, color }) =>
            among({ value: id, label: name, icon: <ColorDot color={color} /> }),
          );
    return isMultiple ? offered : [...offered, empty(t`None`)];
  }

  function pick(value: string): void {
    if (!isMultiple) return onPut(() => (value === NONE ? null : field.type === 'checkbox' ? true : value));
    const isTaking = tasks.every((task) => valuesOf(task).includes(value));
    const offered = new Set(field.options.map(({ id }) => id));
    onPut((task) => {
      const others = valuesOf(task).filter((one) => one !== value && offered.has(one));
      const next = isTaking ? others : [...others, value].toSorted();
      return next.length === 0 ? null : next;
    });
  }

  return (
    <ChooseDialog
      title={field.name}
      label={field.name}
      isMultiple={isMultiple}
      choices={listChoices()}
      onPick={pick}
      onClose={onClose}
    />
  );
}

/** The same choice of days as for due dates. */
function PickDay({ field, tasks, onPut, onClose }: ValueProps) {
  const { t } = useLingui();
  const days = tasks.map((task) => (task.custom[field.id] as string | undefined) ?? null);
  const [same = null, ...others] = new Set(days);
  const choosing = useDayChoices(days, (day) => onPut(() => (day === NO_DAY ? null : day)));
  return (
    <ChooseDialog title={field.name} label={field.name} {...choosing} onClose={onClose}>
      <DateField
        label={t`Custom date`}
        value={others.length === 0 ? same : null}
        isClosed
        onChange={(day) => onPut(() => day)}
      />
    </ChooseDialog>
  );
}

function TypeValue({ field, tasks, onPut, onClose }: ValueProps) {
  const { t, i18n } = useLingui();
  const current = tasks[0]?.custom[field.id];
  const isSame = tasks.every((task) => task.custom[field.id] === current);
  // Null until something is typed over different values: saving then must not clear them.
  const [typed, setTyped] = useState<string | null>(isSame ? writeTyped(current) : null);
  const [fault, setFault] = useState<string | null>(null);
  return (
    <Dialog title={field.name} isOpen onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === null) return onClose();
          const read = readTyped(field, typed);
          if ('fault' in read) {
            const message = FAULT_MESSAGES[read.fault];
            setFault(message === undefined ? field.name : i18n._(message));
            return;
          }
          onPut(() => read.value);
          onClose();
        }}
      >
        <TextField
          label={field.name}
          value={typed ?? ''}
          {...(typed === null ? { placeholder: t`Different values` } : {})}
          maxLength={LIMITS.fieldText}
          error={fault}
          autoFocus
          onChange={(text) => {
            setTyped(text);
            setFault(null);
          }}
        />
        <DialogButtons onCancel={onClose}>
          <Button type="submit">
            <Trans>Save</Trans>
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
