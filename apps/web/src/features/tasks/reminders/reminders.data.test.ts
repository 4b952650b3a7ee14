import type { ReminderWish } from '@hearth/contracts/reminders/reminder-values';
import { expect, test } from 'vitest';
import { makeRoom, MAX_REMINDERS } from './reminders.data.ts';

function reminder(id: string, on: ReminderWish['on'], isSeen: boolean): ReminderWish {
  return { id, on, day: on === 'day' ? '2026-11-22' : null, days: 0, time: '09:00', timeZone: 'UTC', isSeen };
}
const idsOf = (wishes: readonly ReminderWish[]) => wishes.map(({ id }) => id);

test('evicts a seen reminder rather than pending ones to make room for a snoozed one', () => {
  const full = ['a', 'b', 'c', 'd'].map((id) => reminder(id, 'start', false));
  expect(idsOf(makeRoom([reminder('came', 'due', true), ...full]))).toEqual(['a', 'b', 'c', 'd']);
});

test('evicts seen one-time reminders first, and no more than necessary', () => {
  const seen = [reminder('due', 'due', true), reminder('day', 'day', true), reminder('start', 'start', true)];
  const ahead = [reminder('x', 'day', false), reminder('y', 'day', false)];
  expect(idsOf(makeRoom([...seen, ...ahead]))).toEqual(['due', 'start', 'x', 'y']);
  expect(makeRoom(seen)).toHaveLength(3);
  expect(makeRoom([...seen, ...ahead]).length + 1).toBe(MAX_REMINDERS);
});
