import { Trans, useLingui } from '@lingui/react/macro';
import type { ChangeProps } from '#features/tasks/model/field-change.ts';

/** Describes a change to the status as a sentence. */
export function StatusChange({ name, old, now, mark, known }: ChangeProps) {
  const { t } = useLingui();
  const find = (id: unknown) =>
    mark(known.statuses.find((status) => status.id === id)?.name ?? t`a deleted status`);
  const [before, after] = [find(old), find(now)];
  return (
    <Trans>
      {name} moved this from {before} to {after}
    </Trans>
  );
}
