import { Trans, useLingui } from '@lingui/react/macro';
import { describeValueChange, type ChangeProps } from '#features/tasks/model/field-change.ts';

/** Describes a change to the task type as a sentence. */
export function TypeChange({ name, old, now, mark, known }: ChangeProps) {
  const { t } = useLingui();
  const find = (id: unknown) =>
    id === null ? null : mark(known.types.find((one) => one.id === id)?.name ?? t`a deleted type`);
  return describeValueChange(find(old), find(now), {
    set: (after) => (
      <Trans>
        {name} set the type to {after}
      </Trans>
    ),
    changed: (before, after) => (
      <Trans>
        {name} changed the type from {before} to {after}
      </Trans>
    ),
    removed: (before) => (
      <Trans>
        {name} removed the type {before}
      </Trans>
    ),
  });
}
