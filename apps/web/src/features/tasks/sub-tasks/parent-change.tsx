import { HIDDEN_TASK } from '@hearth/contracts/model/task-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { describeValueChange, findTaskTitle, type ChangeProps } from '#features/tasks/model/field-change.ts';

/** Describes a change to the parent task as a sentence. */
export function ParentChange({ name, old, now, mark, change, known }: ChangeProps) {
  const { t } = useLingui();
  const find = (id: unknown) => {
    if (id === null) return null;
    if (id === HIDDEN_TASK) return mark(t`a private task`);
    return mark(findTaskTitle({ change, known }, id) ?? t`a task you can’t see`);
  };
  return describeValueChange(find(old), find(now), {
    set: (after) => (
      <Trans>
        {name} set the parent to {after}
      </Trans>
    ),
    changed: (before, after) => (
      <Trans>
        {name} changed the parent from {before} to {after}
      </Trans>
    ),
    removed: (before) => (
      <Trans>
        {name} removed this from {before}
      </Trans>
    ),
  });
}
