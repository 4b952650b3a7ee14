import { compileFormulas } from '@hearth/contracts/custom-fields/formula-compute-values';
import { checkFormula } from '@hearth/contracts/custom-fields/formula-size-values';
import {
  BUILT_INS,
  FORMULA_FUNCTIONS,
  FORMULA_LIMITS,
  toStoredFormula,
  kindOfField,
  showFormula,
  type BuiltIn,
  type FormulaField,
  type FormulaKind,
} from '@hearth/contracts/custom-fields/formula-values';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useRef } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { Picker } from '#ui/overlays/picker.tsx';
import { FieldTypeIcon, useValueFormatter } from './field-labels.tsx';
import type { TeamField } from './fields.data.ts';
import { BUILT_IN_LABELS, FORMULA_FAULTS, FORMULA_KIND_LABELS } from './formula-labels.ts';
import styles from './formula-editor.module.css';

/** Placeholder id for the field being created. */
const OWN = '00000000-0000-0000-0000-000000000000';

interface CheckedFormula {
  formula: string;
  result: FormulaKind;
}

/** Returns functions that format and parse formulas in the reader's language. */
export function useFormulaTexts(fields: readonly TeamField[]) {
  const { t } = useLingui();
  const nameOfBuiltIn = (name: BuiltIn) => t(BUILT_IN_LABELS[name]);
  return {
    nameOfBuiltIn,
    show: (stored: string) => showFormula(stored, fields, nameOfBuiltIn),
    keep: (typed: string) =>
      toStoredFormula(typed, fields, (name) =>
        BUILT_INS.find((one) => nameOfBuiltIn(one).toLowerCase() === name.toLowerCase()),
      ),
  };
}

/** Checks a formula and returns it with its result type. Returns null if the formula is invalid. */
export function evaluate(
  stored: string,
  fields: readonly TeamField[],
  ownId: string | undefined,
): CheckedFormula | null {
  const read = checkFormula(stored, fields, ownId ?? OWN);
  return 'tree' in read ? { formula: stored, result: read.tree.kind } : null;
}

interface FormulaEditorProps {
  /** The formula as displayed to the user. */
  text: string;
  /** Id of the field that has this formula. Undefined for a new field. */
  ownId: string | undefined;
  fields: readonly TeamField[];
  onChange: (text: string) => void;
}

/** Edits a formula and shows its error, or its result for the most recently created task. */
export function FormulaEditor({ text, ownId, fields, onChange }: FormulaEditorProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { keep, show, nameOfBuiltIn } = useFormulaTexts(fields);
  const stored = keep(text);
  const read = checkFormula(stored, fields, ownId ?? OWN);
  const isTooLong = text.length > FORMULA_LIMITS.text;
  const fault = 'fault' in read ? read.fault : null;
  const isBegun = text.trim() !== '';
  const what = fault === null ? '' : (fields.find((one) => one.id === fault.what)?.name ?? fault.what);

  /** @param name the stored name of a built-in variable, or the id of a field */
  function insert(name: string): void {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    onChange(`${text.slice(0, selectionStart)}${show(`{${name}}`)}${text.slice(selectionEnd)}`);
    area.current?.focus();
  }

  return (
    <div className={styles.editor}>
      <label className={styles.label} htmlFor={`${id}-text`}>
        <Trans>Formula</Trans>
      </label>
      <textarea
        ref={area}
        id={`${id}-text`}
        className={styles.text}
        dir="ltr"
        rows={3}
        spellCheck={false}
        autoComplete="off"
        placeholder={`{${nameOfBuiltIn('estimate')}} * 2`}
        aria-invalid={isBegun && (fault !== null || isTooLong)}
        aria-describedby={`${id}-told`}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value.replaceAll(/\s/g, ' '))}
      />
      <div className={styles.row}>
        <Picker
          label={t`Insert a field`}
          isFramed
          isSearchable
          selected={[]}
          options={[
            ...BUILT_INS.map((name) => ({ value: name, label: nameOfBuiltIn(name) })),
            ...fields
              .filter((field) => field.id !== ownId && kindOfField(field) !== null)
              .map(({ id: value, name, type }) => ({
                value,
                label: name,
                icon: <FieldTypeIcon type={type} />,
              })),
          ]}
          onPick={insert}
        >
          <Trans>Insert a field</Trans>
        </Picker>
        <span className={styles.hint} dir="ltr">
          {FORMULA_FUNCTIONS.join(', ')}
        </span>
      </div>
      <p
        id={`${id}-told`}
        className={styles.told}
        data-wrong={(isBegun && fault !== null) || isTooLong || undefined}
        aria-live="polite"
      >
        {isTooLong
          ? i18n._(FORMULA_FAULTS.long)
          : fault === null
            ? 'tree' in read && (
                <Outcome stored={stored} result={read.tree.kind} fields={fields} ownId={ownId} />
              )
            : isBegun &&
              (what === ''
                ? i18n._(FORMULA_FAULTS[fault.kind])
                : `“${what}”: ${i18n._(FORMULA_FAULTS[fault.kind])}`)}
      </p>
    </div>
  );
}

interface OutcomeProps extends Pick<FormulaEditorProps, 'fields' | 'ownId'> {
  stored: string;
  result: FormulaKind;
}

function Outcome({ stored, result, fields, ownId = OWN }: OutcomeProps) {
  const { t } = useLingui();
  const store = useTeamStore();
  const formatValue = useValueFormatter();
  const own: TeamField = {
    id: ownId,
    name: '',
    type: 'formula',
    options: [],
    currency: null,
    formula: stored,
    result,
    position: '',
  };
  const all: FormulaField[] = [...fields.filter(({ id }) => id !== ownId), own];
  const latest = store
    .all('task')
    .reduce<ReturnType<typeof store.all<'task'>>[number] | undefined>(
      (last, task) => (last === undefined || task.createdAt > last.createdAt ? task : last),
      undefined,
    );
  const kind = t(FORMULA_KIND_LABELS[result]);
  if (latest === undefined) return <>{kind}</>;
  const value = compileFormulas(all).get(ownId)?.(latest);
  const { title } = latest;
  const given = value === undefined ? t`no value` : formatValue(own, value);
  return (
    <Trans>
      {kind}. For “{title}”: <b>{given}</b>
    </Trans>
  );
}
