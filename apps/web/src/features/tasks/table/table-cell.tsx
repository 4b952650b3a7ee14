import type { ReactElement } from 'react';
import { isNumeric } from '@hearth/contracts/custom-fields/custom-field-values';
import { shownType } from '@hearth/contracts/custom-fields/formula-values';
import {
  idOfCustomField,
  isCustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import type { Repeat } from '@hearth/contracts/recurrence/repeat-values';
import type { SyncRows } from '@hearth/contracts/sync';
import {
  isScalarField,
  type ScalarField,
  type ScalarValue,
} from '@hearth/contracts/model/scalar-field-values';
import { isClosed } from '@hearth/contracts/model/task-values';
import type { ColumnField } from '@hearth/contracts/views/view-columns-values';
import { useLingui } from '@lingui/react/macro';
import { IconCheck, IconRepeat } from '@tabler/icons-react';
import { Assignees, usePerson } from '#features/members/index.ts';
import { useEstimateUnit } from '#platform/texts/estimates.ts';
import { useRow } from '#platform/sync/index.ts';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import { AvatarStack } from '#ui/display/avatar.tsx';
import { PersonChip, ProjectChip } from '#ui/display/chip.tsx';
import { DuePill } from '#ui/display/due-pill.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { StatusGlyph } from '#ui/display/status-glyph.tsx';
import { useToday } from '#ui/format/use-today.ts';
import { useFormulas } from '#features/tasks/custom-fields/formulas.ts';
import { LinkChips } from '#features/tasks/custom-fields/link-chips.tsx';
import { useValueFormatter } from '#features/tasks/custom-fields/field-labels.tsx';
import { OptionChips } from '#features/tasks/custom-fields/value-picker.tsx';
import { nameCycle } from '#features/tasks/cycles/cycle-names.ts';
import { TypeGlyph } from '#features/tasks/task-types/type-glyph.lazy.tsx';
import { nameType } from '#features/tasks/task-types/task-types.ts';
import { ParentName } from '#features/tasks/sub-tasks/parent-name.tsx';
import { nameRepeat } from '#features/tasks/recurrence/repeat-names.ts';
import { SubTaskMark } from '#features/tasks/sub-tasks/sub-task-mark.tsx';
import { TaskLabels } from '#features/tasks/labels/task-labels.tsx';
import { isEmptyScalar, nameScalar, SCALAR_LOOKS, ScalarGlyph } from '#features/tasks/model/scalar-looks.tsx';
import type { StatusLook } from '#features/tasks/model/task-field-labels.ts';
import styles from './table.module.css';

type Task = SyncRows['task'];

interface CellContentProps {
  task: Task;
  field: ColumnField;
  status: StatusLook | undefined;
}

/** The content of any cell except the title cell. */
export function CellContent({ task, field, status }: CellContentProps): ReactElement | null {
  if (isCustomFieldName(field)) return <CustomFieldCell task={task} fieldId={idOfCustomField(field)} />;
  if (isScalarField(field)) return <ScalarCell field={field} value={task[field]} />;
  switch (field) {
    case 'key':
      return <span className={styles.muted}>{task.key}</span>;
    case 'status':
      return status === undefined ? null : (
        <>
          <StatusGlyph category={status.category} progress={status.progress} color={status.color} />
          <span className={styles.text}>{status.name}</span>
        </>
      );
    case 'assignee':
      return <AssigneeCell ids={task.assigneeIds} />;
    case 'watcher':
      return <WatcherCell ids={task.watcherIds} />;
    case 'label':
      return <TaskLabels ids={task.labelIds} max={2} />;
    case 'type':
      return task.typeId === null ? null : <TypeCell typeId={task.typeId} />;
    case 'start':
      return task.startDate === null ? null : <Day day={task.startDate} />;
    case 'due':
      return task.dueDate === null ? null : (
        <DuePill dueDate={task.dueDate} isClosed={status !== undefined && isClosed(status.category)} />
      );
    case 'project':
      return task.projectId === null ? null : <ProjectCell projectId={task.projectId} />;
    case 'milestone':
      return task.milestoneId === null ? null : <MilestoneCell milestoneId={task.milestoneId} />;
    case 'cycle':
      return task.cycleId === null ? null : <CycleCell cycleId={task.cycleId} />;
    case 'parent':
      return task.parentId === null ? null : <ParentName parentId={task.parentId} />;
    case 'progress':
      return <SubTaskMark taskId={task.id} />;
    case 'updated':
      return <Moment at={task.updatedAt} />;
    case 'created':
      return <Moment at={task.createdAt} />;
    case 'closed':
      return task.closedAt === null ? null : <Moment at={task.closedAt} />;
    case 'creator':
      return task.createdBy === null ? null : <PersonCell userId={task.createdBy} />;
    case 'reporter':
      return task.reporterId === null ? null : <PersonCell userId={task.reporterId} />;
    case 'repeat':
      return task.repeat === null ? null : <RepeatCell repeat={task.repeat} />;
    case 'title':
      return <span className={styles.text}>{task.title}</span>;
  }
}

function CustomFieldCell({ fieldId, task }: { fieldId: string; task: Task }) {
  const formatValue = useValueFormatter();
  const field = useRow('field', fieldId);
  const compute = useFormulas().get(fieldId);
  const value = compute === undefined ? task.custom[fieldId] : compute(task);
  if (field === undefined || value === undefined) return null;
  const text = formatValue(field, value);
  if (field.type === 'select' || field.type === 'multiSelect')
    return <OptionChips field={field} ids={[value].flat().map(String)} isOneLine />;
  if (field.type === 'relation') return <LinkChips ids={[value].flat().map(String)} isOneLine />;
  if (field.type === 'person') return <PersonCell userId={String(value)} former={text} />;
  const type = shownType(field);
  if (type === 'checkbox') {
    return (
      <>
        <IconCheck size={16} stroke={2} aria-hidden="true" />
        <span className="hidden-text">{text}</span>
      </>
    );
  }
  return <span className={isNumeric(type) ? styles.figure : styles.text}>{text}</span>;
}

function AssigneeCell({ ids }: { ids: readonly string[] }) {
  const [first, ...others] = useRowsOf('member', ids);
  if (first === undefined) return null;
  return others.length > 0 ? <Assignees ids={ids} /> : <PersonCell userId={first.userId} />;
}

function WatcherCell({ ids }: { ids: readonly string[] }) {
  const { t } = useLingui();
  const formats = useFormats();
  const people = useRowsOf('member', ids).map(({ userId: id, name, image }) => ({ id, name, image }));
  const names = formats.list(people.map(({ name }) => name));
  return <AvatarStack people={people} label={t`Watched by ${names}`} />;
}

/** @param former the text for former members */
function PersonCell({ userId, former }: { userId: string; former?: string }) {
  const person = usePerson(userId);
  if (person !== undefined) return <PersonChip person={person} />;
  return former === undefined ? null : <span className={styles.muted}>{former}</span>;
}

function ProjectCell({ projectId }: { projectId: string }) {
  const project = useRow('project', projectId);
  return project === undefined ? null : <ProjectChip name={project.name} color={project.color} />;
}

function MilestoneCell({ milestoneId }: { milestoneId: string }) {
  const milestone = useRow('milestone', milestoneId);
  return milestone === undefined ? null : <span className={styles.text}>{milestone.name}</span>;
}

function TypeCell({ typeId }: { typeId: string }) {
  const { t } = useLingui();
  const type = useRow('taskType', typeId);
  return type === undefined ? null : (
    <>
      <TypeGlyph icon={type.icon} color={type.color} />
      <span className={styles.text}>{nameType(type.name, t)}</span>
    </>
  );
}

function CycleCell({ cycleId }: { cycleId: string }) {
  useFormats();
  const cycle = useRow('cycle', cycleId);
  return cycle === undefined ? null : <span className={styles.text}>{nameCycle(cycle)}</span>;
}

function RepeatCell({ repeat }: { repeat: Repeat }) {
  // Subscribe to language changes because the content depends on the language.
  useFormats();
  return (
    <>
      <IconRepeat size={15} stroke={1.7} aria-hidden="true" />
      <span className={styles.text}>{nameRepeat(repeat)}</span>
    </>
  );
}

function ScalarCell({ field, value }: { field: ScalarField; value: ScalarValue }) {
  const { t } = useLingui();
  // Subscribe to language changes because the number format depends on the language.
  useFormats();
  const unit = useEstimateUnit();
  const look = SCALAR_LOOKS[field];
  if (value === null) return null;
  if ('formatShort' in look)
    return <span className={styles.figure}>{look.formatShort(Number(value), unit)}</span>;
  return (
    <>
      <ScalarGlyph field={field} value={value} />
      <span className={styles.text} data-faint={isEmptyScalar(field, value) || undefined}>
        {nameScalar(field, value, unit, t)}
      </span>
    </>
  );
}

function Day({ day }: { day: string }) {
  const formats = useFormats();
  const today = useToday();
  return (
    <time className={styles.muted} dateTime={day}>
      {formats.nearWhen(day, today)}
    </time>
  );
}

function Moment({ at }: { at: string }) {
  const formats = useFormats();
  return (
    <time className={styles.muted} dateTime={at} title={formats.moment(at)}>
      {formats.moment(at, { day: 'numeric', month: 'short', year: 'numeric' })}
    </time>
  );
}
