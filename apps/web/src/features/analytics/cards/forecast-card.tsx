import type { Forecast, TrackRecord } from '@hearth/contracts/analytics/analytics';
import { ANALYTICS_LIMITS } from '@hearth/contracts/analytics/analytics-values';
import { countDays } from '@hearth/contracts/core/days';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Rows } from '#features/analytics/charts/rows.tsx';
import { useForecast, useTrackRecord } from '#features/analytics/figures/analytics.data.ts';
import type { Scope } from '#features/analytics/figures/period.ts';
import { ApiError } from '#platform/api/api-client.ts';
import { useFormats } from '#ui/format/formats.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import { ChartCard } from './chart-card.tsx';
import styles from './cards.module.css';

const PACES = ['0.75', '1', '1.25', '1.5'] as const;

/** Forecast of when the open tasks will be done, based on the team's recent pace, with what-if inputs for scope and pace. */
export function ForecastCard({
  scope: { teamId, projectId },
  isCompact = false,
}: {
  scope: Scope;
  /** Whether the card has half the width and no what-if inputs. */
  isCompact?: boolean;
}) {
  const { t } = useLingui();
  const formats = useFormats();
  const [tasks, setTasks] = useState<number>();
  const [pace, setPace] = useState<(typeof PACES)[number]>('1');
  const known = useForecast({ teamId, projectId, tasks, pace: pace === '1' ? undefined : Number(pace) });
  const record = useTrackRecord(teamId, projectId);
  const isTooEarly = known.error instanceof ApiError && known.error.code === 'INVALID_STATE';
  const day = (of: string) => formats.calendarDay(of);
  const odds = listOdds(known.data);
  const names = { p50: t`Even odds (50%)`, p85: t`Likely (85%)`, p95: t`Almost certain (95%)` };
  const csv = buildCsv(teamId, projectId, tasks, pace);
  return (
    <ChartCard
      id="forecast"
      title={t`Forecast`}
      hint={t`When open work will be done, drawn 10,000 times from the team’s own pace.`}
      isWide={!isCompact}
      isHere={known.data !== undefined || isTooEarly}
      error={isTooEarly ? undefined : known.error}
      onRetry={known.reload}
      height={230}
      csv={isTooEarly ? null : csv}
      figure={!isCompact && <WhatIf tasks={tasks} pace={pace} onTasks={setTasks} onPace={setPace} />}
      table={{
        head: [t`Odds`, t`Done by`],
        rows: odds.map(({ key, by }) => ({ key, cells: [names[key], day(by)] })),
      }}
      foot={<Record known={known.data} record={record.data} />}
    >
      {known.data === undefined ? (
        <div className={styles.blank}>
          <p>
            <strong>
              <Trans>Not enough history yet</Trans>
            </strong>
          </p>
          <p>
            <Trans>
              A forecast needs {formats.number(ANALYTICS_LIMITS.forecastTasks)} tasks finished in the last{' '}
              {formats.number(ANALYTICS_LIMITS.forecastDays / 7)} weeks, and{' '}
              {formats.number(ANALYTICS_LIMITS.forecastWeeks)} weeks since the first finished task.
            </Trans>
          </p>
        </div>
      ) : (
        <Rows
          label={t`Bar chart. 85% likely to be done by ${day(known.data.p85)}.`}
          rows={odds.map(({ key, by, days }) => ({
            key,
            name: names[key],
            value: days,
            text: day(by),
            isStriped: key === 'p95',
          }))}
        />
      )}
    </ChartCard>
  );
}

function listOdds(
  forecast: Forecast | undefined,
): { key: 'p50' | 'p85' | 'p95'; by: string; days: number }[] {
  if (forecast === undefined) return [];
  return (['p50', 'p85', 'p95'] as const).map((key) => ({
    key,
    by: forecast[key],
    days: Math.max(0, countDays(forecast.asOf.slice(0, 10), forecast[key])),
  }));
}

function buildCsv(
  teamId: string,
  projectId: string | undefined,
  tasks: number | undefined,
  pace: string,
): string {
  const query = new URLSearchParams({
    ...(projectId === undefined ? {} : { projectId }),
    ...(tasks === undefined ? {} : { tasks: String(tasks) }),
    ...(pace === '1' ? {} : { pace }),
  });
  return `/teams/${encodeURIComponent(teamId)}/analytics/forecast.csv?${query}`;
}

interface WhatIfProps {
  tasks: number | undefined;
  pace: (typeof PACES)[number];
  onTasks: (tasks: number | undefined) => void;
  onPace: (pace: (typeof PACES)[number]) => void;
}

/** What-if inputs for a different number of tasks and a different pace. */
function WhatIf({ tasks, pace, onTasks, onPace }: WhatIfProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(tasks === undefined ? '' : String(tasks));
  const names = {
    '0.75': t`A quarter slower`,
    '1': t`As it was`,
    '1.25': t`A quarter faster`,
    '1.5': t`Half as fast again`,
  };
  function take(): void {
    const count = Math.round(Number(typed));
    const isCount = typed.trim() !== '' && count >= 1 && count <= ANALYTICS_LIMITS.forecastScope;
    if (!isCount) setTyped('');
    onTasks(isCount ? count : undefined);
  }
  return (
    <form
      className={styles.whatIf}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <label className={styles.wish}>
        <Trans>Tasks left</Trans>
        <input
          className={styles.count}
          inputMode="numeric"
          placeholder={t`All open ones`}
          maxLength={5}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value.replaceAll(/\D/g, ''))}
          onBlur={take}
        />
      </label>
      <span className={styles.wish}>
        <Trans>Pace</Trans>
        <Picker
          label={t`Pace`}
          isFramed
          selected={[pace]}
          options={PACES.map((value) => ({ value, label: names[value] }))}
          onPick={(value) => onPace(PACES.find((one) => one === value) ?? '1')}
        >
          {names[pace]}
        </Picker>
      </span>
    </form>
  );
}

/** The number of weeks behind the forecast, and how often the 85% date of earlier forecasts held. */
function Record({ known, record }: { known: Forecast | undefined; record: TrackRecord | undefined }) {
  const formats = useFormats();
  if (known === undefined) return null;
  const weeks = formats.number(known.basedOnWeeks);
  const [held, all] = [formats.number(record?.heldP85 ?? 0), formats.number(record?.known ?? 0)];
  return (
    <p className={styles.foot}>
      <Trans>From the last {weeks} weeks, weekends and quiet days included.</Trans>{' '}
      {record === undefined || record.known === 0 ? (
        <Trans>No earlier forecast has come to its date yet.</Trans>
      ) : (
        <Trans>
          Of {all} earlier forecasts, the 85% date held in {held}.
        </Trans>
      )}
    </p>
  );
}
