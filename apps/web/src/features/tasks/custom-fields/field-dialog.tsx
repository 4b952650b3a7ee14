import { foldName } from '@hearth/contracts/core/fold';
import { FIELD_TYPES, hasOptions, type FieldType } from '@hearth/contracts/custom-fields/custom-field-values';
import { FORMULA_LIMITS } from '@hearth/contracts/custom-fields/formula-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { DialogButtons } from '#ui/overlays/dialog-buttons.tsx';
import { formatCurrency } from '#ui/format/formats.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import { TextField } from '#ui/inputs/text-field.tsx';
import type { FieldInput } from './field-changes.ts';
import { FieldOptionsEditor } from './field-options.tsx';
import { FormulaEditor, evaluate, useFormulaTexts } from './formula-editor.tsx';
import { FieldTypeIcon, FIELD_TYPE_LABELS } from './field-labels.tsx';
import type { TeamField } from './fields.data.ts';
import styles from './field-dialog.module.css';

interface FieldDialogProps {
  isOpen: boolean;
  /** The edited field, or undefined for a new field. */
  field: TeamField | undefined;
  others: readonly TeamField[];
  onClose: () => void;
  onSave: (input: FieldInput) => void;
}

/** Edits the name of a field and its options, currency or formula. The type can only be chosen for a new field. */
export function FieldDialog({ isOpen, field, onClose, ...rest }: FieldDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      title={field === undefined ? t`New field` : t`Change the field`}
      isOpen={isOpen}
      onClose={onClose}
    >
      <FieldForm key={field?.id} field={field} onClose={onClose} {...rest} />
    </Dialog>
  );
}

function FieldForm({ field, others, onClose, onSave }: Omit<FieldDialogProps, 'isOpen'>) {
  const { t } = useLingui();
  const [name, setName] = useState(field?.name ?? '');
  const [type, setType] = useState<FieldType>(field?.type ?? 'text');
  const [options, setOptions] = useState(field?.options ?? []);
  const [currency, setCurrency] = useState(field?.currency ?? 'INR');
  const all = field === undefined ? others : [...others, field];
  const texts = useFormulaTexts(all);
  const [formula, setFormula] = useState(() => texts.show(field?.formula ?? ''));
  const [isChecked, setIsChecked] = useState(false);
  const typed = name.trim().replaceAll(/\s+/g, ' ');
  const isTaken = others.some((one) => foldName(one.name) === foldName(typed));
  const problem =
    typed === '' ? t`Enter a field name.` : isTaken ? t`A field named “${typed}” already exists.` : null;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsChecked(true);
        const own = type === 'formula' ? evaluate(texts.keep(formula), all, field?.id) : null;
        const isWrong = type === 'formula' && (own === null || formula.length > FORMULA_LIMITS.text);
        if (problem !== null || isWrong) return;
        onSave({
          name: typed,
          type,
          options: hasOptions(type) ? options : [],
          currency: type === 'money' ? currency : null,
          formula: own?.formula ?? null,
          result: own?.result ?? null,
        });
      }}
    >
      <TextField
        label={t`Name`}
        value={name}
        maxLength={LIMITS.fieldName}
        error={isChecked ? problem : null}
        autoFocus
        onChange={setName}
      />
      {field === undefined && (
        <div className={styles.line}>
          <span className={styles.label} aria-hidden="true">
            <Trans>Type</Trans>
          </span>
          <Picker
            label={t`Type`}
            isFramed
            selected={[type]}
            options={FIELD_TYPES.map((one) => ({
              value: one,
              label: t(FIELD_TYPE_LABELS[one]),
              icon: <FieldTypeIcon type={one} />,
            }))}
            onPick={(one) => setType(one as FieldType)}
          >
            <FieldTypeIcon type={type} />
            {t(FIELD_TYPE_LABELS[type])}
          </Picker>
        </div>
      )}
      {type === 'money' && <CurrencyPicker currency={currency} onPick={setCurrency} />}
      {type === 'formula' && (
        <FormulaEditor text={formula} ownId={field?.id} fields={all} onChange={setFormula} />
      )}
      {hasOptions(type) && <FieldOptionsEditor options={options} onChange={setOptions} />}
      <DialogButtons onCancel={onClose}>
        <Button type="submit">
          <Trans>Save</Trans>
        </Button>
      </DialogButtons>
    </form>
  );
}

function CurrencyPicker({ currency, onPick }: { currency: string; onPick: (code: string) => void }) {
  const { t } = useLingui();
  return (
    <div className={styles.line}>
      <span className={styles.label} aria-hidden="true">
        <Trans>Currency</Trans>
      </span>
      <Picker
        label={t`Currency`}
        isFramed
        selected={[currency]}
        options={Intl.supportedValuesOf('currency').map((code) => ({
          value: code,
          label: formatCurrency(code),
        }))}
        onPick={onPick}
      >
        {formatCurrency(currency)}
      </Picker>
    </div>
  );
}
