import { fieldIdOf, type FieldValue } from '@hearth/contracts/custom-fields/custom-field-values';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ChangeProps } from '#features/tasks/model/field-change.ts';
import { useValueFormatter } from './field-labels.tsx';

/** Describes a change to a custom field as a sentence. */
export function ValueChange({ name, old, now, mark, change, known }: ChangeProps) {
  const formatValue = useValueFormatter();
  const fieldId = fieldIdOf(change.field);
  const field = known.fields.find(({ id }) => id === fieldId);
  if (field === undefined) return <Trans>{name} changed a deleted field</Trans>;
  const what = mark(field.name);
  if (field.type === 'checkbox') {
    return now === true ? (
      <Trans>
        {name} ticked {what}
      </Trans>
    ) : (
      <Trans>
        {name} unticked {what}
      </Trans>
    );
  }
  const before = old === null ? null : mark(formatValue(field, old as FieldValue));
  const after = now === null ? null : mark(formatValue(field, now as FieldValue));
  return <NamedValueChange name={name} what={what} before={before} after={after} />;
}

interface NamedValueChangeProps {
  name: ReactNode;
  /** The name of the field. */
  what: ReactNode;
  /** The former value. Null if the field was empty. */
  before: ReactNode;
  after: ReactNode;
}

/** Describes a change to any field, including the field's name, as a sentence. */
export function NamedValueChange({ name, what, before, after }: NamedValueChangeProps) {
  if (before === null) {
    return (
      <Trans>
        {name} set {what} to {after}
      </Trans>
    );
  }
  if (after === null) {
    return (
      <Trans>
        {name} cleared {what} (was {before})
      </Trans>
    );
  }
  return (
    <Trans>
      {name} changed {what} from {before} to {after}
    </Trans>
  );
}
