import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle, IconXboxX } from '@tabler/icons-react';
import type { Health } from '@hearth/contracts/projects/project-values';
import styles from './health.module.css';

export const HEALTH_LABELS: Record<Health, MessageDescriptor> = {
  onTrack: msg`On track`,
  atRisk: msg`At risk`,
  offTrack: msg`Off track`,
};
const GLYPHS = { onTrack: IconCircleCheck, atRisk: IconAlertTriangle, offTrack: IconXboxX };

/** Project health. Each value has its own icon to avoid relying on color alone. */
export function HealthGlyph({ health }: { health: Health | null }) {
  const Glyph = health === null ? IconHelpCircle : GLYPHS[health];
  return <Glyph size={16} stroke={1.8} className={styles.glyph} data-health={health} aria-hidden="true" />;
}

export function HealthMark({ health }: { health: Health }) {
  const { t } = useLingui();
  return (
    <span className={styles.mark}>
      <HealthGlyph health={health} />
      {t(HEALTH_LABELS[health])}
    </span>
  );
}
