import { z } from 'zod';
import { ERRORS } from '@hearth/contracts/core/errors';
import { TOKEN_OPERATIONS, TOKEN_PREFIX } from '@hearth/contracts/tokens/token-values';
import type { RouteSpec } from '@hearth/contracts/core/route';

type Json = Record<string, unknown>;

/**
 * Generates the OpenAPI 3.1 document from the contracts that also validate requests. Each operation includes its rule as
 * `x-authz`.
 */
export function describeApi(routes: readonly RouteSpec[], apiOrigin: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeRoute(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Hearth', version: '1' },
    servers: [{ url: apiOrigin }],
    paths,
    components: {
      schemas: { Problem: problemSchema() },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        token: { type: 'http', scheme: 'bearer', description: `An API token, ${TOKEN_PREFIX}…` },
      },
    },
  };
}

function describeRoute(route: RouteSpec): Json {
  const parameters = [
    ...fieldsOf(route.params).map((field) => ({ ...field, in: 'path', required: true })),
    ...fieldsOf(route.query).map((field) => ({ ...field, in: 'query' })),
  ];
  const responses: Json = {
    default: {
      description: 'A refusal',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  };
  for (const [status, schema] of Object.entries(route.replies)) {
    responses[status] = {
      description: route.summary,
      ...(schema === null
        ? {}
        : { content: { 'application/json': { schema: toJsonSchema(schema, 'output') } } }),
    };
  }
  return {
    operationId: route.id,
    summary: route.summary,
    ...(route.rule.kind === 'public' || route.rule.kind === 'development'
      ? {}
      : { security: [{ session: [] }, ...(TOKEN_OPERATIONS.includes(route.id) ? [{ token: [] }] : [])] }),
    'x-authz': { ...route.rule, ids: route.ids ?? {} },
    parameters,
    ...(route.upload === undefined ? {} : { requestBody: describeUpload(route.upload) }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: toJsonSchema(route.body, 'input') } },
          },
        }),
    responses,
  };
}

function describeUpload({ types, maxBytes }: NonNullable<RouteSpec['upload']>): Json {
  return {
    required: true,
    description: `${maxBytes} bytes at most`,
    content: Object.fromEntries(types.map((type) => [type, {}])),
  };
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

function fieldsOf(schema: z.ZodType | undefined): { name: string; required: boolean; schema: unknown }[] {
  if (schema === undefined) return [];
  const json = toJsonSchema(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, field]) => ({
    name,
    required: json.required?.includes(name) ?? false,
    schema: field,
  }));
}

function problemSchema(): Json {
  return {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'code'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { enum: Object.keys(ERRORS) },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['path', 'message'],
          properties: { path: { type: 'string' }, message: { type: 'string' } },
        },
      },
    },
  };
}
