import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import type { Ref } from 'react';
import { Picker } from '#ui/picker.tsx';
import styles from './panel.module.css';

const NONE = 'none';
/** Far enough apart that one is chosen without thinking twice; any other number comes by the API. */
const STEPS: readonly number[] = [1, 2, 3, 5, 8, 13, 21];

interface EstimatePickerProps {
  estimate: number | null;
  canEdit: boolean;
  onPick: (estimate: number | null) => void;
  buttonRef: Ref<HTMLButtonElement>;
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
  const isOdd = estimate !== null && !STEPS.includes(estimate);
  const steps = isOdd ? [...STEPS, estimate].toSorted((a, b) => a - b) : STEPS;
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
        ...steps.map((points) => ({
          value: String(points),
          label: t`${plural(points, { one: '# point', other: '# points' })}`,
        })),
      ]}
      onPick={(value) => onPick(value === NONE ? null : Number(value))}
    >
      {estimate === null ? (
        <span className={styles.faint}>
          <Trans>No estimate</Trans>
        </span>
      ) : (
        <Plural value={estimate} one="# point" other="# points" />
      )}
    </Picker>
  );
}
