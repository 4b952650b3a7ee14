import { z } from 'zod';
import { FIELD_TYPES, hasOptions } from './custom-field-values.ts';
import { FORMULA_FAULT_MESSAGES, FORMULA_KINDS, FORMULA_LIMITS } from './formula-values.ts';
import { id, lineOf, nextCursor, pageQuery, position, storedId, color } from '#core/fields.ts';
import { foldName } from '#core/fold.ts';
import { LIMITS } from '#core/limits.ts';
import { defineRoute } from '#core/route.ts';

const storedOption = z.strictObject({ id: storedId, name: z.string(), color });

const customField = z.strictObject({
  id: storedId,
  name: z.string(),
  type: z.enum(FIELD_TYPES),
  /** Options of `select` and `multiSelect`, in order. Empty for all other types. */
  options: z.array(storedOption),
  /** Currency of `money`, such as INR. Null for all other types. */
  currency: z.string().nullable(),
  /** Source of `formula`, with field ids in braces. Null for all other types. */
  formula: z.string().nullable(),
  /** The type of the formula's result. Null for all other types. */
  result: z.enum(FORMULA_KINDS).nullable(),
  position: z.string(),
});
export type CustomField = z.infer<typeof customField>;

/** Values of a task by field id. Fields without a value are absent. */
export const storedValues = z.record(
  storedId,
  z.union([z.string(), z.number(), z.literal(true), z.array(storedId)]),
);

/** A patch of values by field id. Null removes a value, omitted values are unchanged. Each value is validated against its field. */
export const customValues = z
  .record(
    id,
    z.union([z.string().max(LIMITS.fieldText * 4), z.number(), z.boolean(), z.array(id), z.null()], {
      error: 'must be text, a number, true, false, a list of ids or null',
    }),
  )
  .refine((values) => Object.keys(values).length <= LIMITS.fieldsPerTeam, {
    error: `can have up to ${LIMITS.fieldsPerTeam} fields`,
  });

/** An option of a field. */
const fieldOption = z.strictObject({ id, name: lineOf(LIMITS.optionName), color });
export const fieldOptions = z
  .array(fieldOption)
  .max(LIMITS.optionsPerField, { error: `can have up to ${LIMITS.optionsPerField} options` })
  .refine((options) => isUnlike(options.map((one) => one.id)), { error: 'can’t contain the same id twice' })
  .refine((options) => isUnlike(options.map((one) => foldName(one.name))), {
    error: 'can’t contain the same name twice',
  });
export const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'must be a currency such as INR' })
  .refine((code) => Intl.supportedValuesOf('currency').includes(code), {
    error: 'must be a currency such as INR',
  });

function isUnlike(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}

/** Fields are referenced in braces, by name or id. */
export const formula = z
  .string()
  .max(FORMULA_LIMITS.stored, { error: FORMULA_FAULT_MESSAGES.long })
  // oxlint-disable-next-line no-control-regex -- PostgreSQL text cannot hold NUL
  .regex(/^[^\u0000\ud800-\udfff]*$/u, { error: 'can’t contain null or malformed characters' });

const name = lineOf(LIMITS.fieldName);
const teamParams = z.strictObject({ teamId: id });
const params = z.strictObject({ teamId: id, fieldId: id });
const ids = { teamId: 'team', fieldId: 'field' } as const;
const reply = z.strictObject({ field: customField });

export const customFieldsRoutes = [
  defineRoute({
    id: 'fields.list',
    method: 'GET',
    path: '/teams/{teamId}/fields',
    summary: 'The fields that the team has made for its tasks, in order',
    rule: { kind: 'team', action: 'fields.read' },
    params: teamParams,
    query: z.strictObject(pageQuery),
    replies: { 200: z.strictObject({ fields: z.array(customField), nextCursor }) },
    ids: { teamId: 'team' },
  }),
  defineRoute({
    id: 'fields.create',
    method: 'POST',
    path: '/teams/{teamId}/fields',
    summary: 'Make a field for tasks; its name is one of a kind in the team, whatever its case',
    rule: { kind: 'team', action: 'fields.change' },
    params: teamParams,
    body: z
      .strictObject({
        id: id.optional(),
        name,
        type: z.enum(FIELD_TYPES),
        options: fieldOptions.optional(),
        currency: currency.nullable().optional(),
        formula: formula.nullable().optional(),
        /** Accepted and ignored: the result type is derived from the formula. */
        result: z.enum(FORMULA_KINDS).nullable().optional(),
        position: position.optional(),
      })
      .refine(({ type, options = [] }) => hasOptions(type) || options.length === 0, {
        error: 'only apply to select fields',
        path: ['options'],
      })
      .refine(({ type, currency: code = null }) => (type === 'money') === (code !== null), {
        error: 'is required for money fields, and only for those',
        path: ['currency'],
      })
      .refine(({ type, formula: text = null }) => (type === 'formula') === (text !== null), {
        error: 'is required for formula fields, and only for those',
        path: ['formula'],
      }),
    replies: { 201: reply },
    ids: { teamId: 'team', id: 'new' },
  }),
  defineRoute({
    id: 'fields.update',
    method: 'PATCH',
    path: '/teams/{teamId}/fields/{fieldId}',
    summary: 'Change a field; what tasks hold stays as it is',
    rule: { kind: 'team', action: 'fields.change' },
    params,
    body: z.strictObject({
      name: name.optional(),
      options: fieldOptions.optional(),
      currency: currency.optional(),
      formula: formula.optional(),
      /** Accepted and ignored, as when a field is created. */
      result: z.enum(FORMULA_KINDS).nullable().optional(),
      position: position.optional(),
    }),
    replies: { 200: reply },
    ids: { ...ids, id: 'new' },
  }),
  defineRoute({
    id: 'fields.delete',
    method: 'DELETE',
    path: '/teams/{teamId}/fields/{fieldId}',
    summary: 'Delete a field; what tasks hold in it is kept, in case it is restored',
    rule: { kind: 'team', action: 'fields.change' },
    params,
    replies: { 204: null },
    ids,
  }),
  defineRoute({
    id: 'fields.restore',
    method: 'POST',
    path: '/teams/{teamId}/fields/{fieldId}/restore',
    summary: 'Bring a deleted field back, with what tasks hold in it',
    rule: { kind: 'team', action: 'fields.change' },
    params,
    replies: { 200: reply },
    ids,
  }),
] as const;
