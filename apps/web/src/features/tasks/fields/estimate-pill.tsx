import { sayEstimate, useEstimateUnit } from '#platform/texts/estimates.ts';
import { useFormats } from '#ui/format/formats.ts';
import { useLingui } from '@lingui/react/macro';
import styles from './estimate-pill.module.css';

/** How much a task is: a plain number of points, hours with their sign. */
export function EstimatePill({ estimate }: { estimate: number }) {
  const { t } = useLingui();
  const formats = useFormats();
  const unit = useEstimateUnit();
  const shown = formats.number(estimate);
  return (
    <span className={styles.estimate}>
      <span aria-hidden="true">{unit === 'hours' ? t`${shown} h` : shown}</span>
      <span className="hidden-text">{sayEstimate(estimate, unit)}</span>
    </span>
  );
}
