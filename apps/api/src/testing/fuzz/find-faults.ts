import type { z } from 'zod';
import { ERRORS } from '@hearth/contracts/core/errors';
import type { RouteSpec } from '@hearth/contracts/core/route';
import type { WireResponse, WireCall } from './send-call.ts';

/** Requests for which 503 is expected: email and payment are not configured in this test. */
const NOT_CONFIGURED = /^POST \/(?:contact|teams\/[^/]+\/subscription\/checkout)$/;

/** Patterns that no response may contain: stacks, file paths, SQL and database messages. */
const LEAKS: RegExp[] = [
  /\bat [\w.<>$ ]+ \(?(?:file|node|\/)[^\s]*:\d+:\d+/,
  /node_modules|node:internal|\.(?:ts|mjs|cjs|js):\d+/,
  /(?:^|[\s"'(])\/(?:work|home|tmp|usr|root|app|opt|var)\/\w/,
  /\b(?:select\b.+\bfrom|insert into|update\b.+\bset|delete from|create (?:table|index))\b/i,
  /violates .*constraint|syntax error at|relation "|column "|pg_catalog|\bSQLSTATE\b|PGlite|Kysely|invalid input syntax/i,
  /\b(?:Type|Range|Reference|Syntax|Zod)Error\b|FST_ERR|ECONNREFUSED|\bERR_[A-Z_]+/,
];

const PROBLEM_FIELDS = ['type', 'title', 'status', 'detail', 'code'];

/** Returns the errors in a response. `route` is null if it is unknown which route the call has reached. */
export function findFaults(route: RouteSpec | null, call: WireCall, response: WireResponse): string[] {
  const wrong: string[] = [];
  const leak = LEAKS.map((pattern) => pattern.exec(response.text)?.[0]).find((found) => found !== undefined);
  if (leak !== undefined) wrong.push(`it tells ${JSON.stringify(leak)}`);
  if (response.headers['x-content-type-options'] !== 'nosniff') wrong.push('without nosniff');
  if (response.headers['cache-control'] === undefined) wrong.push('without cache-control');
  if (response.status >= 400) wrong.push(...judgeRefusal(call, response));
  else if (route !== null) wrong.push(...judgeSuccess(route, response));
  return wrong;
}

function judgeRefusal({ method, path }: WireCall, response: WireResponse): string[] {
  const isExcused = response.status === 503 && NOT_CONFIGURED.test(`${method} ${path.split('?')[0]}`);
  const wrong = response.status >= 500 && !isExcused ? [`status ${response.status}`] : [];
  if (method === 'HEAD') return wrong;
  const type = String(response.headers['content-type']);
  if (!type.startsWith('application/problem+json'))
    return [...wrong, `a refusal as ${type}: ${response.text.slice(0, 200)}`];
  const problem = JSON.parse(response.text) as Record<string, unknown>;
  const missing = PROBLEM_FIELDS.filter((name) => problem[name] === undefined);
  if (missing.length > 0) wrong.push(`a problem without ${missing.join(', ')}`);
  const known = (ERRORS as Record<string, { status: number } | undefined>)[String(problem['code'])];
  if (known === undefined) wrong.push(`the code ${String(problem['code'])} is nowhere written down`);
  else if (known.status !== response.status || problem['status'] !== response.status) {
    wrong.push(`${String(problem['code'])} with status ${response.status}`);
  }
  return wrong;
}

function judgeSuccess(route: RouteSpec, response: WireResponse): string[] {
  if (!(response.status in route.replies)) return [`status ${response.status} is not in the contract`];
  const schema: z.ZodType | null | undefined = route.replies[response.status];
  if (schema === null || schema === undefined) return [];
  const parsed = schema.safeParse(JSON.parse(response.text));
  if (parsed.success) return [];
  const [issue] = parsed.error.issues;
  return [`the answer does not fit its schema: ${issue?.path.join('.')} ${issue?.message}`];
}
