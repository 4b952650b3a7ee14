import type { RouteSpec } from '@hearth/contracts/core/route';
import { ROUTES } from '@hearth/contracts/routes';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { explainIssue } from './explain-issue.ts';

const explain = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value, { error: explainIssue }).error?.issues.map(({ message }) => message) ?? [];

describe('explainIssue', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['missing', z.strictObject({ a: z.string() }), {}, 'is required'],
    ['missing, with an enum type', z.strictObject({ a: z.enum(['x', 'y']) }), {}, 'is required'],
    ['of the wrong type', z.string(), 1, 'must be text'],
    ['not a list', z.array(z.string()), 'x', 'must be a list'],
    ['not an integer', z.int(), 1.5, 'must be a whole number'],
    ['not in the enum', z.enum(['x', 'y']), 'z', 'must be one of: x, y'],
    ['not the literal', z.literal('x'), 'z', 'must be x'],
    ['empty', z.string().min(1), '', 'can’t be empty'],
    ['too long', z.string().max(2), 'abc', 'must be 2 characters or fewer'],
    ['too many', z.array(z.number()).max(1), [1, 2], 'can have up to 1 entry'],
    ['too small', z.number().min(3), 1, 'must be 3 or more'],
    ['too large', z.number().max(3), 4, 'must be 3 or less'],
    ['not above the exclusive minimum', z.number().positive(), 0, 'must be more than 0'],
    ['in the wrong format', z.string().regex(/^a+$/), 'b', 'isn’t in the right format'],
    ['of no type in the union', z.union([z.string(), z.number()]), true, 'isn’t one of the allowed kinds'],
    ['rejected by a rule without a message', z.string().refine(() => false), 'a', 'isn’t valid'],
    ['rejected by a rule with a message', z.string().min(1, { error: 'must be there' }), '', 'must be there'],
  ])('produces a readable message for a value that is %s', (_what, schema, value, message) => {
    expect(explain(schema, value)).toEqual([message]);
  });

  it('returns no message of the schema library', () => {
    const wrong = [null, 1, 'x', [], {}, true, 'x'.repeat(100_000)];
    const messages = ROUTES.flatMap(({ body, query }: RouteSpec) =>
      [body, query].flatMap((schema) => {
        if (!(schema instanceof z.ZodObject))
          return schema === undefined ? [] : wrong.flatMap((one) => explain(schema, one));
        const names = Object.keys(schema.shape);
        return wrong.flatMap((one) => explain(schema, Object.fromEntries(names.map((name) => [name, one]))));
      }),
    );
    expect(messages.length).toBeGreaterThan(1000);
    const foreign = [...new Set(messages)].filter((message) =>
      /invalid|expected|received|too (?:small|big)|unrecogni[sz]ed|undefined/i.test(message),
    );
    expect(foreign).toEqual([]);
  });
});
