import type { Analytics } from '@hearth/contracts/analytics/analytics';
import { Trans, useLingui } from '@lingui/react/macro';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCalendarCheck,
  IconChartBar,
  IconChevronRight,
  IconClockHour4,
  type Icon,
} from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { findFindings, type Finding } from '@hearth/contracts/analytics/finding-values';
import { formatFinding } from './figures/format-finding.ts';
import { useFormats } from '#ui/format/formats.ts';
import styles from './analytics.module.css';

/** The related chart and the icon for each kind of finding. */
const APPEARANCE: Record<Finding['kind'], { chart: string; icon: Icon }> = {
  throughput: { chart: 'throughput', icon: IconChartBar },
  cycleTime: { chart: 'cycle-time', icon: IconClockHour4 },
  danger: { chart: 'ageing', icon: IconAlertTriangle },
  dueDates: { chart: 'due-dates', icon: IconCalendarCheck },
  rework: { chart: 'rework', icon: IconArrowBackUp },
};

/** Findings as sentences, each linked to its chart. */
export function FindingList({
  figures,
  before,
}: {
  figures: Analytics | undefined;
  before: Analytics | undefined;
}) {
  'use no memo';
  const { t } = useLingui();
  // Re-renders when the language changes.
  useFormats();
  const findings = figures === undefined ? [] : findFindings(figures, before ?? null);
  return (
    <section className={styles.findings} aria-labelledby="findings">
      <h2 id="findings" className="hidden-text">
        <Trans>Findings</Trans>
      </h2>
      {figures === undefined ? (
        <div className={styles.findingsWaiting} role="status" aria-label={t`Loading`} />
      ) : findings.length === 0 ? (
        <p className={styles.quiet}>
          <Trans>Too little was finished in these days to say anything about it.</Trans>
        </p>
      ) : (
        <ul>
          {findings.map((finding) => (
            <FindingLine key={finding.kind} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}

function FindingLine({ finding }: { finding: Finding }) {
  'use no memo';
  const { chart, icon: FindingIcon } = APPEARANCE[finding.kind];
  /** Scrolls to the chart and focuses its title, so that the next Tab continues in that chart. */
  function lead(event: MouseEvent): void {
    event.preventDefault();
    document.getElementById(chart)?.scrollIntoView({ block: 'start' });
    document.getElementById(`${chart}-name`)?.focus({ preventScroll: true });
  }
  return (
    <li>
      <a href={`#${chart}`} className={styles.finding} data-tone={finding.tone} onClick={lead}>
        <FindingIcon size={18} stroke={1.7} aria-hidden="true" />
        <span>{formatFinding(finding)}</span>
        <IconChevronRight size={16} stroke={1.7} aria-hidden="true" className={styles.leads} />
      </a>
    </li>
  );
}
