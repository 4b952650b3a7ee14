import type { Analytics, Annotation, Flow } from '@hearth/contracts/analytics/analytics';
import { countDays } from '@hearth/contracts/core/days';
import { useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { Scatter, type Level } from '#features/analytics/charts/scatter.tsx';
import { csvPath } from '#features/analytics/figures/analytics.data.ts';
import type { Scope } from '#features/analytics/figures/period.ts';
import { formatShortDay, formatHours } from '#features/analytics/figures/format-figures.ts';
import type { Requested } from '#platform/api/use-request.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { dayInZone, useFormats } from '#ui/format/formats.ts';
import { useDrilldown } from './drilldown.ts';
import { ChartCard } from './chart-card.tsx';
import { placeNotes } from './place-notes.ts';
import { TimesTable } from './times-table.tsx';
import styles from './cards.module.css';

interface CycleTimeProps {
  scope: Scope;
  figures: Analytics | undefined;
  before: Analytics | undefined;
  flow: Requested<Flow>;
  notes: readonly Annotation[];
}

/** Each finished task by its cycle time, with the 50th, 85th and 95th percentiles. */
export function CycleTimeCard({ scope, figures, before, flow, notes }: CycleTimeProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const store = useTeamStore();
  const openDrilldown = useDrilldown();
  const done = flow.data?.done ?? [];
  const span = countDays(scope.from, scope.to) + 1;
  const zone = figures?.timeZone ?? 'UTC';
  const placed = done.map((one) => ({ ...one, day: dayInZone(Date.parse(one.doneAt), zone) }));
  const levels: Level[] = [
    { name: '50%', value: figures?.cycleTime.median },
    { name: '85%', value: figures?.cycleTime.p85 },
    { name: '95%', value: figures?.cycleTime.p95 },
  ].flatMap(({ name, value }) => (value === null || value === undefined ? [] : [{ name, value }]));
  const nameOf = (taskId: string): string => store.row('task', taskId)?.title ?? t`A finished task`;
  const ticks = listTickDays(scope.from, span).map(({ day, share }) => ({
    share,
    tick: formatShortDay(day),
  }));
  const show = (day: string) => () =>
    openDrilldown({
      title: t`Cycle time, ${formatShortDay(day)}`,
      metric: 'cycleTime',
      days: { from: day, to: day },
    });
  const p85 = figures?.cycleTime.p85 ?? null;
  return (
    <ChartCard
      id="cycle-time"
      title={t`Cycle time`}
      hint={t`Time from the start of work to the end, a dot for each finished task.`}
      isWide
      isHere={flow.data !== undefined && figures !== undefined}
      error={flow.error}
      onRetry={flow.reload}
      emptyText={done.length === 0 ? t`No task was finished in these days.` : null}
      height={420}
      csv={csvPath(scope, '/flow')}
      table={{
        head: [t`Task`, t`Finished`, t`Cycle time`, t`Lead time`],
        rows: placed.map(({ taskId, day, cycleHours, leadHours }) => ({
          key: taskId,
          cells: [
            nameOf(taskId),
            formatShortDay(day),
            { text: formatHours(cycleHours), onOpen: show(day) },
            formatHours(leadHours),
          ],
        })),
      }}
      foot={figures !== undefined && <TimesTable scope={scope} figures={figures} before={before} />}
    >
      <Scatter
        label={t`Scatter chart of ${plural(done.length, { one: '# finished task', other: '# finished tasks' })}; 85% took ${p85 === null ? '–' : formatHours(p85)} or less.`}
        dots={placed.map(({ taskId, day, cycleHours }) => ({
          key: taskId,
          share: (countDays(scope.from, day) + 0.5) / span,
          value: cycleHours,
          lines: [nameOf(taskId), formatHours(cycleHours), t`Finished ${formatShortDay(day)}`],
          onOpen: show(day),
        }))}
        levels={levels}
        ticks={ticks}
        notes={placeNotes(notes, scope)}
      />
      <p className={styles.foot}>
        {t`Lines: half, 85% and 95% of tasks took no longer.`}{' '}
        {figures !== undefined &&
          figures.cycleTime.withoutStart > 0 &&
          t`${plural(figures.cycleTime.withoutStart, {
            one: '# task went straight to done and counts as 0.',
            other: '# tasks went straight to done and count as 0.',
          })}`}{' '}
        {done.length >= 2000 && t`Only the last ${formats.number(2000)} tasks are drawn.`}
      </p>
    </ChartCard>
  );
}

/** Returns evenly spaced days for the ticks of the time axis, with their positions (0 to 1). */
function listTickDays(from: string, span: number): { day: string; share: number }[] {
  const step = Math.max(1, Math.round(span / 12));
  const first = Date.parse(`${from}T00:00:00Z`);
  return Array.from({ length: Math.ceil(span / step) }, (_, at) => ({
    day: new Date(first + at * step * 86_400_000).toISOString().slice(0, 10),
    share: (at * step + 0.5) / span,
  }));
}
