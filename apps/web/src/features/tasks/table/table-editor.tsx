import {
  idOfCustomField,
  isCustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { SyncRows } from '@hearth/contracts/sync';
import { isScalarField } from '@hearth/contracts/model/scalar-field-values';
import { isClosed } from '@hearth/contracts/model/task-values';
import type { ColumnField } from '@hearth/contracts/views/view-columns-values';
import { useLingui } from '@lingui/react/macro';
import { useRef, type ReactElement, type ReactNode } from 'react';
import { toPersonOption, usePeople } from '#features/members/index.ts';
import { useProjects } from '#features/projects/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { Picker, type PickerOption } from '#ui/overlays/picker.tsx';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { CyclePicker } from '#features/tasks/cycles/cycle-picker.tsx';
import { ScalarPicker } from '#features/tasks/fields/scalar-picker.tsx';
import { LabelPicker } from '#features/tasks/labels/label-picker.tsx';
import { WatcherPicker } from '#features/tasks/watchers/watcher-picker.tsx';
import { MilestonePicker } from '#features/tasks/milestones/milestone-picker.tsx';
import { DayEditor, readStep } from './day-editor.tsx';
import { ValueEditor } from './value-editor.tsx';
import { ParentDialog } from '#features/tasks/sub-tasks/parent-picker.tsx';
import { RepeatPicker } from '#features/tasks/recurrence/repeat-picker.tsx';
import { useStatuses } from '#features/tasks/model/task-views.ts';
import { TypePicker } from '#features/tasks/task-types/type-picker.tsx';
import { updateTask, type TaskFields } from '#features/tasks/model/tasks.data.ts';
import styles from './table.module.css';

type Task = SyncRows['task'];

interface CellEditorProps {
  task: Task;
  field: ColumnField;
  /** The cell's content, for fields whose editor is a list below the cell. */
  children: ReactNode;
  /** Called when editing ends. `step` is the direction to move in. Its values correspond to Tab and Shift+Tab. */
  onEnd: (step: -1 | 0 | 1) => void;
}

/** Option value for “none”. Option values must not be empty. */
const NONE = 'none';
/** Focus the button that opens a list immediately to avoid losing key presses. */
const focusAtOnce = (button: HTMLElement | null) => button?.focus();

/** Edits one cell inline with the same editors as in other views. */
export function CellEditor({ task, field, children, onEnd }: CellEditorProps): ReactElement {
  const { t } = useLingui();
  const store = useTeamStore();
  const statuses = useStatuses();
  const change = (fields: Partial<TaskFields>) => void store.mutate(updateTask(store, task.id, fields));
  const end = () => onEnd(0);
  if (isCustomFieldName(field))
    return <ValueEditor task={task} fieldId={idOfCustomField(field)} onEnd={onEnd} />;
  if (isScalarField(field)) {
    return (
      <ScalarPicker
        field={field}
        value={task[field]}
        canEdit
        buttonRef={focusAtOnce}
        onPick={change}
        startsOpen
        onClose={end}
      />
    );
  }
  switch (field) {
    case 'title':
      return <TitleEditor title={task.title} onChange={(title) => change({ title })} onEnd={onEnd} />;
    case 'label':
      return <LabelPicker task={task} canEdit startsOpen onClose={end} />;
    case 'watcher':
      return <WatcherPicker task={task} canEdit startsOpen buttonRef={focusAtOnce} onClose={end} />;
    case 'cycle':
      return <CyclePicker task={task} canEdit startsOpen buttonRef={focusAtOnce} onClose={end} />;
    case 'type':
      return (
        <TypePicker
          typeId={task.typeId}
          canEdit
          buttonRef={focusAtOnce}
          onPick={(typeId) => change({ typeId })}
          startsOpen
          onClose={end}
        />
      );
    case 'repeat':
      return (
        <RepeatPicker
          repeat={task.repeat}
          dates={task}
          canEdit
          startsOpen
          buttonRef={focusAtOnce}
          onPick={change}
          onClose={end}
        />
      );
    case 'milestone':
      return <MilestonePicker task={task} canEdit startsOpen buttonRef={focusAtOnce} onClose={end} />;
    case 'parent':
      return <ParentDialog ids={[task.id]} onChange={(commands) => store.mutate(commands)} onClose={end} />;
    case 'start':
    case 'due': {
      const status = statuses.find(({ id }) => id === task.statusId);
      const isOpen = field === 'due' && status !== undefined && !isClosed(status.category);
      return (
        <DayEditor
          hasTime
          label={field === 'due' ? t`Due date` : t`Start date`}
          value={field === 'due' ? task.dueDate : task.startDate}
          isClosed={!isOpen}
          onChange={(day) => change(field === 'due' ? { dueDate: day } : { startDate: day })}
          onEnd={onEnd}
        />
      );
    }
    case 'status':
    case 'assignee':
    case 'reporter':
    case 'project':
      return (
        <ListEditor task={task} field={field} onChange={change} onEnd={end}>
          {children}
        </ListEditor>
      );
    case 'key':
    case 'progress':
    case 'created':
    case 'updated':
    case 'closed':
    case 'creator':
      return <>{children}</>;
  }
}

interface ListEditorProps {
  task: Task;
  field: 'status' | 'assignee' | 'reporter' | 'project';
  onChange: (fields: Partial<TaskFields>) => void;
  onEnd: () => void;
  children: ReactNode;
}

function ListEditor({ task, field, onChange, onEnd, children }: ListEditorProps) {
  const { t } = useLingui();
  const may = useMay();
  const statuses = useStatuses();
  const people = usePeople();
  const projects = useProjects();
  const persons = people.map(toPersonOption);
  const mayPut = (projectId: string | null) =>
    projectId === task.projectId || may('task.create', { projectId, createdBy: null });
  const lists: Record<
    ListEditorProps['field'],
    {
      label: string;
      options: readonly PickerOption[];
      selected: readonly string[];
      pick: (value: string) => Partial<TaskFields>;
    }
  > = {
    status: {
      label: t`Status`,
      options: statuses.map((look) => ({
        value: look.id,
        label: look.name,
        icon: <StatusGlyph category={look.category} progress={look.progress} color={look.color} />,
      })),
      selected: [task.statusId],
      pick: (statusId) => ({ statusId }),
    },
    assignee: {
      label: t`Assignees`,
      options: persons,
      selected: task.assigneeIds,
      pick: (id) => ({
        assigneeIds: task.assigneeIds.includes(id)
          ? task.assigneeIds.filter((other) => other !== id)
          : [...task.assigneeIds, id],
      }),
    },
    reporter: {
      label: t`Requested by`,
      options: [...persons, { value: NONE, label: t`Nobody` }],
      selected: [task.reporterId ?? NONE],
      pick: (id) => ({ reporterId: id === NONE ? null : id }),
    },
    project: {
      label: t`Project`,
      options: [
        ...(mayPut(null) ? [{ value: NONE, label: t`No project` }] : []),
        ...projects
          .filter(({ id }) => mayPut(id))
          .map(({ id, name, color }) => ({ value: id, label: name, icon: <ColorDot color={color} /> })),
      ],
      selected: [task.projectId ?? NONE],
      pick: (id) => ({ projectId: id === NONE ? null : id }),
    },
  };
  const { label, options, selected, pick } = lists[field];
  return (
    <Picker
      label={label}
      options={options}
      selected={selected}
      isMultiple={field === 'assignee'}
      isSearchable
      startsOpen
      buttonRef={focusAtOnce}
      onPick={(value) => onChange(pick(value))}
      onClose={onEnd}
    >
      {children}
    </Picker>
  );
}

interface TitleEditorProps {
  title: string;
  onChange: (title: string) => void;
  onEnd: (step: -1 | 0 | 1) => void;
}

function TitleEditor({ title, onChange, onEnd }: TitleEditorProps) {
  const { t } = useLingui();
  const isOver = useRef(false);
  function keep(typed: string): void {
    const next = typed.trim().replaceAll(/\s+/g, ' ');
    if (isOver.current) return;
    isOver.current = true;
    if (next !== '' && next !== title) onChange(next);
  }
  return (
    <input
      ref={(field) => {
        if (field === null || document.activeElement === field) return;
        field.focus();
        field.select();
      }}
      className={styles.titleEditor}
      aria-label={t`Title`}
      defaultValue={title}
      maxLength={LIMITS.taskTitle}
      autoComplete="off"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') isOver.current = true;
        else if (event.key === 'Enter' || event.key === 'Tab') keep(event.currentTarget.value);
        else return;
        event.preventDefault();
        onEnd(readStep(event));
      }}
      onBlur={(event) => {
        const wasOver = isOver.current;
        keep(event.currentTarget.value);
        if (!wasOver) onEnd(0);
      }}
    />
  );
}
