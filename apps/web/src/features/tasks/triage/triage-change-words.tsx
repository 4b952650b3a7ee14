import type { SyncRows } from '@hearth/contracts/sync';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFormats } from '#ui/format/formats.ts';
import { DECLINED } from './triage-history.ts';

interface TriageWordsProps {
  name: ReactNode;
  old: unknown;
  now: unknown;
  mark: (text: string) => ReactNode;
}

/** A triage action on a task, as a sentence. */
export function TriageWords({ name, old, now, mark }: TriageWordsProps) {
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
