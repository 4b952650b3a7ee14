import { SCALES, type Scale } from '@hearth/contracts/views/view-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAction } from '#platform/actions/actions.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { showEarlier, showLater, showToday } from './calendar.actions.ts';
import { ScaleButtons } from './scale-buttons.tsx';
import styles from './schedule-head.module.css';

interface ScheduleHeadProps {
  title: string;
  /** The available zoom levels. */
  scales?: readonly Scale[];
  scale: Scale;
  onScale: (scale: Scale) => void;
  onToday: () => void;
  onStep: (count: -1 | 1) => void;
  /** Whether there is no earlier period. */
  isAtStart?: boolean;
  /** Labels of the buttons for the earlier and the later period. */
  stepLabels?: readonly [earlier: string, later: string];
  /** Rendered before the zoom buttons. */
  children?: ReactNode;
  /** Rendered after the zoom buttons. */
  after?: ReactNode;
}

/** Shows the visible period of a calendar, timeline or workload, and the navigation, which is also offered as actions. */
export function ScheduleHead({
  title,
  scales = SCALES,
  scale,
  onScale,
  onToday,
  onStep,
  isAtStart = false,
  stepLabels,
  children,
  after,
}: ScheduleHeadProps) {
  const { t } = useLingui();
  useAction(showToday, onToday);
  useAction(showEarlier, () => onStep(-1), !isAtStart);
  useAction(showLater, () => onStep(1));
  const [earlier, later] = stepLabels ?? [t(showEarlier.title), t(showLater.title)];
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.steps}>
        <IconButton label={earlier} shortcut={showEarlier} disabled={isAtStart} onClick={() => onStep(-1)}>
          <IconChevronLeft size={18} stroke={1.7} />
        </IconButton>
        <Tooltip label={t(showToday.title)} shortcut={showToday}>
          <Button variant="default" size="tiny" onClick={onToday}>
            <Trans>Today</Trans>
          </Button>
        </Tooltip>
        <IconButton label={later} shortcut={showLater} onClick={() => onStep(1)}>
          <IconChevronRight size={18} stroke={1.7} />
        </IconButton>
      </div>
      <div className={styles.spring} />
      {children}
      <ScaleButtons scales={scales} scale={scale} onScale={onScale} />
      {after}
    </div>
  );
}
