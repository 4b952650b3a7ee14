import type { Scale } from '@hearth/contracts/views/view-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Button } from '#ui/buttons/button.tsx';
import { useFormats } from '#ui/format/formats.ts';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { showEarlier, showLater, showToday } from '#features/tasks/schedule/calendar.actions.ts';
import { ScaleButtons } from '#features/tasks/schedule/scale-buttons.tsx';
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
    <div className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.steps}>
        <IconButton
          label={isMonth ? t`Previous month` : t`Previous week`}
          shortcut={showEarlier}
          onClick={() => onStep(-1)}
        >
          <IconChevronLeft size={18} stroke={1.7} />
        </IconButton>
        <Tooltip label={t(showToday.title)} shortcut={showToday}>
          <Button variant="default" size="tiny" onClick={onToday}>
            <Trans>Today</Trans>
          </Button>
        </Tooltip>
        <IconButton
          label={isMonth ? t`Next month` : t`Next week`}
          shortcut={showLater}
          onClick={() => onStep(1)}
        >
          <IconChevronRight size={18} stroke={1.7} />
        </IconButton>
      </div>
      <div className={styles.spring} />
      <ScaleButtons scales={SCALES_SHOWN} scale={scale} onScale={onScale} />
      <button type="button" className={styles.trayButton} aria-expanded={isTrayOpen} onClick={onTray}>
        <IconCalendarOff size={16} stroke={1.6} aria-hidden="true" />
        <Trans>No date</Trans>
        <span className={styles.count}>{formats.number(undatedCount)}</span>
      </button>
    </div>
  );
}
