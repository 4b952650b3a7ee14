import type { Scale } from '@hearth/contracts/views/view-values';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import styles from './schedule-head.module.css';

const SCALE_LABELS: Record<Scale, MessageDescriptor> = {
  day: msg`Day`,
  week: msg`Week`,
  month: msg`Month`,
  quarter: msg`Quarter`,
};

interface ScaleButtonsProps {
  scales: readonly Scale[];
  scale: Scale;
  onScale: (scale: Scale) => void;
}

/** Buttons for the zoom levels. */
export function ScaleButtons({ scales, scale, onScale }: ScaleButtonsProps) {
  const { t } = useLingui();
  return (
    <div role="group" aria-label={t`Time shown`} className={styles.scales}>
      {scales.map((one) => (
        <button key={one} type="button" aria-pressed={one === scale} onClick={() => onScale(one)}>
          {t(SCALE_LABELS[one])}
        </button>
      ))}
    </div>
  );
}
