import { isScalarValue, type ScalarField } from '@hearth/contracts/model/scalar-field-values';
import { HIDDEN_PROJECT } from '@hearth/contracts/model/task-values';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useEstimateUnit } from '#platform/texts/estimates.ts';
import { useFormats } from '#ui/format/formats.ts';
import { NamedValueChange } from '#features/tasks/custom-fields/value-change.tsx';
import { describeValueChange, diffIds, type ChangeProps } from '#features/tasks/model/field-change.ts';
import { nameScalar, SCALAR_TITLES } from '#features/tasks/model/scalar-looks.tsx';

// Descriptions of changes to fields that have no feature folder of their own.

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

/** Returns a function that formats a date from the history. That function returns null if there is no date. */
function useDateFormat(mark: ChangeProps['mark']): (date: unknown) => ReactNode {
  const formats = useFormats();
  return (date) => (typeof date === 'string' ? mark(formats.when(date)) : null);
}

type Sentence = (name: ReactNode, before: ReactNode, after: ReactNode) => ReactNode;

/** Sentences for scalar fields. Scalar fields without an entry use the sentences of custom fields. */
const SCALAR_SENTENCES: Partial<Record<ScalarField, Sentence>> = {
  priority: (name, before, after) => (
    <Trans>
      {name} changed the priority from {before} to {after}
    </Trans>
  ),
  estimate: (name, old, now) =>
    describeValueChange(old, now, {
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
    }),
};

export function ScalarChange({ name, old, now, mark, change }: ChangeProps) {
  const { t } = useLingui();
  const unit = useEstimateUnit();
  const field = change.field as ScalarField;
  const format = (value: unknown) => {
    if (value === null) return null;
    // Show values from other versions of the app verbatim.
    if (!isScalarValue(field, value)) return mark(typeof value === 'string' ? value : JSON.stringify(value));
    return mark(nameScalar(field, value, unit, t));
  };
  const [before, after] = [format(old), format(now)];
  const sentence = SCALAR_SENTENCES[field];
  if (sentence !== undefined) return sentence(name, before, after);
  return <NamedValueChange name={name} what={mark(t(SCALAR_TITLES[field]))} before={before} after={after} />;
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
