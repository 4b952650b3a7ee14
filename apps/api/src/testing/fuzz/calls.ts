import * as fc from 'fast-check';
import { IdRef, oddBodyText, oddJson, oddText, EarlierValueRef } from './odd-values.ts';
import { oddHeaders, pathPart } from './odd-wire.ts';
import { makeFitting, type IdKinds, type Schema } from './schema-values.ts';

/** How much a call deviates from the OpenAPI document. */
export const AIMS = ['valid', 'nearly valid', 'absurd'] as const;
export type Aim = (typeof AIMS)[number];
const CALLERS = ['owner', 'member', 'guest', 'outsider', 'nobody'] as const;
export type FuzzCaller = (typeof CALLERS)[number];

interface Operation {
  id: string;
  method: string;
  path: string;
  params: Field[];
  query: Field[];
  body: Schema | null;
  /** Media types of the files that the operation accepts. */
  uploads: string[];
  kinds: IdKinds;
}

interface Field {
  name: string;
  required: boolean;
  schema: Schema;
}

/** A call whose ids are still placeholders. */
export interface Call {
  aim: Aim;
  operation: Operation;
  caller: FuzzCaller;
  method: string;
  /** Path parameters in order. Values with `isRaw` are already escaped. */
  params: { value: unknown; isRaw: boolean }[];
  query: [name: string, value: unknown][];
  /** JSON to serialize, a literal string, or bytes. */
  body: { json: unknown } | { text: string } | { bytes: Uint8Array } | null;
  headers: Record<string, string>;
}

interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
}
interface DocumentedOperation {
  operationId: string;
  'x-authz': { ids: IdKinds };
  parameters: (Field & { in: string })[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}

/** Reads the operations of the served OpenAPI document. */
export function readOperations(document: unknown): Operation[] {
  return Object.entries((document as Document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => {
      const content = one.requestBody?.content ?? {};
      return {
        id: one.operationId,
        method: method.toUpperCase(),
        path,
        params: one.parameters.filter((field) => field.in === 'path'),
        query: one.parameters.filter((field) => field.in === 'query'),
        body: content['application/json']?.schema ?? null,
        uploads: Object.keys(content).filter((type) => type !== 'application/json'),
        kinds: one['x-authz'].ids,
      };
    }),
  );
}

/** Operations that end the caller's session or team. They are called rarely because most other calls would be unauthorized otherwise. */
const RARE = new Set([
  'account.delete',
  'auth.signOut',
  'auth.endSessions',
  'teams.delete',
  'auth.endSession',
]);

export function makeCalls(operations: readonly Operation[]): fc.Arbitrary<Call> {
  return fc.oneof(
    ...operations.map((operation) => ({
      weight: RARE.has(operation.id) ? 1 : 12,
      arbitrary: makeCall(operation),
    })),
  );
}

function makeCall(operation: Operation): fc.Arbitrary<Call> {
  return fc.oneof(
    { weight: 5, arbitrary: makeValid(operation) },
    { weight: 3, arbitrary: makeNearlyValid(operation) },
    { weight: 3, arbitrary: makeAbsurd(operation) },
  );
}

const caller = fc.oneof(
  { weight: 12, arbitrary: fc.constant('owner' as const) },
  { weight: 3, arbitrary: fc.constantFrom('member' as const, 'guest' as const) },
  { weight: 2, arbitrary: fc.constantFrom('outsider' as const, 'nobody' as const) },
);
const idempotencyKey = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.uuid().map((key) => ({ 'idempotency-key': key })) },
  // Reuse a few keys with different bodies.
  { weight: 1, arbitrary: fc.nat({ max: 3 }).map((at) => ({ 'idempotency-key': `again-${at}` })) },
);

function makeValid(operation: Operation): fc.Arbitrary<Call> {
  const fit = (field: Field) => makeFitting(field.schema, field.name, operation.kinds);
  const query = fc.record(Object.fromEntries(operation.query.map((field) => [field.name, fit(field)])), {
    requiredKeys: operation.query.filter((field) => field.required).map((field) => field.name),
    noNullPrototype: true,
  });
  return fc.record({
    aim: fc.constant<Aim>('valid'),
    operation: fc.constant(operation),
    caller,
    method: fc.constant(operation.method),
    params: fc
      .tuple(...operation.params.map(fit))
      .map((all) => all.map((value) => ({ value, isRaw: false }))),
    // Usually omit the cursor: a cursor from another list is always rejected.
    query: fc
      .tuple(query, fc.nat({ max: 4 }))
      .map(([fields, at]) => Object.entries(fields).filter(([name]) => name !== 'cursor' || at === 0)),
    body: makeBody(operation),
    headers: fc
      .tuple(idempotencyKey, operation.uploads.length === 0 ? fc.constant({}) : makeUploadType(operation))
      .map(([key, type]) => ({ ...key, ...type })),
  });
}

function makeUploadType({ uploads }: Operation): fc.Arbitrary<Record<string, string>> {
  return fc.constantFrom(...uploads).map((type) => ({ 'content-type': type }));
}

/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

function makeBody({ body, uploads, kinds }: Operation): fc.Arbitrary<Call['body']> {
  if (uploads.length > 0) {
    return fc.oneof(
      fc.constant({ bytes: PICTURE }),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ bytes })),
      // Images with a valid start and a corrupt end.
      fc
        .uint8Array({ maxLength: 60 })
        .map((end) => ({ bytes: Buffer.concat([PICTURE.subarray(0, 40), end]) })),
    );
  }
  return body === null ? fc.constant(null) : makeFitting(body, '', kinds).map((json) => ({ json }));
}

/** A valid call with one defect. */
function makeNearlyValid(operation: Operation): fc.Arbitrary<Call> {
  return fc
    .tuple(makeValid(operation), fc.nat({ max: 9 }), fc.nat({ max: 50 }), oddJson, oddText)
    .map(([call, what, at, json, text]) => spoil({ ...call, aim: 'nearly valid' }, what, at, json, text));
}

function spoil(call: Call, what: number, at: number, json: unknown, text: string): Call {
  const fields =
    call.body !== null && 'json' in call.body ? { ...(call.body.json as Record<string, unknown>) } : {};
  const names = Object.keys(call.operation.body?.properties ?? { name: {} });
  const name = names[at % names.length] ?? 'name';
  switch (what) {
    case 0:
      delete fields[name];
      return { ...call, body: { json: fields } };
    case 1:
      return { ...call, body: { json: { ...fields, [text]: json } } };
    case 2:
    case 3:
    case 4:
      return { ...call, body: { json: { ...fields, [name]: json } } };
    case 5:
      return { ...call, body: { json: { ...fields, [name]: Array.from({ length: 60 }, () => json) } } };
    case 6:
      return { ...call, query: [...call.query, [at % 2 === 0 ? 'cursor' : 'limit', text]] };
    case 7: {
      const known = call.operation.query[at % Math.max(1, call.operation.query.length)]?.name ?? 'limit';
      return { ...call, query: [...call.query, [known, json]] };
    }
    case 8:
      return { ...call, query: [...call.query, ...call.query, ['limit', '5']] };
    default: {
      const params = call.params.map((one, index) =>
        index === at % call.params.length ? { ...one, value: text } : one,
      );
      return { ...call, params };
    }
  }
}

function makeAbsurd(operation: Operation): fc.Arbitrary<Call> {
  const anyMethod = fc.oneof(
    { weight: 8, arbitrary: fc.constant(operation.method) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'),
    },
  );
  const param = fc.oneof(
    { weight: 2, arbitrary: pathPart.map((value): Call['params'][number] => ({ value, isRaw: true })) },
    { weight: 1, arbitrary: oddText.map((value) => ({ value, isRaw: false })) },
  );
  const queryName = fc.oneof(
    oddText,
    fc.constantFrom(
      'limit',
      'cursor',
      'since',
      'teamId',
      'key',
      'limit[]',
      'limit[a]',
      '__proto__',
      'next',
      'state',
      'code',
    ),
  );
  return fc
    .record({
      valid: makeValid(operation),
      method: anyMethod,
      hasOddPath: fc.boolean(),
      params: fc.tuple(...operation.params.map(() => param)),
      query: fc.array(fc.tuple(queryName, fc.oneof(oddText, oddJson)), { maxLength: 4 }),
      body: fc.oneof(
        oddJson.map((json): Call['body'] => ({ json })),
        oddBodyText.map((text) => ({ text })),
        fc.uint8Array({ maxLength: 400 }).map((bytes) => ({ bytes })),
        fc.constant(null),
      ),
      hasOddBody: fc.boolean(),
      headers: fc.oneof(fc.constant({}), oddHeaders),
    })
    .map(({ valid, method, hasOddPath, params, query, body, hasOddBody, headers }) => ({
      ...valid,
      aim: 'absurd' as const,
      method,
      params: hasOddPath ? params : valid.params,
      query: [...valid.query, ...query] as Call['query'],
      body: hasOddBody ? body : valid.body,
      headers: { ...valid.headers, ...(headers as Record<string, string>) },
    }));
}

/** Finds an id by kind, or a string by field name, in earlier responses. */
export type Find = (of: 'id' | 'text', name: string, at: number) => string;

/** Replaces the placeholders with ids and strings from earlier responses. */
export function fillIn(value: unknown, find: Find): unknown {
  if (value instanceof IdRef) return find('id', value.kind, value.pick);
  if (value instanceof EarlierValueRef) return find('text', value.field, value.pick);
  if (Array.isArray(value)) return value.map((one) => fillIn(one, find));
  if (typeof value !== 'object' || value === null) return value;
  // Unlike an assignment, `fromEntries` also defines `__proto__` as a key.
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fillIn(inner, find)]));
}
