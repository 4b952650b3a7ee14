import { expect, it } from 'vitest';
import { writeFaultReport } from './fault-report.ts';

const at = new Date('2026-11-20T09:30:00.000Z');

it('includes the screen, time, message, cause, stack and components', () => {
  const error = new TypeError('x is not a function', { cause: new Error('a name was missing') });
  error.stack = 'TypeError: x is not a function\n    at Board';
  const report = writeFaultReport({
    screen: '/dashboard/tasks',
    error,
    componentStack: '\n    at Board\n    at Page\n',
    at,
  });
  expect(report.split('\n').slice(1)).toEqual([
    'Screen: /dashboard/tasks',
    'Time: 2026-11-20T09:30:00.000Z',
    'Message: TypeError: x is not a function',
    'Cause: Error: a name was missing',
    '',
    'TypeError: x is not a function',
    '    at Board',
    '',
    'Components:',
    'at Board',
    '    at Page',
  ]);
});

it('describes thrown values that are not errors', () => {
  expect(writeFaultReport({ screen: '/', error: 'no', at })).toMatch(/Message: no$/);
});
