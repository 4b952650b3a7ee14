import {
  HIDDEN_PROJECT,
  HIDDEN_TASK,
  PRIORITIES,
  SUB_TASK_LINE,
  type Priority,
} from '@hearth/contracts/model/task-values';
import { RELATION_SIDES, type RelationSide } from '@hearth/contracts/relations/relation-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { fieldIdOf } from '@hearth/contracts/custom-fields/custom-field-values';
import { sayEstimate, useEstimateUnit } from '#platform/texts/estimates.ts';
import { useFormats } from '#ui/format/formats.ts';
import type { Person } from '#ui/format/person.ts';
import { RepeatWords, SkipWords } from '#features/tasks/recurrence/repeat-change-words.tsx';
import { SubTaskWords } from '#features/tasks/sub-tasks/sub-task-change-words.tsx';
import { TriageWords } from '#features/tasks/triage/triage-change-words.tsx';
import { TimeWords } from '#features/tasks/time-tracking/time-change-words.tsx';
import { WatchWords } from '#features/tasks/watchers/watch-change-words.tsx';
import { ValueWords } from '#features/tasks/custom-fields/value-change-words.tsx';
import type { TeamField } from '#features/tasks/custom-fields/fields.data.ts';
import type { Cycle } from '#features/tasks/cycles/cycles.data.ts';
import { nameCycle } from '#features/tasks/cycles/cycle-words.ts';
import { SIDE_WORDS } from '#features/tasks/relations/relation-words.ts';
import type { StatusLook } from '#features/tasks/model/task-words.ts';
import { PRIORITY_WORDS } from '#features/tasks/model/task-words.ts';
import type { SettableField } from '#features/tasks/model/tasks.data.ts';
import type { PastChange } from './use-task-past.ts';
import styles from './activity.module.css';

/** Current names for the ids in a history. */
export interface KnownNames {
  statuses: readonly StatusLook[];
  projects: readonly { id: string; name: string; hasTriage: boolean }[];
  labels: readonly { id: string; name: string }[];
  types: readonly { id: string; name: string }[];
  milestones: readonly { id: string; projectId: string; name: string }[];
  fields: readonly TeamField[];
  cycles: readonly Cycle[];
  people: readonly Person[];
  tasks: (id: string) => { title: string } | undefined;
}

interface ChangeWordsProps {
  change: PastChange;
  person: Person;
  known: KnownNames;
}

/** Task fields that the history reports, beside custom fields. */
type ToldField =
  | Exclude<SettableField, 'siblingPosition'>
  | RelationSide
  | typeof SUB_TASK_LINE
  | 'attachments'
  | 'checklist'
  | 'coverId'
  | 'skip'
  | 'time';

function isSide(field: ToldField): field is RelationSide {
  return RELATION_SIDES.includes(field as RelationSide);
}

/** A change as a sentence. */
export function ChangeWords({ change, person, known }: ChangeWordsProps) {
  const { t } = useLingui();
  const unit = useEstimateUnit();
  const formats = useFormats();
  const { old, new: now } = change;
  const field = change.field as ToldField;
  const name = <b className={styles.name}>{person.name}</b>;
  const mark = (text: string) => <span className={styles.value}>{text}</span>;
  // Tasks in the trash, or closed too long ago to be loaded, are shown by the title stored with the change.
  const titleOf = (id: unknown) => known.tasks(String(id))?.title ?? change.titles?.[String(id)];

  if (field === 'title') {
    const [before, after] = [mark(String(old)), mark(String(now))];
    return (
      <Trans>
        {name} renamed this from {before} to {after}
      </Trans>
    );
  }
  if (field === 'description') return <Trans>{name} changed the description</Trans>;
  if (field === 'statusId') {
    const find = (id: unknown) =>
      mark(known.statuses.find((status) => status.id === id)?.name ?? t`a deleted status`);
    const [before, after] = [find(old), find(now)];
    return (
      <Trans>
        {name} moved this from {before} to {after}
      </Trans>
    );
  }
  if (field === 'priority') {
    const find = (value: unknown) =>
      mark(PRIORITIES.includes(value as Priority) ? t(PRIORITY_WORDS[value as Priority]) : String(value));
    const [before, after] = [find(old), find(now)];
    return (
      <Trans>
        {name} changed the priority from {before} to {after}
      </Trans>
    );
  }
  if (field === 'dueDate') {
    if (typeof now !== 'string') return <Trans>{name} removed the due date</Trans>;
    const after = mark(formats.when(now));
    if (typeof old !== 'string') {
      return (
        <Trans>
          {name} set the due date to {after}
        </Trans>
      );
    }
    const before = mark(formats.when(old));
    return (
      <Trans>
        {name} changed the due date from {before} to {after}
      </Trans>
    );
  }
  if (field === 'startDate') {
    if (typeof now !== 'string') return <Trans>{name} removed the start date</Trans>;
    const after = mark(formats.when(now));
    if (typeof old !== 'string') {
      return (
        <Trans>
          {name} set the start date to {after}
        </Trans>
      );
    }
    const before = mark(formats.when(old));
    return (
      <Trans>
        {name} changed the start date from {before} to {after}
      </Trans>
    );
  }
  if (field === 'estimate') {
    if (typeof now !== 'number') return <Trans>{name} removed the estimate</Trans>;
    const after = mark(sayEstimate(now, unit));
    if (typeof old !== 'number') {
      return (
        <Trans>
          {name} set the estimate to {after}
        </Trans>
      );
    }
    const before = mark(sayEstimate(old, unit));
    return (
      <Trans>
        {name} changed the estimate from {before} to {after}
      </Trans>
    );
  }
  if (field === 'reporterId') {
    const find = (id: unknown) =>
      mark(id === null ? t`Nobody` : (known.people.find((one) => one.id === id)?.name ?? t`Former member`));
    const [before, after] = [find(old), find(now)];
    return (
      <Trans>
        {name} changed the requester from {before} to {after}
      </Trans>
    );
  }
  if (field === 'cycleId') {
    const find = (id: unknown) => {
      const cycle = known.cycles.find((one) => one.id === id);
      return mark(cycle === undefined ? t`a deleted cycle` : nameCycle(cycle));
    };
    const [before, after] = [find(old), find(now)];
    if (now === null) {
      return (
        <Trans>
          {name} removed this from {before}
        </Trans>
      );
    }
    if (change.actor === null && old !== null) {
      return (
        <Trans>
          {name} carried this over from {before} to {after}
        </Trans>
      );
    }
    return (
      <Trans>
        {name} added this to {after}
      </Trans>
    );
  }
  if (field === 'typeId') {
    const find = (id: unknown) => mark(known.types.find((one) => one.id === id)?.name ?? t`a deleted type`);
    const [before, after] = [find(old), find(now)];
    if (now === null) {
      return (
        <Trans>
          {name} removed the type {before}
        </Trans>
      );
    }
    if (old === null) {
      return (
        <Trans>
          {name} set the type to {after}
        </Trans>
      );
    }
    return (
      <Trans>
        {name} changed the type from {before} to {after}
      </Trans>
    );
  }
  if (field === 'milestoneId') {
    const find = (id: unknown) =>
      mark(known.milestones.find((one) => one.id === id)?.name ?? t`a deleted milestone`);
    const [before, after] = [find(old), find(now)];
    if (now === null) {
      return (
        <Trans>
          {name} removed this from the milestone {before}
        </Trans>
      );
    }
    return (
      <Trans>
        {name} set the milestone to {after}
      </Trans>
    );
  }
  if (field === 'coverId') {
    if (now === null) return <Trans>{name} removed the cover</Trans>;
    if (old === null) return <Trans>{name} added a cover</Trans>;
    return <Trans>{name} changed the cover</Trans>;
  }
  const fieldId = fieldIdOf(change.field);
  if (fieldId !== null) {
    const own = known.fields.find(({ id }) => id === fieldId);
    return <ValueWords name={name} field={own} old={old} now={now} mark={mark} />;
  }
  if (field === 'triage') return <TriageWords name={name} old={old} now={now} mark={mark} />;
  if (field === 'repeat') return <RepeatWords name={name} old={old} now={now} mark={mark} />;
  if (field === 'skip') return <SkipWords name={name} old={old} now={now} mark={mark} />;
  if (field === 'projectId') {
    const find = (id: unknown) => {
      if (id === null) return mark(t`no project`);
      if (id === HIDDEN_PROJECT) return mark(t`a private project`);
      return mark(known.projects.find((project) => project.id === id)?.name ?? t`a deleted project`);
    };
    const [before, after] = [find(old), find(now)];
    return (
      <Trans>
        {name} moved this from {before} to {after}
      </Trans>
    );
  }
  if (field === 'parentId') {
    const find = (id: unknown) =>
      mark(id === HIDDEN_TASK ? t`a private task` : (titleOf(id) ?? t`a task you can’t see`));
    const [before, after] = [find(old), find(now)];
    if (now === null) {
      return (
        <Trans>
          {name} removed this from {before}
        </Trans>
      );
    }
    if (old === null) {
      return (
        <Trans>
          {name} set the parent to {after}
        </Trans>
      );
    }
    return (
      <Trans>
        {name} changed the parent from {before} to {after}
      </Trans>
    );
  }
  if (field === SUB_TASK_LINE) return <SubTaskWords {...{ name, now, mark }} title={titleOf(now ?? old)} />;
  if (isSide(field)) {
    const find = (id: unknown) =>
      mark(id === HIDDEN_TASK ? t`a private task` : (titleOf(id) ?? t`a task you can’t see`));
    const side = mark(t(SIDE_WORDS[field].name));
    const other = find(now ?? old);
    return now === null ? (
      <Trans>
        {name} removed “{side}” {other}
      </Trans>
    ) : (
      <Trans>
        {name} added “{side}” {other}
      </Trans>
    );
  }
  if (field === 'time') return <TimeWords name={name} old={old} now={now} mark={mark} />;
  if (field === 'attachments') {
    const [was, is] = [old as PastFile | null, now as PastFile | null];
    const file = mark((is ?? was)?.name ?? '');
    if (was === null) {
      return (
        <Trans>
          {name} attached {file}
        </Trans>
      );
    }
    if (is === null) {
      return (
        <Trans>
          {name} removed the file {file}
        </Trans>
      );
    }
    const before = mark(was.name);
    return (
      <Trans>
        {name} renamed the file {before} to {file}
      </Trans>
    );
  }
  if (field === 'checklist') {
    const [was, is] = [old as PastItem | null, now as PastItem | null];
    const title = mark((is ?? was)?.title ?? '');
    if (was === null) {
      return (
        <Trans>
          {name} added the checklist item {title}
        </Trans>
      );
    }
    if (is === null) {
      return (
        <Trans>
          {name} removed the checklist item {title}
        </Trans>
      );
    }
    if (was.title !== is.title) {
      const before = mark(was.title);
      return (
        <Trans>
          {name} renamed the checklist item {before} to {title}
        </Trans>
      );
    }
    return is.isDone ? (
      <Trans>
        {name} completed the checklist item {title}
      </Trans>
    ) : (
      <Trans>
        {name} reopened the checklist item {title}
      </Trans>
    );
  }
  const [before, after] = [toIds(old), toIds(now)];
  const added = after.filter((id) => !before.includes(id));
  const gone = before.filter((id) => !after.includes(id));
  if (field === 'watcherIds')
    return <WatchWords name={name} actor={change.actor} {...{ added, gone, known, mark }} />;
  if (field === 'labelIds') {
    const namesOf = (ids: string[]) =>
      mark(
        formats.list(
          ids.map((id) => known.labels.find((label) => label.id === id)?.name ?? t`a deleted label`),
        ),
      );
    const [more, less] = [namesOf(added), namesOf(gone)];
    if (gone.length === 0) {
      return (
        <Trans>
          {name} added the label {more}
        </Trans>
      );
    }
    if (added.length === 0) {
      return (
        <Trans>
          {name} removed the label {less}
        </Trans>
      );
    }
    return (
      <Trans>
        {name} added the label {more} and removed {less}
      </Trans>
    );
  }
  if (field === 'assigneeIds') {
    const namesOf = (ids: string[]) =>
      mark(
        formats.list(ids.map((id) => known.people.find((one) => one.id === id)?.name ?? t`Former member`)),
      );
    const [more, less] = [namesOf(added), namesOf(gone)];
    if (gone.length === 0) {
      return (
        <Trans>
          {name} assigned {more}
        </Trans>
      );
    }
    if (added.length === 0) {
      return (
        <Trans>
          {name} unassigned {less}
        </Trans>
      );
    }
    return (
      <Trans>
        {name} assigned {more} and unassigned {less}
      </Trans>
    );
  }
  field satisfies never;
  return <Trans>{name} changed this task</Trans>;
}

/** A file, as stored in the history. */
interface PastFile {
  name: string;
}

/** A checklist item, as stored in the history. */
interface PastItem {
  title: string;
  isDone: boolean;
}

function toIds(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
