import { expect, it } from 'vitest';
import { burnDays, idealLine } from './burn-values.ts';

// Worked example from docs/operations/analytics.md.
const TASKS = [
  [0, 2],
  [1, 4],
  [2, 7],
  [6, 8],
] as const;
const DAYS = 8;

it('computes work in progress that equals throughput times mean cycle time', () => {
  const tasks = TASKS.map(([begun, done]) => ({
    weight: 1,
    stays: [[-Infinity, null]] as const,
    spans: [
      ['started', begun, done],
      ['completed', done, null],
    ] as const,
  }));
  const days = burnDays(tasks, DAYS + 1);
  const inProgress = days.map(({ scope, done }) => scope - done);
  expect(inProgress).toEqual([1, 2, 2, 2, 1, 1, 2, 1, 0]);
  const meanInProgress = inProgress.reduce((sum, one) => sum + one, 0) / DAYS;
  const throughput = (days.at(-1)?.done ?? 0) / DAYS;
  const meanCycleTime = TASKS.reduce((sum, [begun, done]) => sum + done - begun, 0) / TASKS.length;
  expect([meanInProgress, throughput, meanCycleTime]).toEqual([1.5, 0.5, 3]);
  expect(meanInProgress).toBe(throughput * meanCycleTime);
});

it('excludes cancelled and removed tasks from the scope, and pauses the ideal line on days off', () => {
  const always = [[-Infinity, null]] as const;
  const days = burnDays(
    [
      {
        weight: 2,
        stays: always,
        spans: [
          ['started', -3, 1],
          ['cancelled', 1, 3],
          ['unstarted', 3, null],
        ],
      },
      { weight: 1, stays: [[0, 2]], spans: [['completed', -5, null]] },
    ],
    4,
  );
  expect(days.map((day) => Object.values(day).join(' '))).toEqual([
    '3 1 1 0',
    '1 1 0 2',
    '0 0 0 1',
    '2 0 2 0',
  ]);
});

it.each([
  [
    [true, false, true],
    [2, 2, 0],
  ],
  [
    [false, true],
    [4, 0],
  ],
  [
    [false, false],
    [2, 0],
  ],
  [[false], [0]],
  [[], []],
])('draws the ideal line over the working days of %j', (isWorking, expected) => {
  expect(idealLine(4, isWorking)).toEqual(expected);
});
