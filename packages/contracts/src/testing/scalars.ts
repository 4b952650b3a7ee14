import * as fc from 'fast-check';
import {
  mapScalars,
  SCALAR_FIELDS,
  type ScalarField,
  type ScalarValues,
} from '#model/scalar-field-values.ts';

/** A valid value for each scalar field. Values of consecutive `at` differ. `at` 0 returns empty values. */
export function sampleScalars(at: number): ScalarValues {
  return mapScalars<ScalarValues>((field) => {
    const definition = SCALAR_FIELDS[field];
    if (definition.kind === 'choice')
      return definition.values[at % definition.values.length] ?? definition.empty;
    const count = Math.floor(definition.most / definition.step);
    return at === 0 ? definition.empty : ((at * 5) % count) * definition.step;
  });
}

export const arbitraryScalars = mapScalars<{ [F in ScalarField]: fc.Arbitrary<ScalarValues[F]> }>((field) => {
  const definition = SCALAR_FIELDS[field];
  if (definition.kind === 'choice') return fc.constantFrom(...definition.values);
  const { most, step } = definition;
  return fc.constantFrom(null, null, null, 0, step, 2 * step, 1, 3, 5, most);
});

/** Values of filters on scalar fields. */
export const arbitraryScalarFilters = mapScalars<Record<ScalarField, fc.Arbitrary<string>>>((field) => {
  const definition = SCALAR_FIELDS[field];
  if (definition.kind === 'choice') return fc.constantFrom(...definition.values);
  const { most, step } = definition;
  return fc.constantFrom('0', `${2 * step}`, '1', '5', `${step}..5`, '5..', '..3', `${most}`, 'none');
});
