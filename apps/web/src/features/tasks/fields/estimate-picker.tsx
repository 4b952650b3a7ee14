import { Trans, useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import { ESTIMATE_STEPS, sayEstimate, useEstimateUnit } from '#platform/texts/estimates.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import styles from './panel.module.css';

const NONE = 'none';
interface EstimatePickerProps {
  estimate: number | null;
  canEdit: boolean;
  onPick: (estimate: number | null) => void;
  buttonRef?: Ref<HTMLButtonElement>;
  startsOpen?: boolean;
  onClose?: () => void;
}

export function EstimatePicker({
  estimate,
  canEdit,
  onPick,
  buttonRef,
  startsOpen = false,
  onClose,
}: EstimatePickerProps) {
  const { t } = useLingui();
  const unit = useEstimateUnit();
  const usual = ESTIMATE_STEPS[unit];
  const isOdd = estimate !== null && !usual.includes(estimate);
  const steps = isOdd ? [...usual, estimate].toSorted((a, b) => a - b) : usual;
  return (
    <Picker
      label={t`Estimate`}
      buttonRef={buttonRef}
      isDisabled={!canEdit}
      startsOpen={startsOpen}
      isSearchable={startsOpen}
      {...(onClose === undefined ? {} : { onClose })}
      selected={[estimate === null ? NONE : String(estimate)]}
      options={[
        { value: NONE, label: t`No estimate` },
        ...steps.map((step) => ({ value: String(step), label: sayEstimate(step, unit) })),
      ]}
      onPick={(value) => onPick(value === NONE ? null : Number(value))}
    >
      {estimate === null ? (
        <span className={styles.faint}>
          <Trans>No estimate</Trans>
        </span>
      ) : (
        sayEstimate(estimate, unit)
      )}
    </Picker>
  );
}
