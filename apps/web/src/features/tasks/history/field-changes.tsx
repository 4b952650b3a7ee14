import { HIDDEN_PROJECT, PRIORITIES, type Priority } from '@hearth/contracts/model/task-values';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { sayEstimate, useEstimateUnit } from '#platform/texts/estimates.ts';
import { useFormats } from '#ui/format/formats.ts';
import { describeValueChange, diffIds, type ChangeProps } from '#features/tasks/model/field-change.ts';
import { PRIORITY_LABELS } from '#features/tasks/model/task-field-labels.ts';

// Changes of fields that have no room of their own, as sentences.

export function TitleChange({ name, old, now, mark }: ChangeProps) {
  const [before, after] = [mark(String(old)), mark(String(now))];
  return (
    <Trans>
      {name} renamed this from {before} to {after}
    </Trans>
  );
}

export function DescriptionChange({ name }: ChangeProps) {
  return <Trans>{name} changed the description</Trans>;
}

export function PriorityChange({ name, old, now, mark }: ChangeProps) {
  const { t } = useLingui();
  const find = (value: unknown) =>
    mark(PRIORITIES.includes(value as Priority) ? t(PRIORITY_LABELS[value as Priority]) : String(value));
  const [before, after] = [find(old), find(now)];
  return (
    <Trans>
      {name} changed the priority from {before} to {after}
    </Trans>
  );
}

export function StartDateChange({ name, old, now, mark }: ChangeProps) {
  const format = useDateFormat(mark);
  return describeValueChange(format(old), format(now), {
    set: (after) => (
      <Trans>
        {name} set the start date to {after}
      </Trans>
    ),
    changed: (before, after) => (
      <Trans>
        {name} changed the start date from {before} to {after}
      </Trans>
    ),
    removed: () => <Trans>{name} removed the start date</Trans>,
  });
}

export function DueDateChange({ name, old, now, mark }: ChangeProps) {
  const format = useDateFormat(mark);
  return describeValueChange(format(old), format(now), {
    set: (after) => (
      <Trans>
        {name} set the due date to {after}
      </Trans>
    ),
    changed: (before, after) => (
      <Trans>
        {name} changed the due date from {before} to {after}
      </Trans>
    ),
    removed: () => <Trans>{name} removed the due date</Trans>,
  });
}

/** Formats dates of the history; null if there is none. */
function useDateFormat(mark: ChangeProps['mark']): (date: unknown) => ReactNode {
  const formats = useFormats();
  return (date) => (typeof date === 'string' ? mark(formats.when(date)) : null);
}

export function EstimateChange({ name, old, now, mark }: ChangeProps) {
  const unit = useEstimateUnit();
  const format = (value: unknown) => (typeof value === 'number' ? mark(sayEstimate(value, unit)) : null);
  return describeValueChange(format(old), format(now), {
    set: (after) => (
      <Trans>
        {name} set the estimate to {after}
      </Trans>
    ),
    changed: (before, after) => (
      <Trans>
        {name} changed the estimate from {before} to {after}
      </Trans>
    ),
    removed: () => <Trans>{name} removed the estimate</Trans>,
  });
}

export function ProjectChange({ name, old, now, mark, known }: ChangeProps) {
  const { t } = useLingui();
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

export function ReporterChange({ name, old, now, mark, known }: ChangeProps) {
  const { t } = useLingui();
  const find = (id: unknown) =>
    mark(id === null ? t`Nobody` : (known.people.find((one) => one.id === id)?.name ?? t`Former member`));
  const [before, after] = [find(old), find(now)];
  return (
    <Trans>
      {name} changed the requester from {before} to {after}
    </Trans>
  );
}

export function AssigneeChange({ name, old, now, mark, known }: ChangeProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const namesOf = (ids: readonly string[]) =>
    mark(formats.list(ids.map((id) => known.people.find((one) => one.id === id)?.name ?? t`Former member`)));
  const { added, removed } = diffIds(old, now);
  const [more, less] = [namesOf(added), namesOf(removed)];
  if (removed.length === 0) {
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
