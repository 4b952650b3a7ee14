import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantIn, localTime } from '#core/moment-values.ts';
import {
  armReminder,
  copyReminders,
  listRinging,
  nextInstant,
  reminderInstant,
  type ReminderWish,
} from './reminder-values.ts';
import { addDays } from '#core/days.ts';

const request: ReminderWish = {
  id: 'one',
  on: 'due',
  day: null,
  days: -1,
  time: '09:00',
  timeZone: 'Asia/Kolkata',
  isSeen: false,
};
const now = new Date('2026-11-20T00:00:00Z');

it('resolves local times across DST changes', () => {
  expect(instantIn('2026-11-20', '09:00', 'Asia/Kolkata')).toBe('2026-11-20T03:30:00.000Z');
  // Standard time and DST in one time zone.
  expect(instantIn('2026-03-28', '09:00', 'Europe/Berlin')).toBe('2026-03-28T08:00:00.000Z');
  expect(instantIn('2026-03-29', '09:00', 'Europe/Berlin')).toBe('2026-03-29T07:00:00.000Z');
  // 02:30 is skipped that night, so the reminder fires at 03:30.
  expect(instantIn('2026-03-29', '02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  // 02:30 is ambiguous that night, so the reminder fires the first time.
  expect(instantIn('2026-10-25', '02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  expect(instantIn('2026-11-01', '01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
  // A DST change of half an hour, and a time zone behind UTC.
  expect(instantIn('2026-10-04', '02:15', 'Australia/Lord_Howe')).toBe('2026-10-03T15:45:00.000Z');
});

it('fires at the requested local time, or up to an hour later in a DST gap', () => {
  const zones = [
    'Asia/Kolkata',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'UTC',
    'Pacific/Apia',
  ];
  const day = fc.integer({ min: 0, max: 3650 }).map((days) => {
    return new Date(Date.UTC(2024, 0, 1) + days * 86_400_000).toISOString().slice(0, 10);
  });
  const time = fc.integer({ min: 0, max: 1439 }).map((minutes) => {
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  });
  fc.assert(
    fc.property(day, time, fc.constantFrom(...zones), (onDay, atTime, zone) => {
      const instant = new Date(instantIn(onDay, atTime, zone));
      const shown = localTime(instant, zone);
      const skipped = Date.parse(`${shown}Z`) - Date.parse(`${onDay}T${atTime}Z`);
      // The reminder never fires early, and at most an hour late.
      expect(skipped).toBeGreaterThanOrEqual(0);
      expect(skipped).toBeLessThanOrEqual(3_600_000);
      if (skipped === 0) {
        const hourBefore = localTime(new Date(instant.getTime() - 3_600_000), zone);
        expect(hourBefore).not.toBe(shown);
      }
    }),
    { numRuns: 2000 },
  );
});

it('reschedules with the task, pauses without a day, and does not fire for past days', () => {
  const waiting = armReminder(undefined, request, { dueDate: null, startDate: null }, now);
  expect([waiting.at, waiting.firedAt, nextInstant([waiting])]).toEqual([null, null, null]);
  const ahead = armReminder(waiting, request, { dueDate: '2026-11-25', startDate: null }, now);
  expect(ahead.at).toBe('2026-11-24T03:30:00.000Z');
  const fired = { ...ahead, firedAt: ahead.at };
  expect(listRinging([fired])).toEqual([fired]);
  const later = new Date('2026-11-24T04:00:00Z');
  const again = armReminder(fired, fired, { dueDate: '2026-11-30', startDate: null }, later);
  expect([again.at, again.firedAt]).toEqual(['2026-11-29T03:30:00.000Z', null]);
  const over = armReminder(again, again, { dueDate: '2026-11-20', startDate: null }, later);
  expect([over.firedAt, over.isSeen, listRinging([over])]).toEqual([over.at, true, []]);
});

it('keeps the state of an unchanged reminder and rearms a dismissed one', () => {
  const dates = { dueDate: '2026-11-25', startDate: null };
  const ahead = armReminder(undefined, request, dates, now);
  expect(armReminder(ahead, { ...request, isSeen: true }, dates, now)).toEqual(ahead);
  const fired = { ...ahead, firedAt: ahead.at };
  const seen = armReminder(fired, { ...request, isSeen: true }, dates, new Date('2026-11-26T00:00:00Z'));
  expect([seen.firedAt, seen.isSeen]).toEqual([ahead.at, true]);
  expect(listRinging([armReminder(seen, request, dates, new Date('2026-11-26T00:00:00Z'))])).toHaveLength(1);
});

it('fires on a fixed day, or relative to the start day of the task', () => {
  const none = { dueDate: null, startDate: null };
  expect(reminderInstant({ ...request, on: 'day', day: '2026-12-01' }, none)).toBe(
    '2026-12-01T03:30:00.000Z',
  );
  expect(
    reminderInstant({ ...request, on: 'start', days: 2 }, { dueDate: null, startDate: '2026-11-30' }),
  ).toBe('2026-12-02T03:30:00.000Z');
});

it('resolves the day of a moment in the reminder’s time zone', () => {
  const dates = { dueDate: '2026-11-20T20:00:00.000Z', startDate: null };
  // In Kolkata it is already the 21st.
  expect(reminderInstant(request, dates)).toBe('2026-11-20T03:30:00.000Z');
  expect(reminderInstant({ ...request, timeZone: 'Europe/Berlin' }, dates)).toBe('2026-11-19T08:00:00.000Z');
});

it('fires minutes before a moment, and pauses if the task has only a day', () => {
  const soon = { ...request, days: 0, minutes: -15 };
  const at = (dueDate: string | null) => reminderInstant(soon, { dueDate, startDate: null });
  expect(at('2026-11-20T20:00:00.000Z')).toBe('2026-11-20T19:45:00.000Z');
  expect(at('2026-11-20')).toBeNull();
  expect(at(null)).toBeNull();
  const armed = armReminder(undefined, soon, { dueDate: '2026-11-20T20:00:00.000Z', startDate: null }, now);
  expect(armed).toMatchObject({ minutes: -15, at: '2026-11-20T19:45:00.000Z', firedAt: null });
});

it('keeps the offset of reminders that are copied to the next occurrence', () => {
  fc.assert(
    fc.property(fc.integer({ min: -30, max: 400 }), fc.integer({ min: -365, max: 365 }), (days, before) => {
      const [from, to] = [
        { dueDate: '2027-02-01', startDate: null },
        { dueDate: '', startDate: null },
      ];
      to.dueDate = addDays(from.dueDate, days);
      const own = { ...request, on: 'day' as const, day: addDays(from.dueDate, before), days: 0 };
      const reminders = [{ ...request, days: before }, own].map((one) =>
        armReminder(undefined, one, from, now),
      );
      let idCount = 0;
      const carried = copyReminders(
        reminders,
        { dates: to, days, newId: () => `new ${(idCount += 1)}` },
        now,
      );
      expect(carried.map(({ id }) => id)).toEqual(['new 1', 'new 2']);
      const at = instantIn(addDays(to.dueDate, before), request.time, request.timeZone);
      expect(carried.map((one) => one.at)).toEqual([at, at]);
      // Reminders in the past do not fire.
      expect(listRinging(carried)).toEqual([]);
      expect(nextInstant(carried)).toBe(at > now.toISOString() ? at : null);
    }),
  );
});
