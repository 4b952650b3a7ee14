import type { Scale } from '@hearth/contracts/views/view-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCalendarOff } from '@tabler/icons-react';
import { useFormats } from '#ui/format/formats.ts';
import { ScheduleHead } from '#features/tasks/schedule/schedule-head.tsx';
import styles from '#features/tasks/schedule/schedule-head.module.css';

const SCALES_SHOWN = ['week', 'month'] as const satisfies readonly Scale[];

interface CalendarHeadProps {
  title: string;
  scale: Scale;
  undatedCount: number;
  isTrayOpen: boolean;
  onScale: (scale: Scale) => void;
  onToday: () => void;
  onStep: (count: -1 | 1) => void;
  onTray: () => void;
}

/** Shows the current period, the navigation, and a button for the undated tasks. */
export function CalendarHead({
  title,
  scale,
  undatedCount,
  isTrayOpen,
  onScale,
  onToday,
  onStep,
  onTray,
}: CalendarHeadProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const isMonth = scale === 'month';
  return (
    <ScheduleHead
      title={title}
      scales={SCALES_SHOWN}
      scale={scale}
      onScale={onScale}
      onToday={onToday}
      onStep={onStep}
      stepLabels={isMonth ? [t`Previous month`, t`Next month`] : [t`Previous week`, t`Next week`]}
      after={
        <button type="button" className={styles.trayButton} aria-expanded={isTrayOpen} onClick={onTray}>
          <IconCalendarOff size={16} stroke={1.6} aria-hidden="true" />
          <Trans>No date</Trans>
          <span className={styles.count}>{formats.number(undatedCount)}</span>
        </button>
      }
    />
  );
}
