import { Trans } from '@lingui/react/macro';
import type { ChangeProps } from '#features/tasks/model/field-change.ts';

/** A file as stored in the task history. */
interface PastFile {
  name: string;
}

/** Describes an attached, renamed or removed file as a sentence. */
export function AttachmentChange({ name, old, now, mark }: ChangeProps) {
  const [was, is] = [old as PastFile | null, now as PastFile | null];
  const file = mark((is ?? was)?.name ?? '');
  if (was === null) {
    return (
      <Trans>
        {name} attached {file}
      </Trans>
    );
  }
  if (is === null) {
    return (
      <Trans>
        {name} removed the file {file}
      </Trans>
    );
  }
  const before = mark(was.name);
  return (
    <Trans>
      {name} renamed the file {before} to {file}
    </Trans>
  );
}

/** Describes a change to the cover image as a sentence. */
export function CoverChange({ name, old, now }: ChangeProps) {
  if (now === null) return <Trans>{name} removed the cover</Trans>;
  if (old === null) return <Trans>{name} added a cover</Trans>;
  return <Trans>{name} changed the cover</Trans>;
}
