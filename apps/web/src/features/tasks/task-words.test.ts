import type { StatusCategory } from '@hearth/contracts/task-values';
import { describe, expect, it } from 'vitest';
import { describeStatuses } from './task-words.ts';

const makeStatuses = (...categories: StatusCategory[]) =>
  categories.map((category, index) => ({ id: String(index), name: category, category, color: 'gray' }));

describe('how full the ring of a status is', () => {
  it('is half and three quarters for the two started statuses of a new team', () => {
    const looks = describeStatuses(makeStatuses('backlog', 'unstarted', 'started', 'started', 'completed'));
    expect(looks.map((look) => look.progress)).toEqual([0, 0, 0.5, 0.75, 0]);
  });

  it('rises evenly and never reaches full, however many there are', () => {
    const looks = describeStatuses(makeStatuses('started', 'started', 'started', 'started'));
    const values = looks.map((look) => look.progress);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(Math.max(...values)).toBeLessThan(1);
  });
});
