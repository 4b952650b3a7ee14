import type { Repeat } from '@hearth/contracts/recurrence/repeat-values';
import { Trans } from '@lingui/react/macro';
import { useFormats } from '#ui/format/formats.ts';
import type { ChangeProps } from '#features/tasks/model/field-change.ts';
import type { PastSkip } from './repeat.data.ts';
import { nameRepeat } from './repeat-names.ts';

/** Describes a change to the recurrence as a sentence. */
export function RepeatChange({ name, old, now, mark }: ChangeProps) {
  const [was, is] = [old as Repeat | null, now as Repeat | null];
  if (is === null) return <Trans>{name} ended the series</Trans>;
  const after = mark(nameRepeat(is));
  if (was === null) {
    return (
      <Trans>
        {name} set this to repeat: {after}
      </Trans>
    );
  }
  if (was.rule === is.rule && was.mode === is.mode) {
    if (is.later === null) return <Trans>{name} applied changes to later tasks</Trans>;
    return <Trans>{name} limited changes to this task</Trans>;
  }
  const before = mark(nameRepeat(was));
  return (
    <Trans>
      {name} changed the repeat from {before} to {after}
    </Trans>
  );
}

/** Describes a skipped or restored occurrence as a sentence. */
export function SkipChange({ name, old, now, mark }: ChangeProps) {
  const formats = useFormats();
  const skip = (now ?? old) as PastSkip;
  const [day, next] = [mark(formats.calendarDay(skip.day)), mark(formats.calendarDay(skip.toDay))];
  if (now === null) {
    return (
      <Trans>
        {name} restored {day}
      </Trans>
    );
  }
  if (skip.reason === '') {
    return (
      <Trans>
        {name} skipped {day}, to {next}
      </Trans>
    );
  }
  const reason = mark(skip.reason);
  return (
    <Trans>
      {name} skipped {day}, to {next}: {reason}
    </Trans>
  );
}
