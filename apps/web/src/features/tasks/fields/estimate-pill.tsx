import { formatEstimate, useEstimateUnit } from '#platform/texts/estimates.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useLingui } from '@lingui/react/macro';
import styles from './estimate-pill.module.css';

/** The estimate of a task: a plain number for points, or hours with their unit. */
export function EstimatePill({ estimate }: { estimate: number }) {
  const { t } = useLingui();
  const formats = useFormats();
  const unit = useEstimateUnit();
  const shown = formats.number(estimate);
  return (
    <span className={styles.estimate}>
      <span aria-hidden="true">{unit === 'hours' ? t`${shown} h` : shown}</span>
      <span className="hidden-text">{formatEstimate(estimate, unit)}</span>
    </span>
  );
}
