import type { StatusCategory } from '@hearth/contracts/model/task-values';
import type { MessageDescriptor } from '@lingui/core';
import { i18n } from '@lingui/core';
import { describe, expect, it } from 'vitest';
import { describeStatuses } from './task-field-labels.ts';

const makeStatuses = (...categories: StatusCategory[]) =>
  categories.map((category, index) => ({ id: String(index), name: category, category, color: 'gray' }));

const translate = (label: MessageDescriptor) => i18n._(label);

describe('progress ring of a status', () => {
  it('fills to 50% and 75% for the two started statuses of a new team', () => {
    const looks = describeStatuses(
      makeStatuses('backlog', 'unstarted', 'started', 'started', 'completed'),
      translate,
    );
    expect(looks.map((look) => look.progress)).toEqual([0, 0, 0.5, 0.75, 0]);
  });

  it('does not decrease from one started status to the next and stays below 100%', () => {
    const looks = describeStatuses(makeStatuses('started', 'started', 'started', 'started'), translate);
    const values = looks.map((look) => look.progress);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
    expect(Math.max(...values)).toBeLessThan(1);
  });
});

describe('status name', () => {
  it('translates default names and keeps names chosen by the team', () => {
    const rows = ['To do', 'Sketching', 'constructor'].map((name) => ({
      id: name,
      name,
      category: 'unstarted' as const,
      color: 'gray',
    }));
    const looks = describeStatuses(rows, (label) => `translated: ${translate(label)}`);
    expect(looks.map(({ name }) => name)).toEqual(['translated: To do', 'Sketching', 'constructor']);
  });
});
