import type { FieldValue } from '@hearth/contracts/custom-fields/custom-field-values';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useValueWords } from './field-words.tsx';
import type { TeamField } from './fields.data.ts';

interface ValueWordsProps {
  name: ReactNode;
  /** Undefined if it was deleted since. */
  field: TeamField | undefined;
  old: unknown;
  now: unknown;
  mark: (text: string) => ReactNode;
}

/** A change of a custom field, as a sentence. */
export function ValueWords({ name, field, old, now, mark }: ValueWordsProps) {
  const say = useValueWords();
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
  const before = old === null ? null : mark(say(field, old as FieldValue));
  const after = now === null ? null : mark(say(field, now as FieldValue));
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
