import { Trans } from '@lingui/react/macro';
import { useFormats } from '#ui/format/formats.ts';
import type { ChangeProps } from '#features/tasks/model/field-change.ts';
import { describeDuration } from './durations.ts';

/** A time entry as stored in the task history. */
interface PastTime {
  seconds: number;
  note: string;
}

/** Describes an added, changed or deleted time entry as a sentence. */
export function TimeChange({ name, old, now, mark }: ChangeProps) {
  const formats = useFormats();
  const [was, is] = [old as PastTime | null, now as PastTime | null];
  const before = mark(was === null ? '' : describeDuration(formats, was.seconds));
  const after = mark(is === null ? '' : describeDuration(formats, is.seconds));
  if (was === null) {
    return (
      <Trans>
        {name} tracked {after} of time
      </Trans>
    );
  }
  if (is === null) {
    return (
      <Trans>
        {name} deleted {before} of tracked time
      </Trans>
    );
  }
  if (was.seconds === is.seconds) {
    return (
      <Trans>
        {name} changed the note on {after} of tracked time
      </Trans>
    );
  }
  return (
    <Trans>
      {name} changed tracked time from {before} to {after}
    </Trans>
  );
}
