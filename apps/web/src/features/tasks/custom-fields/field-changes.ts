import { foldName } from '@hearth/contracts/core/fold';
import { isSame } from '@hearth/contracts/core/same';
import type { FieldOption } from '@hearth/contracts/custom-fields/custom-field-values';
import type { TeamField } from './fields.data.ts';

/** The field properties that the dialog edits. */
export type FieldInput = Pick<TeamField, 'name' | 'type' | 'options' | 'currency' | 'formula' | 'result'>;

/**
 * Returns what a person changed in the dialog. Properties that they left alone are omitted, because others may have changed them meanwhile.
 * @param opened the field when the dialog was opened
 * @param current the field by now
 */
export function listFieldChanges(
  opened: TeamField,
  { name, options, currency, formula, result }: FieldInput,
  current: TeamField = opened,
): Partial<Omit<FieldInput, 'type'>> {
  return {
    ...(name === opened.name ? {} : { name }),
    ...(isSame(options, opened.options)
      ? {}
      : { options: mergeOptions(opened.options, options, current.options) }),
    ...(currency === null || currency === opened.currency ? {} : { currency }),
    ...(formula === null || formula === opened.formula ? {} : { formula, result }),
  };
}

/** Merges two changes of the same options. The order is that of `own`, followed by the options that others have added. */
function mergeOptions(
  opened: readonly FieldOption[],
  own: readonly FieldOption[],
  current: readonly FieldOption[],
): FieldOption[] {
  const find = (among: readonly FieldOption[], id: string) => among.find((one) => one.id === id);
  const added = current.filter(({ id }) => find(opened, id) === undefined);
  const addedNames = new Set(added.map(({ name }) => foldName(name)));
  const kept = own.flatMap((option) => {
    const before = find(opened, option.id);
    // Tasks may already have the option of that name that somebody else has added.
    if (before === undefined) return addedNames.has(foldName(option.name)) ? [] : [option];
    return isSame(before, option) ? (find(current, option.id) ?? []) : [option];
  });
  return [...kept, ...added];
}
