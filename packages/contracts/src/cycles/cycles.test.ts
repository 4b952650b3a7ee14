import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { capacityOf, firstCycle, nextCycle, type CyclePlan } from './cycle-values.ts';
import { cyclePlan } from './cycles.ts';
import { weekdayOf, addDays } from '#core/days.ts';

const PLAN: CyclePlan = { weeks: 2, startWeekday: 1, cooldownWeeks: 0, ahead: 2, timeZone: 'Europe/Berlin' };
const plans: fc.Arbitrary<CyclePlan> = fc.record({
  weeks: fc.integer({ min: 1, max: 8 }),
  startWeekday: fc.integer({ min: 1, max: 7 }),
  cooldownWeeks: fc.integer({ min: 0, max: 4 }),
  ahead: fc.integer({ min: 1, max: 4 }),
  timeZone: fc.constant('UTC'),
});
const days = fc.integer({ min: -20_000, max: 40_000 }).map((count) => addDays('1970-01-01', count));

test('numbers weekdays from Monday', () => {
  expect(['2026-11-16', '2026-11-21', '2026-11-22', '1969-12-31', '2028-02-29'].map(weekdayOf)).toEqual([
    1, 6, 7, 3, 2,
  ]);
});

test('starts the first cycle on the most recent start weekday, which may be today', () => {
  expect(firstCycle(PLAN, '2026-11-21')).toEqual({ startsOn: '2026-11-16', endsOn: '2026-11-29' });
  expect(firstCycle({ ...PLAN, startWeekday: 6 }, '2026-11-21').startsOn).toBe('2026-11-21');
  fc.assert(
    fc.property(plans, days, (plan, today) => {
      const { startsOn, endsOn } = firstCycle(plan, today);
      expect(weekdayOf(startsOn)).toBe(plan.startWeekday);
      expect(startsOn <= today && today <= endsOn).toBe(true);
    }),
  );
});

test('starts the next cycle without a gap, across months, years, leap days and DST changes', () => {
  expect(nextCycle(PLAN, '2026-03-22', '2026-03-22')).toEqual({
    startsOn: '2026-03-23',
    endsOn: '2026-04-05',
  });
  expect(nextCycle(PLAN, '2026-10-18', '2026-10-18')).toEqual({
    startsOn: '2026-10-19',
    endsOn: '2026-11-01',
  });
  expect(nextCycle(PLAN, '2028-02-20', '2028-02-20')).toEqual({
    startsOn: '2028-02-21',
    endsOn: '2028-03-05',
  });
  expect(nextCycle(PLAN, '2026-12-27', '2026-12-27')).toEqual({
    startsOn: '2026-12-28',
    endsOn: '2027-01-10',
  });
});

test('delays the next cycle by the cooldown until its weekday, without overlap', () => {
  const later = nextCycle({ ...PLAN, cooldownWeeks: 1, startWeekday: 3 }, '2026-11-29', '2026-11-29');
  expect(later).toEqual({ startsOn: '2026-12-09', endsOn: '2026-12-22' });
  fc.assert(
    fc.property(plans, days, fc.integer({ min: -400, max: 60 }), (plan, today, distance) => {
      const lastEnd = addDays(today, distance);
      const { startsOn, endsOn } = nextCycle(plan, lastEnd, today);
      expect(startsOn > lastEnd && endsOn >= today).toBe(true);
      expect(weekdayOf(startsOn)).toBe(plan.startWeekday);
      expect(endsOn).toBe(addDays(startsOn, plan.weeks * 7 - 1));
    }),
  );
});

test('skips cycles that would already be over', () => {
  expect(nextCycle(PLAN, '2026-01-04', '2026-11-21')).toEqual({
    startsOn: '2026-11-16',
    endsOn: '2026-11-29',
  });
});

test('computes the capacity as the mean of the last three closed cycles', () => {
  const none = { tasks: 0, points: 0 };
  const closed = [100, 4, 6, 9].map((tasks) => ({
    start: none,
    added: none,
    removed: none,
    done: { tasks, points: tasks * 2 },
    cancelled: none,
    carried: none,
  }));
  expect(capacityOf([])).toBeNull();
  expect(capacityOf(closed)).toEqual({ tasks: 6, points: 13 });
});

// PostgreSQL reads the sign of an offset the other way round.
test.each(['+05:30', '-03:00', 'Europe/Atlantis', ''])('rejects the time zone %j', (timeZone) => {
  expect(cyclePlan.safeParse(PLAN).success).toBe(true);
  expect(cyclePlan.safeParse({ ...PLAN, timeZone }).success).toBe(false);
});
