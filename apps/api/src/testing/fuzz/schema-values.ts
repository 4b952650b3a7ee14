import * as fc from 'fast-check';
import { anyDay, anyInstant, findKnown } from './known-fields.ts';
import { IdRef, oddText, EarlierValueRef } from './odd-values.ts';

/** The subset of JSON Schema used by the API's OpenAPI document. */
export interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

/** Kind of each id field of an operation, from `x-authz`. */
export type IdKinds = Readonly<Record<string, string>>;

const FREE_TEXT = /^\^\[\^/;
const pick = fc.nat({ max: 1000 });

/**
 * Generates values that match a schema. `name` is the field name: it selects known valid values, and ids and strings of earlier responses.
 */
export function makeFitting(schema: Schema, name: string, kinds: IdKinds): fc.Arbitrary<unknown> {
  const known = schema.anyOf === undefined ? findKnown(name, schema.type === 'string') : null;
  const fitting = makeBySchema(schema, name, kinds);
  if (known === null || schema.type === 'null' || schema.format === 'date-time') return fitting;
  return fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: fitting });
}

function makeBySchema(schema: Schema, name: string, kinds: IdKinds): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf !== undefined)
    return fc.oneof(...schema.anyOf.map((one) => makeFitting(one, name, kinds)));
  switch (schema.type) {
    case 'object':
      return makeObject(schema, kinds);
    case 'array':
      return fc.array(makeFitting(schema.items ?? {}, name, kinds), {
        minLength: schema.minItems ?? 0,
        // Few items: among many ids some ids would be duplicates or unrelated, and the whole call would be rejected.
        maxLength: Math.min(schema.maxItems ?? 5, 5),
        size: 'xsmall',
      });
    case 'integer':
    case 'number':
      return makeNumber(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return makeText(schema, name, kinds);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function makeObject({ properties = {}, required = [] }: Schema, kinds: IdKinds): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, makeFitting(field, name, kinds)]),
  );
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  // Usually few optional fields: the more there are, the more likely two of them conflict.
  const taken = fc.oneof(
    { weight: 4, arbitrary: fc.subarray(optional, { maxLength: Math.min(3, optional.length) }) },
    { weight: 1, arbitrary: fc.subarray(optional) },
  );
  return fc
    .tuple(fc.record(fields, { noNullPrototype: true }), taken)
    .map(([all, names]) =>
      Object.fromEntries(
        Object.entries(all).filter(([name]) => required.includes(name) || names.includes(name)),
      ),
    );
}

function makeNumber({ type, minimum = -1000, maximum = 1000 }: Schema): fc.Arbitrary<number> {
  const [min, max] = [Math.max(minimum, -(2 ** 40)), Math.min(maximum, 2 ** 40)];
  return type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
}

function makeText(schema: Schema, name: string, kinds: IdKinds): fc.Arbitrary<unknown> {
  const kind = kinds[name];
  if (kind === 'new')
    return fc.oneof({ weight: 4, arbitrary: fc.uuid() }, { weight: 1, arbitrary: idOf('task') });
  if (kind !== undefined) {
    return fc.oneof({ weight: 29, arbitrary: idOf(kind) }, { weight: 1, arbitrary: fc.uuid() });
  }
  const seen = pick.map((at) => new EarlierValueRef(name, at));
  return fc.oneof({ weight: 3, arbitrary: makeOwnText(schema) }, { weight: 1, arbitrary: seen });
}

function idOf(kind: string): fc.Arbitrary<unknown> {
  return pick.map((at) => new IdRef(kind, at));
}

const farDay = fc
  .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));

function makeOwnText({ format, pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  const expression = pattern === undefined ? null : new RegExp(pattern, 'u');
  const isFitting = (text: string): boolean =>
    text.trim().length >= minLength && text.length <= maxLength && (expression?.test(text) ?? true);
  const shortest = minLength === 0 ? '' : 'a'.repeat(minLength);
  const free = fc.oneof(
    fc.constantFrom('A', 'A plan', 'Zweiter Entwurf', 'योजना'),
    oddText.map((text) => text.slice(0, maxLength)),
    fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 50) }),
    fc.constant('x'.repeat(Math.min(maxLength, 50_000))),
  );
  if (pattern === undefined || FREE_TEXT.test(pattern))
    return free.map((text) => (isFitting(text) ? text : shortest));
  if (format === 'email') return fc.emailAddress().filter(isFitting);
  if (format === 'date') return fc.oneof({ weight: 9, arbitrary: anyDay }, { weight: 1, arbitrary: farDay });
  if (format === 'date-time') return anyInstant;
  return fc.stringMatching(new RegExp(pattern), { size: 'xsmall' }).filter(isFitting);
}
