import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import { describeDuration } from './duration-words.ts';

/** A time entry, as stored in the history. */
interface PastTime {
  seconds: number;
  note: string;
}

interface TimeWordsProps {
  name: ReactNode;
  old: unknown;
  now: unknown;
  mark: (text: string) => ReactNode;
}

/** A time entry that was added, changed or deleted. */
export function TimeWords({ name, old, now, mark }: TimeWordsProps) {
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
