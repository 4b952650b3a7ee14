import { expect, it } from 'vitest';
import { z } from 'zod';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { idFieldsOf } from './id-fields.ts';
import { assertRoutes } from './register.ts';

interface Node {
  nodeId: string;
  nodes?: Node[] | undefined;
}
const tree: z.ZodType<Node> = z.object({ nodeId: z.string(), nodes: z.array(z.lazy(() => tree)).optional() });
const object = (field: string) => z.strictObject({ [field]: z.string(), title: z.string() });

const route = (body: z.ZodType): RouteSpec => ({
  id: 'test',
  method: 'POST',
  path: '/teams/{teamId}/tests',
  summary: '',
  rule: { kind: 'team', action: 'task.read' },
  body,
  replies: {},
  ids: { teamId: 'team' },
});

it.each([
  ['an object', object('taskId')],
  ['an array', z.strictObject({ all: z.array(object('taskId')) })],
  ['a union', z.union([z.string(), object('taskId')])],
  [
    'a discriminated union',
    z.discriminatedUnion('title', [object('taskId').extend({ title: z.literal('a') })]),
  ],
  ['a record', z.strictObject({ all: z.record(z.string(), object('taskId')) })],
  ['an optional field', z.strictObject({ one: object('taskId').nullable().optional() })],
  ['a default', z.strictObject({ one: object('taskId').default({ taskId: '', title: '' }) })],
  ['a transformation', z.strictObject({ one: object('taskId').transform(String) })],
  ['a refinement', object('taskId').refine(() => true)],
  ['an intersection', z.intersection(object('taskId'), z.object({}))],
])('finds id fields in %s', (_, body) => {
  expect(idFieldsOf(route(body))).toEqual(['teamId', 'taskId']);
  expect(() => assertRoutes([route(body)])).toThrow('does not declare the kind of taskId');
});

it('finds id fields in recursive schemas', () => {
  expect(idFieldsOf(route(tree))).toEqual(['teamId', 'nodeId']);
});
