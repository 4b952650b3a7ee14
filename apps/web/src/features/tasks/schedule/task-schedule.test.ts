import { addDays, weekdayOf } from '@hearth/contracts/core/days';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countWorkdays, planShifts, toWorkday, type Plan, type Planned } from './task-schedule.ts';
import { shiftSpan, type Span } from '#features/tasks/model/task-span.ts';

const span = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 }))
  .map(([from, days]): Span => ({
    from: addDays('2026-11-02', from),
    to: addDays('2026-11-02', from + days),
  }));

const work = fc.integer({ min: 2, max: 14 }).chain((count) =>
  fc.record({
    tasks: fc.array(
      fc.record({
        span: fc.option(span, { freq: 6 }),
        isClosed: fc.boolean().map((one) => one && count % 3 === 0),
        away: fc.option(span, { freq: 2 }),
      }),
      { minLength: count, maxLength: count },
    ),
    pairs: fc.uniqueArray(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), {
      maxLength: count * 2,
      selector: ([from, to]) => `${from}-${to}`,
    }),
    moved: fc.integer({ min: -10, max: 40 }),
  }),
);

type Drawn = Omit<Planned, 'id'> & { away?: Span | null };

function toPlan(tasks: readonly Drawn[], pairs: readonly (readonly [number, number])[]): Plan {
  const all = tasks.map((task, at): Planned => ({ ...task, id: String(at) }));
  return {
    taskOf: (id) => all[Number(id)],
    blockersOf: (id) => pairs.filter(([, to]) => String(to) === id).map(([from]) => String(from)),
    blockedBy: (id) => pairs.filter(([from]) => String(from) === id).map(([, to]) => String(to)),
    offOf: (id) => {
      const away = tasks[Number(id)]?.away ?? null;
      return away && ((day) => away.from <= day && day <= away.to);
    },
  };
}

test('starts shifted tasks after their blockers and keeps their durations', () => {
  fc.assert(
    fc.property(work, ({ tasks, pairs, moved }) => {
      const first = tasks[0]?.span;
      if (!first) return;
      // Use only edges from lower to higher indexes so that there are no cycles.
      const down = pairs.filter(([from, to]) => from < to);
      const plan = toPlan(tasks, down);
      const root = { id: '0', span: shiftSpan(first, moved) };
      const shifts = planShifts(plan, root);
      const now = (id: string): Span | null =>
        id === root.id ? root.span : (shifts.get(id) ?? plan.taskOf(id)?.span ?? null);
      expect(shifts.has(root.id)).toBe(false);
      const isOpen = (id: string) => plan.taskOf(id)?.isClosed === false;
      for (const [from, to] of down) {
        const [blocker, blocked] = [String(from), String(to)];
        if (blocker !== root.id && !shifts.has(blocker)) continue;
        const [before, after] = [now(blocker), now(blocked)];
        if (before === null || after === null || !isOpen(blocked) || !isOpen(blocker)) continue;
        expect(after.from > before.to).toBe(true);
      }
      for (const [id, to] of shifts) {
        const task = plan.taskOf(id);
        if (!task?.span) throw new Error('what has no date was moved');
        expect(task.isClosed).toBe(false);
        const ends = plan
          .blockersOf(id)
          .filter(isOpen)
          .flatMap((one) => now(one)?.to ?? []);
        const last = ends.toSorted().at(-1) ?? '';
        expect(task.span.from <= last).toBe(true);
        const isOff = plan.offOf(id);
        expect(to.from).toBe(toWorkday(addDays(last, 1), isOff));
        expect(countWorkdays(to, isOff)).toBe(countWorkdays(task.span, isOff));
        for (const day of [to.from, to.to]) {
          expect(weekdayOf(day)).toBeLessThan(6);
          expect(isOff?.(day) ?? false).toBe(false);
        }
      }
    }),
  );
});

test('terminates on cycles', () => {
  fc.assert(
    fc.property(work, ({ tasks, pairs, moved }) => {
      const first = tasks[0]?.span;
      if (first) planShifts(toPlan(tasks, pairs), { id: '0', span: shiftSpan(first, moved) });
    }),
  );
});

test('shifts the tasks of a long chain to consecutive working days across a weekend', () => {
  const day = (at: number): Span => ({ from: addDays('2026-11-02', at), to: addDays('2026-11-02', at) });
  const tasks = [0, 1, 2, 3].map((at) => ({ span: day(at), isClosed: false }));
  const plan = toPlan(tasks, [
    [0, 1],
    [1, 2],
    [2, 3],
  ]);
  // The moved task is on Thursday. The next working days are Friday, Monday and Tuesday.
  const shifts = planShifts(plan, { id: '0', span: day(3) });
  expect([...shifts.values()].map(({ from }) => from)).toEqual(['2026-11-06', '2026-11-09', '2026-11-10']);
  expect(countWorkdays({ from: '2026-11-07', to: '2026-11-08' })).toBe(1);
  expect(countWorkdays({ from: '2026-11-02', to: '2026-11-15' })).toBe(10);
});

test('starts a shifted task after an absence, and ignores absences that never end', () => {
  const span = { from: '2026-11-02', to: '2026-11-03' };
  const away = { from: '2026-11-05', to: '2026-11-10' };
  const tasks = [
    { span, isClosed: false },
    { span: { from: '2026-11-04', to: '2026-11-05' }, isClosed: false, away },
  ];
  // One of its two days was a day off, so the task keeps one working day. Its blocker occupies Wednesday.
  expect(planShifts(toPlan(tasks, [[0, 1]]), { id: '0', span: shiftSpan(span, 1) })).toEqual(
    new Map([['1', { from: '2026-11-11', to: '2026-11-11' }]]),
  );
  expect(toWorkday('2026-11-07', () => true)).toBe('2026-11-09');
});
