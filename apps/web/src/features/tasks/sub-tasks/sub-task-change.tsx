import { Trans } from '@lingui/react/macro';
import { findTaskTitle, type ChangeProps } from '#features/tasks/model/field-change.ts';

/** Describes an added or removed sub-task as a sentence. */
export function SubTaskChange({ name, old, now, mark, change, known }: ChangeProps) {
  const title = findTaskTitle({ change, known }, now ?? old);
  if (title === undefined) {
    return now === null ? <Trans>{name} removed a sub-task</Trans> : <Trans>{name} added a sub-task</Trans>;
  }
  const part = mark(title);
  return now === null ? (
    <Trans>
      {name} removed the sub-task {part}
    </Trans>
  ) : (
    <Trans>
      {name} added the sub-task {part}
    </Trans>
  );
}
