import type { Proposal } from '@hearth/contracts/assistant/assistant';
import { expect, test } from 'vitest';
import { buildConfirming, countDeletes } from './card-edits.ts';

const card = (act: 'create' | 'delete', count: number): Proposal => ({
  id: 'p',
  status: 'open',
  notifies: 0,
  expiresAt: '2026-11-26T10:00:00.000Z',
  kept: [],
  changes: Array.from({ length: count }, (_, at) => ({
    act,
    kind: 'task' as const,
    id: `t${at}`,
    title: `T${at}`,
    before: null,
    after: { title: `T${at}` },
  })),
});

test('sends only selected row indexes and edited fields on confirmation', () => {
  expect(buildConfirming(card('create', 3), new Set(), {})).toEqual({});
  expect(
    buildConfirming(card('create', 3), new Set([1]), { 0: { title: 'Other' }, 1: { title: 'Left' }, 2: {} }),
  ).toEqual({ only: [0, 2], edits: [{ index: 0, after: { title: 'Other' } }] });
});

test('counts only deletions that are still selected', () => {
  expect(countDeletes(card('delete', 7), new Set([0, 3]))).toBe(5);
  expect(countDeletes(card('create', 7), new Set())).toBe(0);
});
