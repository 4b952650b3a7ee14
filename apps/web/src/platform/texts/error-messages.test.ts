import { expect, it } from 'vitest';
import { MEMBER_WITH_ACCESS, type Problem } from '@hearth/contracts/core/errors';
import { explainProblem } from './error-messages.ts';

const refuse = (more: Partial<Problem>): Problem => ({
  type: 'about:blank',
  title: 'Limit',
  status: 402,
  code: 'PLAN_LIMIT_REACHED',
  detail: 'Limit',
  ...more,
});

it.each<[string, Partial<Problem>, string]>([
  [
    'a person without access',
    {
      status: 404,
      code: 'NOT_FOUND',
      errors: [{ path: 'assigneeIds.0', message: `must be ${MEMBER_WITH_ACCESS}` }],
    },
    'Someone you chose can’t see this task. Give them access first.',
  ],
  [
    'a missing task',
    { status: 404, code: 'NOT_FOUND', errors: [{ path: 'otherId', message: 'must be a task' }] },
    'It no longer exists, or you don’t have access.',
  ],
  [
    'the value of a custom field',
    {
      status: 400,
      code: 'INVALID_REQUEST',
      detail: '“Size” must be text.',
      errors: [{ path: 'each.2.custom.0198', message: 'must be text' }],
    },
    'Some of the details aren’t valid. “Size” must be text.',
  ],
])('explains the error about %s', (_what, problem, expected) => {
  expect(explainProblem(refuse(problem))).toBe(expected);
});

it.each<[Partial<Problem>, string]>([
  [{ limit: 'tasks', max: 10, used: 10, plan: 'trial' }, 'You’ve used all 10 tasks on Trial.'],
  // Several items are added together and exceed the remaining capacity.
  [{ limit: 'tasks', max: 10, used: 8, plan: 'trial' }, 'You’ve used 8 of 10 tasks on Trial.'],
  [{ limit: 'projects', max: 1, used: 1, plan: 'trial' }, 'You’ve used your 1 project on Trial.'],
  [{ limit: 'documents', max: 3, plan: 'trial' }, 'You’ve used all 3 documents on Trial.'],
  [{ limit: 'collaborators', max: 15, used: 15, plan: 'pro' }, 'You’ve used all 15 collaborators on Pro.'],
  [
    { limit: 'storage', max: 100 * 1024 ** 2, used: 99 * 1024 ** 2, plan: 'trial' },
    'You’ve used 99 MB of 100 MB for files on Trial.',
  ],
  [{}, 'You’ve reached your plan’s limit.'],
])('describes the usage in a plan limit error: %o', (problem, expected) => {
  expect(explainProblem(refuse(problem))).toBe(expected);
});
