import { Trans, useLingui } from '@lingui/react/macro';
import type { ChangeProps } from '#features/tasks/model/field-change.ts';

/** Describes a change to the milestone as a sentence. */
export function MilestoneChange({ name, old, now, mark, known }: ChangeProps) {
  const { t } = useLingui();
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
