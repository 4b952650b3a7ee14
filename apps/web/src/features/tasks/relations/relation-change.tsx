import { HIDDEN_TASK } from '@hearth/contracts/model/task-values';
import type { RelationSide } from '@hearth/contracts/relations/relation-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { findTaskTitle, type ChangeProps } from '#features/tasks/model/field-change.ts';
import { SIDE_LABELS } from './relation-labels.ts';

/** Describes an added or removed relation as a sentence. The field of the change is the side of the relation. */
export function RelationChange({ name, old, now, mark, change, known }: ChangeProps) {
  const { t } = useLingui();
  const id = now ?? old;
  const title = findTaskTitle({ change, known }, id);
  const side = mark(t(SIDE_LABELS[change.field as RelationSide].name));
  const other = mark(id === HIDDEN_TASK ? t`a private task` : (title ?? t`a task you can’t see`));
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
