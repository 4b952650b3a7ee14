import {
  changeScalar,
  isChoiceField,
  type ScalarField,
  type ScalarValue,
  type ScalarValues,
} from '@hearth/contracts/model/scalar-field-values';
import { useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import { useEstimateUnit } from '#platform/texts/estimates.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import {
  isEmptyScalar,
  listScalarOptions,
  nameScalar,
  readScalarOption,
  SCALAR_TITLES,
  ScalarGlyph,
  scalarOption,
} from '#features/tasks/model/scalar-looks.tsx';
import styles from './panel.module.css';

interface ScalarPickerProps {
  field: ScalarField;
  value: ScalarValue;
  canEdit: boolean;
  onPick: (change: Partial<ScalarValues>) => void;
  buttonRef?: Ref<HTMLButtonElement>;
  startsOpen?: boolean;
  onClose?: () => void;
}

/** Shows the value of a scalar field on a button that opens its options. */
export function ScalarPicker({
  field,
  value,
  canEdit,
  onPick,
  buttonRef,
  startsOpen = false,
  onClose,
}: ScalarPickerProps) {
  const { t } = useLingui();
  const unit = useEstimateUnit();
  const name = nameScalar(field, value, unit, t);
  return (
    <Picker
      label={t(SCALAR_TITLES[field])}
      buttonRef={buttonRef}
      isDisabled={!canEdit}
      startsOpen={startsOpen}
      isSearchable={startsOpen}
      {...(onClose === undefined ? {} : { onClose })}
      selected={[scalarOption(value)]}
      options={listScalarOptions(field, unit, t, value)}
      onPick={(option) => onPick(changeScalar(field, readScalarOption(field, option)))}
    >
      <ScalarGlyph field={field} value={value} />
      {isEmptyScalar(field, value) && !isChoiceField(field) ? (
        <span className={styles.faint}>{name}</span>
      ) : (
        name
      )}
    </Picker>
  );
}
