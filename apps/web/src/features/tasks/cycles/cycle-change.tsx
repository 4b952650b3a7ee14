import { Trans, useLingui } from '@lingui/react/macro';
import type { ChangeProps } from '#features/tasks/model/field-change.ts';
import { nameCycle } from './cycle-names.ts';

/** Describes as a sentence that a task was added to a cycle, carried over, or removed. */
export function CycleChange({ name, old, now, mark, change, known }: ChangeProps) {
  const { t } = useLingui();
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
