import { SCALES, type Scale } from '@hearth/contracts/views/view-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { Tooltip } from '#ui/buttons/tooltip.tsx';
import { showEarlier, showLater, showToday } from './calendar.actions.ts';
import { ScaleButtons } from './scale-buttons.tsx';
import styles from './schedule-head.module.css';

interface TimelineHeadProps {
  title: string;
  /** The available zoom levels. */
  scales?: readonly Scale[];
  scale: Scale;
  onScale: (scale: Scale) => void;
  onToday: () => void;
  onStep: (count: -1 | 1) => void;
  /** Whether there is no earlier period. */
  isAtStart?: boolean;
  /** Rendered before the zoom buttons. */
  children?: ReactNode;
}

/** Shows the visible period and the navigation. */
export function TimelineHead({
  title,
  scales = SCALES,
  scale,
  onScale,
  onToday,
  onStep,
  isAtStart = false,
  children,
}: TimelineHeadProps) {
  const { t } = useLingui();
  return (
    <div className={styles.head}>
      <h2 className={styles.title}>{title}</h2>
      <div className={styles.steps}>
        <IconButton
          label={t(showEarlier.title)}
          shortcut={showEarlier}
          disabled={isAtStart}
          onClick={() => onStep(-1)}
        >
          <IconChevronLeft size={18} stroke={1.7} />
        </IconButton>
        <Tooltip label={t(showToday.title)} shortcut={showToday}>
          <Button variant="default" size="tiny" onClick={onToday}>
            <Trans>Today</Trans>
          </Button>
        </Tooltip>
        <IconButton label={t(showLater.title)} shortcut={showLater} onClick={() => onStep(1)}>
          <IconChevronRight size={18} stroke={1.7} />
        </IconButton>
      </div>
      <div className={styles.spring} />
      {children}
      <ScaleButtons scales={scales} scale={scale} onScale={onScale} />
    </div>
  );
}
