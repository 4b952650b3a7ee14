import type { Odds } from '@hearth/contracts/analytics/analytics';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormats } from '#ui/format/formats.ts';
import { formatPercent } from './figures/format-figures.ts';
import styles from './analytics.module.css';

/** Probability of completing all tasks by the due date, or only the 85% date if there is no due date. */
export function OddsSummary({ odds }: { odds: Odds | undefined }) {
  const { t } = useLingui();
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
  const day = formats.calendarDay(due);
  // Even if none or all of the simulations meet the date, the outcome is not certain.
  const share =
    percent <= 0
      ? t`Under ${formatPercent(0.01)}`
      : percent >= 100
        ? t`Over ${formatPercent(0.99)}`
        : formatPercent(percent / 100);
  return (
    <p className={styles.odds}>
      <Trans>
        <strong>{share}</strong> likely to be done by {day}; 85% likely by {likely}.
      </Trans>
    </p>
  );
}
