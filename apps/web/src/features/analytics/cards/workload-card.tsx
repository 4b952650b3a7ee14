import type { TeamWorkload } from '@hearth/contracts/analytics/analytics';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { addDays, weekdayOf } from '@hearth/contracts/core/days';
import { Rows } from '#features/analytics/charts/rows.tsx';
import { csvPath, useWorkload } from '#features/analytics/figures/analytics.data.ts';
import type { Scope } from '#features/analytics/figures/period.ts';
import { formatShortDay } from '#features/analytics/figures/format-figures.ts';
import { usePeople } from '#features/members/index.ts';
import { formatEstimate, useEstimateUnit } from '#platform/texts/estimates.ts';
import { compareNames, useFormats } from '#ui/format/formats.ts';
import { nameApart } from '#ui/format/person.ts';
import { useTeamToday } from '#features/analytics/figures/use-team-today.ts';
import { useDrilldown } from './drilldown.ts';
import { ChartCard } from './chart-card.tsx';
import { Legend } from './legend.tsx';

type Person = TeamWorkload['people'][number];

const AHEAD_DAYS = 27;

/**
 * Planned load per member in the current week and the next three, compared with their capacity. Sorted by name to avoid reading as a
 * ranking.
 */
export function WorkloadCard({ scope }: { scope: Scope }) {
  const { t } = useLingui();
  const formats = useFormats();
  const unit = useEstimateUnit();
  const openDrilldown = useDrilldown();
  const today = useTeamToday();
  const monday = addDays(today, 1 - weekdayOf(today));
  const ahead = { ...scope, from: monday, to: addDays(monday, AHEAD_DAYS) };
  const known = useWorkload(ahead);
  const names = new Map(usePeople().map((person) => [person.id, nameApart(person)]));
  const nameOf = ({ userId }: Person): string => names.get(userId) ?? t`Somebody`;
  const people = (known.data?.people ?? []).toSorted((a, b) => compareNames(nameOf(a), nameOf(b)));
  const weeks = known.data?.weeks ?? [];
  const number = (value: number) => formats.number(value, { maximumFractionDigits: 1 });
  const hasCapacity = people.some(({ weeks: own }) => own.some(({ capacity }) => capacity !== null));
  const over = people.filter((person) => countOver(person) > 0).length;
  function formatLoad({ planned, capacity }: Person['weeks'][number]): string {
    const has = number(planned);
    if (capacity === null) return has;
    const can = number(capacity);
    return planned > capacity ? t`${has} of ${can}, too much` : t`${has} of ${can}`;
  }
  const show = (person: Person, week: string) => () =>
    openDrilldown({
      title: formats.parts([nameOf(person), formatShortDay(week)]),
      metric: 'planned',
      userId: person.userId,
      days: { from: week, to: week },
      isWhole: true,
    });
  return (
    <ChartCard
      id="workload"
      title={t`Workload`}
      hint={t`Planned work of the next four weeks, against what people have time for.`}
      isWide
      isHere={known.data !== undefined}
      error={known.error}
      onRetry={known.reload}
      emptyText={people.length === 0 ? t`No estimated work is planned for the next four weeks.` : null}
      height={220}
      csv={csvPath(ahead, '/workload')}
      table={{
        head: [t`Person`, ...weeks.map((week) => formatShortDay(week))],
        rows: people.map((person) => ({
          key: person.userId,
          cells: [
            nameOf(person),
            ...person.weeks.map((load, at) => ({
              text: formatLoad(load),
              onOpen: show(person, weeks[at] ?? monday),
            })),
          ],
        })),
      }}
      foot={
        <Legend
          items={[
            ['full', t`Planned`],
            ...(hasCapacity ? ([['limit', t`Time there is`]] as const) : []),
            ...(over > 0 ? ([['marked', t`Too much in a week`]] as const) : []),
          ]}
        />
      }
    >
      <Rows
        label={t`Bar chart. ${plural(over, { one: '# person has', other: '# people have' })} too much in a week.`}
        rows={people.map((person) => {
          const { planned, capacity } = addUp(person);
          const has = formatEstimate(Number(planned.toFixed(1)), unit);
          const weeksOver = countOver(person);
          const words = capacity === null ? has : t`${number(planned)} of ${number(capacity)}`;
          return {
            key: person.userId,
            name: nameOf(person),
            value: planned,
            limit: capacity,
            isMarked: weeksOver > 0,
            text:
              weeksOver > 0
                ? t`${words}, too much in ${plural(weeksOver, { one: '# week', other: '# weeks' })}`
                : words,
          };
        })}
      />
    </ChartCard>
  );
}

function addUp({ weeks }: Person): { planned: number; capacity: number | null } {
  const capacities = weeks.map(({ capacity }) => capacity).filter((capacity) => capacity !== null);
  return {
    planned: weeks.reduce((all, { planned }) => all + planned, 0),
    capacity: capacities.length === 0 ? null : capacities.reduce((all, one) => all + one, 0),
  };
}

function countOver({ weeks }: Person): number {
  return weeks.filter(({ planned, capacity }) => capacity !== null && planned > capacity).length;
}
