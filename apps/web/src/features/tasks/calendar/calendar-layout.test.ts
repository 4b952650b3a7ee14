import { addDays } from '@hearth/contracts/core/days';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { listWeeks, stepPeriod } from '#features/tasks/schedule/calendar-days.ts';
import { layWeek, sortLaid, type PositionedTask } from './calendar-layout.ts';
import {
  datesFor,
  nameSpan,
  readSpanName,
  shiftSpan,
  spanOf,
  stretchSpan,
} from '#features/tasks/model/task-span.ts';

const day = fc.integer({ min: 0, max: 80 }).map((count) => addDays('2026-10-01', count));
const dates = fc.record({ startDate: fc.option(day), dueDate: fc.option(day) });
const week = Array.from({ length: 7 }, (_none, at) => addDays('2026-11-02', at));
const laid = fc.array(dates, { maxLength: 60 }).map((all) =>
  all.flatMap((one, at): PositionedTask[] => {
    const span = spanOf(one);
    return span === null ? [] : [{ id: String(at), span }];
  }),
);

test('lays out each task on all its days without overlap, or counts it as hidden', () => {
  fc.assert(
    fc.property(laid, fc.integer({ min: 1, max: 12 }), (all, most) => {
      const { bars, hidden } = layWeek(week, sortLaid(all), most);
      week.forEach((one, at) => {
        const there = all.filter(({ span }) => span.from <= one && one <= span.to);
        const shown = bars.filter((bar) => bar.first <= at && at <= bar.last);
        expect(shown.length + (hidden[at] ?? 0)).toBe(there.length);
        expect(there.map(({ id }) => id)).toEqual(expect.arrayContaining(shown.map(({ id }) => id)));
        const lanes = shown.map(({ lane }) => lane);
        expect(new Set(lanes).size).toBe(lanes.length);
        // On a day with hidden tasks, the last lane shows their count.
        const room = (hidden[at] ?? 0) > 0 ? most - 1 : most;
        expect(Math.max(-1, ...lanes)).toBeLessThan(room);
      });
    }),
  );
});

test('hides no tasks if there is enough room', () => {
  fc.assert(
    fc.property(laid, (all) => {
      const { bars, hidden, lanes } = layWeek(week, sortLaid(all), Infinity);
      expect(hidden).toEqual(week.map(() => 0));
      expect(lanes).toBe(Math.max(0, ...bars.map(({ lane }) => lane + 1)));
      for (const bar of bars) {
        const { from, to } = all.find(({ id }) => id === bar.id)?.span ?? { from: '', to: '' };
        expect(week.filter((one) => from <= one && one <= to)).toEqual(week.slice(bar.first, bar.last + 1));
        expect([bar.isBegun, bar.continuesAfter]).toEqual([from < '2026-11-02', to > '2026-11-08']);
      }
    }),
  );
});

test('keeps unset dates unset on a move and sets dates of unscheduled and stretched tasks', () => {
  fc.assert(
    fc.property(dates, fc.integer({ min: -400, max: 400 }), (one, count) => {
      const span = spanOf(one);
      expect(readSpanName(nameSpan(one))).toEqual(span);
      if (span === null) return;
      const moved = datesFor(one, shiftSpan(span, count));
      expect(spanOf(moved)).toEqual({ from: addDays(span.from, count), to: addDays(span.to, count) });
      expect([moved.startDate === null, moved.dueDate === null]).toEqual([
        one.startDate === null,
        one.dueDate === null,
      ]);
    }),
  );
  expect(datesFor({ startDate: null, dueDate: null }, { from: '2026-11-03', to: '2026-11-03' })).toEqual({
    startDate: null,
    dueDate: '2026-11-03',
  });
  const due = { startDate: null, dueDate: '2026-11-03' };
  const longer = stretchSpan({ from: '2026-11-03', to: '2026-11-03' }, 'to', '2026-11-05');
  expect(datesFor(due, longer)).toEqual({ startDate: '2026-11-03', dueDate: '2026-11-05' });
  expect(stretchSpan(longer, 'from', '2026-11-09')).toEqual({ from: '2026-11-05', to: '2026-11-05' });
  expect(datesFor(due, null)).toEqual({ startDate: null, dueDate: null });
  expect(shiftSpan({ from: '9999-12-31', to: '9999-12-31' }, 1).to).toBe('9999-12-31');
});

test('lists whole weeks from the first weekday of the locale and steps by week or month', () => {
  const november = listWeeks('2026-11-21', 'month', 7);
  expect(november).toHaveLength(5);
  expect([november[0]?.[0], november.at(-1)?.at(-1)]).toEqual(['2026-11-01', '2026-12-05']);
  expect(listWeeks('2026-11-21', 'month', 1)[0]?.[0]).toBe('2026-10-26');
  expect(listWeeks('2026-11-21', 'week', 1)).toEqual([week.map((one) => addDays(one, 14))]);
  expect(stepPeriod('2026-12-31', 'month', 2)).toBe('2027-02-28');
  expect(stepPeriod('2026-01-31', 'month', -1)).toBe('2025-12-31');
  expect(stepPeriod('2026-11-21', 'week', -1)).toBe('2026-11-14');
});

test('maps instants to local days and keeps the local time of day on a move across a DST change', () => {
  const task = { startDate: '2026-10-23T19:00:00.000Z', dueDate: '2026-10-24T15:00:00.000Z' };
  expect(spanOf(task, 'Europe/Berlin')).toEqual({ from: '2026-10-23', to: '2026-10-24' });
  expect(spanOf(task, 'Asia/Kolkata')).toEqual({ from: '2026-10-24', to: '2026-10-24' });
  // DST ends early on the 25th, at 03:00 local time.
  expect(datesFor(task, { from: '2026-10-24', to: '2026-10-25' }, 'Europe/Berlin')).toEqual({
    startDate: '2026-10-24T19:00:00.000Z',
    dueDate: '2026-10-25T16:00:00.000Z',
  });
  const due = { startDate: null, dueDate: '2026-10-24T15:00:00.000Z' };
  const day = { from: '2026-10-20', to: '2026-10-20' };
  expect(datesFor(due, day, 'Europe/Berlin')).toEqual({
    startDate: null,
    dueDate: '2026-10-20T15:00:00.000Z',
  });
});
