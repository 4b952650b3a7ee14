import type { Analytics } from '@hearth/contracts/analytics/analytics';
import { useLingui } from '@lingui/react/macro';
import type { Scope } from '#features/analytics/figures/period.ts';
import { formatHours } from '#features/analytics/figures/format-figures.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useDrilldown } from './drilldown.ts';
import { DataTable } from './data-table.tsx';

/** Lead and cycle times as figures, compared with those of the previous period. */
export function TimesTable({
  scope,
  figures,
  before,
}: {
  scope: Scope;
  figures: Analytics;
  before: Analytics | undefined;
}) {
  const { t } = useLingui();
  const formats = useFormats();
  const openDrilldown = useDrilldown();
  const formatTime = (now: number | null, then: number | null | undefined): string => {
    const words = now === null ? '–' : formatHours(now);
    if (now === null || then === null || then === undefined) return words;
    const earlier = formatHours(then);
    return t`${words} (before: ${earlier})`;
  };
  const rows = (['leadTime', 'cycleTime'] as const).map((metric) => {
    const [now, then] = [figures[metric], before?.[metric]];
    const name =
      metric === 'leadTime' ? t`Lead time: created to finished` : t`Cycle time: started to finished`;
    return {
      key: metric,
      cells: [
        name,
        formatTime(now.median, then?.median),
        formatTime(now.p85, then?.p85),
        formatTime(now.p95, then?.p95),
        {
          text: formats.number(now.tasks),
          onOpen: () => openDrilldown({ title: name, metric, days: { from: scope.from, to: scope.to } }),
        },
      ],
    };
  });
  return (
    <DataTable
      title={t`Lead and cycle time`}
      table={{ head: [t`Time`, t`Half of them`, t`85%`, t`95%`, t`Tasks`], rows }}
    />
  );
}
