import { expect, it } from 'vitest';
import { DECLINED, markDeclined } from './triage-history.ts';
import type { PastChange } from '#features/tasks/history/use-task-past.ts';

const statuses = [
  { id: 'todo', category: 'unstarted' },
  { id: 'gone', category: 'cancelled' },
] as const;
const waits = { since: '2026-11-20T09:30:00.000Z', until: null };
const change = (id: string, field: string, old: unknown, now: unknown): PastChange => ({
  id,
  field,
  old,
  new: now,
  base: null,
  actor: 'ann',
  at: '2026-11-21T09:30:00.000Z',
});

it('merges the triage and status changes of a decline into one change', () => {
  const marked = markDeclined(
    [change('7.1', 'triage', waits, null), change('7.0', 'statusId', 'todo', 'gone')],
    statuses,
  );
  // The change includes the former status for undo.
  expect(marked.map(({ field, new: now, oldStatusId }) => [field, now, oldStatusId])).toEqual([
    ['triage', DECLINED, 'todo'],
  ]);
});

it('does not mark accepted tasks or tasks cancelled by another command as declined', () => {
  const changes = [
    change('9.0', 'statusId', 'todo', 'gone'),
    change('8.1', 'triage', waits, null),
    change('8.0', 'statusId', 'gone', 'todo'),
    change('7.0', 'triage', null, waits),
  ];
  expect(markDeclined(changes, statuses)).toEqual(changes);
});
