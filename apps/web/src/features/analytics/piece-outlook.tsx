import type { Burn, Odds } from '@hearth/contracts/analytics/analytics';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { BurnLines } from './charts/burn-lines.tsx';
import { ChartCard } from './cards/chart-card.tsx';
import { Legend } from './cards/legend.tsx';
import { useBurn, useOdds, type Piece } from './figures/analytics.data.ts';
import { sayDay } from './figures/say.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useTeamToday } from './figures/use-team-today.ts';
import styles from './analytics.module.css';

type Way = 'down' | 'up';

/** How a project or a cycle goes: its scope and its work by the day, and the odds of its due date. */
export function PieceOutlook({ projectId, cycleId }: { projectId?: string; cycleId?: string }) {
  const { t } = useLingui();
  const formats = useFormats();
  const { teamId } = useTeamStore();
  const piece: Piece = {
    teamId,
    ...(projectId === undefined ? {} : { projectId }),
    ...(cycleId === undefined ? {} : { cycleId }),
  };
  const today = useTeamToday();
  const [way, setWay] = useState<Way>('down');
  const known = useBurn(piece);
  const odds = useOdds(piece);
  const number = (value: number) => formats.number(value, { maximumFractionDigits: 1 });
  const days = known.data?.days ?? [];
  const past = days.filter(({ day }) => day <= today).length;
  const [first, last] = [days[0], days[Math.max(0, past - 1)]];
  const isEmpty = days.length < 2 || days.every(({ scope }) => scope === 0);
  const names = {
    scope: t`Scope`,
    way: way === 'down' ? t`Remaining` : t`Finished`,
    ideal: t`Even pace`,
  };
  return (
    <ChartCard
      id={cycleId === undefined ? 'burn' : 'cycle-burn'}
      title={way === 'down' ? t`Burndown` : t`Burnup`}
      hint={
        known.data?.unit === 'points'
          ? t`Estimated points as each day ended. What came into the scope is drawn apart.`
          : t`Tasks as each day ended. What came into the scope is drawn apart.`
      }
      isHere={known.data !== undefined}
      error={known.error}
      onRetry={known.reload}
      emptyWords={isEmpty ? t`Two days with tasks are needed to draw a line.` : null}
      height={270}
      csv={`/teams/${encodeURIComponent(teamId)}/analytics/burn.csv?${new URLSearchParams(cycleId === undefined ? { projectId: projectId ?? '' } : { cycleId })}`}
      figure={
        <div className={styles.outlook}>
          <OddsWords odds={odds.data} />
          <div role="group" aria-label={t`Direction`} className={styles.periods}>
            {(['down', 'up'] as const).map((one) => (
              <button key={one} type="button" aria-pressed={one === way} onClick={() => setWay(one)}>
                {one === 'down' ? t`Burndown` : t`Burnup`}
              </button>
            ))}
          </div>
        </div>
      }
      table={{
        head: [t`Day`, t`Scope`, t`Finished`, t`Remaining`, t`Added`, t`Removed`],
        rows: days.slice(0, past).map(({ day, scope, done, added, removed }) => ({
          key: day,
          cells: [
            sayDay(day),
            number(scope),
            number(done),
            number(scope - done),
            number(added),
            number(removed),
          ],
        })),
      }}
      foot={
        <Legend
          items={[
            ['line', names.way],
            ['dashed', t`Scope`],
            ['dotted', t`Even pace`],
            ...(days.some(({ added }) => added > 0) ? ([['up', t`Added to the scope`]] as const) : []),
            ...(days.some(({ removed }) => removed > 0) ? ([['down', t`Taken out`]] as const) : []),
          ]}
        />
      }
    >
      <BurnLines
        words={t`Line chart. Scope ${number(first?.scope ?? 0)} at first, ${number(last?.scope ?? 0)} now; ${number(last?.done ?? 0)} finished.`}
        past={past}
        names={names}
        sayValue={number}
        places={days.map((day) =>
          placeOf(day, way, [
            sayDay(day.day),
            t`Scope: ${number(day.scope)}`,
            t`Finished: ${number(day.done)}`,
            ...(day.added > 0 ? [t`Added: ${number(day.added)}`] : []),
            ...(day.removed > 0 ? [t`Removed: ${number(day.removed)}`] : []),
          ]),
        )}
      />
    </ChartCard>
  );
}

function placeOf(day: Burn['days'][number], way: Way, lines: string[]) {
  const { scope, done, ideal, added, removed } = day;
  return {
    scope,
    // The even pace is given as what would be left.
    way: way === 'down' ? scope - done : done,
    ideal: way === 'down' ? ideal : scope - ideal,
    added,
    removed,
    lines,
    tick: sayDay(day.day),
  };
}

/** How likely it is that all of it is done by its date. */
function OddsWords({ odds }: { odds: Odds | undefined }) {
  const formats = useFormats();
  if (odds === undefined) return <p className={styles.quiet}>…</p>;
  const { due, open, percent, forecast } = odds;
  const number = formats.number(open);
  if (open === 0) {
    return (
      <p className={styles.quiet}>
        <Trans>Nothing is open.</Trans>
      </p>
    );
  }
  if (forecast === null) {
    return (
      <p className={styles.quiet}>
        <Trans>Not enough history yet for a forecast.</Trans>
      </p>
    );
  }
  const likely = formats.calendarDay(forecast.p85);
  if (due === null || percent === null) {
    return (
      <p className={styles.quiet}>
        <Trans>
          {number} open, 85% likely to be done by {likely}.
        </Trans>
      </p>
    );
  }
  const [day, share] = [formats.calendarDay(due), formats.number(percent / 100, { style: 'percent' })];
  return (
    <p className={styles.odds}>
      <Trans>
        <strong>{share}</strong> likely to be done by {day}; 85% likely by {likely}.
      </Trans>
    </p>
  );
}
