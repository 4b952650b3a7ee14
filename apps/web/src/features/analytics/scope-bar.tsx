import type { Days } from '@hearth/contracts/analytics/period-values';
import { useLingui } from '@lingui/react/macro';
import { FilterButton, ViewBar, type ViewScreen } from '#features/views/index.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { ColorDot } from '#ui/display/color-dot.tsx';
import { compareNames } from '#ui/format/formats.ts';
import { DayRange } from '#ui/dates/day-range.tsx';
import { Picker } from '#ui/overlays/picker.tsx';
import type { AnalyticsChoice } from './analytics-page.tsx';
import { moveBound, type PeriodKind } from './figures/period.ts';
import styles from './analytics.module.css';
import switchStyles from './cards/switch.module.css';

const PROJECTS = {
  entity: 'project',
  compare: (a: { name: string }, b: { name: string }) => compareNames(a.name, b.name),
} as const;
const ALL = 'all';

interface ScopeBarProps {
  choice: AnalyticsChoice;
  days: Days;
  onChange: (part: Partial<AnalyticsChoice>) => void;
}

/** Controls for the period, project and filter of the figures. */
export function ScopeBar({ choice, days, onChange }: ScopeBarProps) {
  const { t } = useLingui();
  const projects = useRows(useTeamStore().sharedView('projects by name', PROJECTS));
  const chosen = projects.find(({ id }) => id === choice.project);
  const kinds: [PeriodKind, string][] = [
    ['4w', t`4 weeks`],
    ['12w', t`12 weeks`],
    ['custom', t`Other days`],
  ];
  const screen: ViewScreen =
    choice.project === undefined ? { kind: 'team' } : { kind: 'project', projectId: choice.project };
  return (
    <>
      <div className={styles.scopeBar}>
        <div role="group" aria-label={t`Period`} className={switchStyles.switch}>
          {kinds.map(([kind, name]) => (
            <button
              key={kind}
              type="button"
              aria-pressed={kind === choice.period}
              onClick={() => onChange(kind === 'custom' ? { period: kind, ...days } : { period: kind })}
            >
              {name}
            </button>
          ))}
        </div>
        {choice.period === 'custom' && (
          <DayRange
            label={t`Days`}
            from={days.from}
            to={days.to}
            isNeeded
            onChange={(part) => onChange({ period: 'custom', ...moveBound(days, part) })}
          />
        )}
        <Picker
          label={t`Project`}
          isSearchable={projects.length > 8}
          selected={[choice.project ?? ALL]}
          options={[
            { value: ALL, label: t`All projects` },
            ...projects.map(({ id, name, color }) => ({
              value: id,
              label: name,
              icon: <ColorDot color={color} />,
            })),
          ]}
          onPick={(value) => onChange({ project: value === ALL ? undefined : value })}
        >
          {chosen !== undefined && <ColorDot color={chosen.color} />}
          <span>{chosen?.name ?? t`All projects`}</span>
        </Picker>
        <FilterButton screen={screen} />
      </div>
      {choice.filter !== undefined && (
        <div className={styles.filters}>
          <ViewBar search={{ filter: choice.filter }} screen={screen} />
        </div>
      )}
    </>
  );
}
