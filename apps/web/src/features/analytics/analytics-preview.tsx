import { addDays } from '@hearth/contracts/core/days';
import { sumTasks } from '@hearth/contracts/analytics/spread-values';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconAlertTriangle,
  IconCalendarCheck,
  IconChartAreaLine,
  IconClockHour4,
  IconWand,
  IconUsers,
} from '@tabler/icons-react';
import { Bars } from './charts/bars.tsx';
import { usePreview } from './figures/analytics.data.ts';
import { formatShortDay } from './figures/format-figures.ts';
import { AskOwner } from '#features/billing/index.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { WhyNot } from '#platform/permissions/why-not.tsx';
import { useTeamStore } from '#platform/sync/index.ts';
import { useErrorMessages } from '#platform/texts/error-messages.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LinkButton } from '#ui/buttons/link-button.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { useTeamToday } from './figures/use-team-today.ts';
import styles from './preview.module.css';

const DAYS = 30;
const HEIGHT = 180;

/** Analytics on the free plan: one figure from the team's own data, and a list of what Pro adds. */
export function AnalyticsPreview() {
  const { t } = useLingui();
  return (
    <div className={styles.preview}>
      <OwnFigure />
      <section className={styles.offer} aria-labelledby="analytics-offer">
        <h2 id="analytics-offer">
          <Trans>Analytics is part of Pro</Trans>
        </h2>
        <p className={styles.lead}>
          <Trans>
            Hearth already records every status change: on Pro these figures cover your work so far, not only
            from then on.
          </Trans>
        </p>
        <ul className={styles.parts}>
          {[
            { icon: IconAlertTriangle, name: t`Which tasks are in danger today` },
            { icon: IconClockHour4, name: t`How long work takes, from start to finish` },
            { icon: IconChartAreaLine, name: t`Where work piles up and waits` },
            { icon: IconCalendarCheck, name: t`How far due dates can be relied on` },
            { icon: IconWand, name: t`When open work will be done, with odds` },
            { icon: IconUsers, name: t`Who has too much planned, never who is slowest` },
          ].map(({ icon: PartIcon, name }) => (
            <li key={name}>
              <PartIcon size={18} stroke={1.6} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
        <UpgradeLink />
      </section>
    </div>
  );
}

/** A link to the upgrade page. Members who may not upgrade see the reason instead, and can ask an owner. */
function UpgradeLink() {
  const { teamId } = useTeamStore();
  const may = useMay();
  if (may('subscription.change')) {
    return (
      <LinkButton to="/dashboard/upgrade">
        <Trans>See what’s in Pro</Trans>
      </LinkButton>
    );
  }
  return (
    <div className={styles.ways}>
      {may('subscription.ask') && <AskOwner teamId={teamId} />}
      <WhyNot act="subscription.change" />
    </div>
  );
}

/** The tasks that the team finished in the last 30 days: the total, and a bar for each day. */
function OwnFigure() {
  const { t } = useLingui();
  const formats = useFormats();
  const today = useTeamToday();
  const { teamId } = useTeamStore();
  const known = usePreview(teamId);
  const errorMessage = useErrorMessages(known.error);
  const byDay = new Map(known.data?.map(({ day, tasks }) => [day, tasks]));
  const days = Array.from({ length: DAYS }, (_, at) => addDays(today, at + 1 - DAYS));
  const done = sumTasks(known.data ?? []);
  const formatFinished = (count: number) => t`${plural(count, { one: '# finished', other: '# finished' })}`;
  return (
    <section className={styles.own} aria-labelledby="own-figure">
      <h2 id="own-figure" className={styles.ownName}>
        <Trans>Finished in the last 30 days</Trans>
      </h2>
      {errorMessage !== null ? (
        <div className={styles.trouble} role="alert">
          <p>{errorMessage}</p>
          <Button variant="default" size="small" onClick={known.reload}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : (
        <>
          <p className={styles.count} data-waiting={known.data === undefined || undefined}>
            {known.data === undefined ? '–' : formats.number(done)}
          </p>
          <div className={styles.chart} style={{ minBlockSize: HEIGHT }}>
            {known.data !== undefined && (
              <Bars
                label={t`Bar chart of the last 30 days: ${formatFinished(done)}.`}
                height={HEIGHT}
                hasAside={false}
                columns={days.map((day) => {
                  const count = byDay.get(day) ?? 0;
                  return {
                    key: day,
                    main: count,
                    aside: 0,
                    tick: formatShortDay(day),
                    lines: [formatShortDay(day), formatFinished(count)],
                  };
                })}
                formatValue={(value) => formats.number(value)}
              />
            )}
          </div>
          {known.data !== undefined && done === 0 && (
            <p className={styles.lead}>
              <Trans>Finish a task and it shows up here.</Trans>
            </p>
          )}
        </>
      )}
    </section>
  );
}
