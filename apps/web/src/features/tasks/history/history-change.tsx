import { fieldIdOf } from '@hearth/contracts/custom-fields/custom-field-values';
import { mapScalars, type ScalarField } from '@hearth/contracts/model/scalar-field-values';
import { SUB_TASK_LINE } from '@hearth/contracts/model/task-values';
import { Trans } from '@lingui/react/macro';
import type { ComponentType } from 'react';
import type { Person } from '#ui/format/person.ts';
import { AttachmentChange, CoverChange } from '#features/tasks/attachments/attachment-change.tsx';
import { ChecklistChange } from '#features/tasks/checklists/checklist-change.tsx';
import { ValueChange } from '#features/tasks/custom-fields/value-change.tsx';
import { CycleChange } from '#features/tasks/cycles/cycle-change.tsx';
import { LabelChange } from '#features/tasks/labels/label-change.tsx';
import { MilestoneChange } from '#features/tasks/milestones/milestone-change.tsx';
import type { ChangeProps, KnownNames } from '#features/tasks/model/field-change.ts';
import { RepeatChange, SkipChange } from '#features/tasks/recurrence/repeat-change.tsx';
import { RelationChange } from '#features/tasks/relations/relation-change.tsx';
import { StatusChange } from '#features/tasks/statuses/status-change.tsx';
import { ParentChange } from '#features/tasks/sub-tasks/parent-change.tsx';
import { SubTaskChange } from '#features/tasks/sub-tasks/sub-task-change.tsx';
import { TypeChange } from '#features/tasks/task-types/type-change.tsx';
import { TimeChange } from '#features/tasks/time-tracking/time-change.tsx';
import { TriageChange } from '#features/tasks/triage/triage-change.tsx';
import { WatcherChange } from '#features/tasks/watchers/watcher-change.tsx';
import {
  AssigneeChange,
  DescriptionChange,
  DueDateChange,
  ProjectChange,
  ReporterChange,
  ScalarChange,
  StartDateChange,
  TitleChange,
} from './field-changes.tsx';
import type { HistoryField } from './history-fields.ts';
import type { PastChange } from './use-task-past.ts';
import styles from './activity.module.css';

/** The component that describes a change, by field. */
const FIELD_CHANGES: Record<HistoryField, ComponentType<ChangeProps>> = {
  title: TitleChange,
  description: DescriptionChange,
  statusId: StatusChange,
  ...mapScalars<Record<ScalarField, ComponentType<ChangeProps>>>(() => ScalarChange),
  startDate: StartDateChange,
  dueDate: DueDateChange,
  assigneeIds: AssigneeChange,
  reporterId: ReporterChange,
  watcherIds: WatcherChange,
  labelIds: LabelChange,
  typeId: TypeChange,
  projectId: ProjectChange,
  milestoneId: MilestoneChange,
  cycleId: CycleChange,
  triage: TriageChange,
  repeat: RepeatChange,
  skip: SkipChange,
  parentId: ParentChange,
  [SUB_TASK_LINE]: SubTaskChange,
  blockedBy: RelationChange,
  blocks: RelationChange,
  follows: RelationChange,
  precedes: RelationChange,
  relates: RelationChange,
  duplicates: RelationChange,
  duplicatedBy: RelationChange,
  attachments: AttachmentChange,
  coverId: CoverChange,
  checklist: ChecklistChange,
  time: TimeChange,
};

interface HistoryChangeProps {
  change: PastChange;
  person: Person;
  known: KnownNames;
}

/** Describes a change to a task as a sentence. */
export function HistoryChange({ change, person, known }: HistoryChangeProps) {
  const { field, old, new: now } = change;
  const FieldChange = isHistoryField(field)
    ? FIELD_CHANGES[field]
    : fieldIdOf(field) === null
      ? UnknownChange
      : ValueChange;
  const name = <b className={styles.name}>{person.name}</b>;
  const mark = (text: string) => <span className={styles.value}>{text}</span>;
  return <FieldChange {...{ name, old, now, mark, change, known }} />;
}

function isHistoryField(field: string): field is HistoryField {
  return Object.hasOwn(FIELD_CHANGES, field);
}

/** Describes a change to a field that this version of the app does not support. */
function UnknownChange({ name }: ChangeProps) {
  return <Trans>{name} changed this task</Trans>;
}
