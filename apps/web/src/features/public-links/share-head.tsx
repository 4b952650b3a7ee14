import type { SharedProject } from '@hearth/contracts/public-links/public-links';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCalendar, IconCircleCheck, IconUser, IconXboxX } from '@tabler/icons-react';
import { formatCalendarDay } from '#ui/format/formats.ts';
import { HEALTH_LABELS } from './share-labels.ts';
import styles from './share.module.css';

const GLYPHS = { onTrack: IconCircleCheck, atRisk: IconAlertTriangle, offTrack: IconXboxX };

/** Name, health and progress of the project. */
export function ShareHead({ project }: { project: SharedProject }) {
  const { t } = useLingui();
  const { name, color, description, health, startDate, targetDate, leadName } = project;
  const counted = project.columns.filter(({ category }) => category !== 'cancelled');
  const all = sum(counted);
  const done = sum(counted.filter(({ category }) => category === 'completed'));
  const Glyph = health === null ? null : GLYPHS[health];
  return (
    <header className={styles.head}>
      <h1 className={styles.name} dir="auto">
        <span className={styles.mark} data-color={color} />
        {name}
      </h1>
      {description !== null && description !== '' && (
        <p className={styles.description} dir="auto">
          {description}
        </p>
      )}
      <ul className={styles.facts}>
        {health !== null && Glyph !== null && (
          <li data-health={health}>
            <Glyph size={16} stroke={1.8} aria-hidden="true" />
            {t(HEALTH_LABELS[health])}
          </li>
        )}
        {leadName !== null && (
          <li>
            <IconUser size={14} stroke={1.7} aria-hidden="true" />
            <span>
              <Trans>Lead: {leadName}</Trans>
            </span>
          </li>
        )}
        {startDate !== null && (
          <li>
            <IconCalendar size={14} stroke={1.7} aria-hidden="true" />
            <span>
              <Trans>From {formatCalendarDay(startDate)}</Trans>
            </span>
          </li>
        )}
        {targetDate !== null && (
          <li>
            <IconCalendar size={14} stroke={1.7} aria-hidden="true" />
            <span>
              <Trans>Until {formatCalendarDay(targetDate)}</Trans>
            </span>
          </li>
        )}
      </ul>
      {all > 0 && (
        <p className={styles.progress}>
          <progress value={done} max={all} aria-label={t`Tasks done`} />
          <span>
            <Trans>
              {done} of {all} tasks done
            </Trans>
          </span>
        </p>
      )}
    </header>
  );
}

function sum(columns: readonly { count: number }[]): number {
  return columns.reduce((total, { count }) => total + count, 0);
}
