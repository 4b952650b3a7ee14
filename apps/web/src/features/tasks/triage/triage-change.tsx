import type { SyncRows } from '@hearth/contracts/sync';
import { Trans } from '@lingui/react/macro';
import { useFormats } from '#ui/format/formats.ts';
import type { ChangeProps } from '#features/tasks/model/field-change.ts';
import { DECLINED } from './triage-history.ts';

/** Describes a triage action on a task as a sentence. */
export function TriageChange({ name, old, now, mark }: ChangeProps) {
  const formats = useFormats();
  if (now === DECLINED) return <Trans>{name} declined this</Trans>;
  if (now === null) return <Trans>{name} accepted this</Trans>;
  if (old === null) return <Trans>{name} sent this to triage</Trans>;
  const { until } = now as NonNullable<SyncRows['task']['triage']>;
  if (until === null) return <Trans>{name} moved this back to triage</Trans>;
  const day = mark(formats.when(until));
  return (
    <Trans>
      {name} snoozed this in triage until {day}
    </Trans>
  );
}
