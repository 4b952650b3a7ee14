import { Trans } from '@lingui/react/macro';
import type { ChangeProps } from '#features/tasks/model/field-change.ts';

/** A checklist item as stored in the task history. */
interface PastItem {
  title: string;
  isDone: boolean;
}

/** Describes a change to a checklist item as a sentence. */
export function ChecklistChange({ name, old, now, mark }: ChangeProps) {
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
