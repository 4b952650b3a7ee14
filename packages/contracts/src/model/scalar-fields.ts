import { z } from 'zod';
import {
  mapScalars,
  SCALAR_FIELDS,
  type ScalarField,
  type ScalarValue,
  type ScalarValues,
} from './scalar-field-values.ts';

type Schemas = { [F in ScalarField]: z.ZodType<ScalarValues[F]> };
type Optional = { [F in ScalarField]: z.ZodOptional<Schemas[F]> };
type Defaulted = { [F in ScalarField]: z.ZodDefault<Schemas[F]> };

/** Schemas for responses. */
export const storedScalars = mapScalars<Schemas>((field) => {
  const definition = SCALAR_FIELDS[field];
  return definition.kind === 'choice' ? z.enum(definition.values) : z.number().nullable();
});

/** Schemas for requests that require every field. */
export const scalarInputs = mapScalars<Schemas>((field) => {
  const definition = SCALAR_FIELDS[field];
  if (definition.kind === 'choice') return z.enum(definition.values);
  const { most, step } = definition;
  const error = `must be a multiple of ${step}`;
  return (
    z
      .number()
      .min(0, { error: 'must be 0 or more' })
      .max(most, { error: `must be ${most} or less` })
      .multipleOf(step, { error, abort: true })
      // zod accepts 1e-81 as a multiple of the step, but the database does not.
      .refine((value) => Number.isInteger(value / step), { error })
      .nullable()
  );
});

/** Schemas for requests in which missing fields are unchanged. */
export const optionalScalars = mapScalars<Optional>((field) => scalarInputs[field].optional());

/** Schemas for stored files and templates, which may be older than a field. */
export const defaultedScalars = mapScalars<Defaulted>(
  (field) =>
    (scalarInputs[field] as z.ZodType<ScalarValue>).default(
      SCALAR_FIELDS[field].empty,
    ) as Defaulted[ScalarField],
);
