import { addDays } from '@hearth/contracts/core/days';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findCriticalPath } from './critical-path.ts';
import { planShifts, toWorkday, type Plan, type Planned } from './task-schedule.ts';
import type { Span } from '#features/tasks/model/task-span.ts';

const MONDAY = '2026-11-02';

/** A span that starts and ends on a working day. */
const span = fc.tuple(fc.nat(40), fc.nat(8)).map(([start, days]): Span => {
  const from = toWorkday(addDays(MONDAY, start));
  return { from, to: toWorkday(addDays(from, days)) };
});

const drawn = fc.integer({ min: 1, max: 12 }).chain((count) =>
  fc.record({
    tasks: fc.array(
      fc.record({ span: fc.option(span, { freq: 8 }), isClosed: fc.nat(5).map((one) => one === 0) }),
      { minLength: count, maxLength: count },
    ),
    pairs: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: count * 2 }),
  }),
);

function toPlan(tasks: readonly Omit<Planned, 'id'>[], pairs: readonly (readonly [number, number])[]): Plan {
  return {
    taskOf: (id) => {
      const task = tasks[Number(id)];
      return task && { ...task, id };
    },
    blockersOf: (id) => pairs.filter(([, to]) => String(to) === id).map(([from]) => String(from)),
    blockedBy: (id) => pairs.filter(([from]) => String(from) === id).map(([, to]) => String(to)),
    offOf: () => null,
  };
}

const idsOf = (tasks: readonly unknown[]) => tasks.map((_, at) => String(at));

test('includes exactly the tasks that delay the end if they take one more working day', () => {
  fc.assert(
    fc.property(drawn, ({ tasks, pairs }) => {
      // Use only edges from a task that ends before the other begins. A missing date sorts last. Thus no task starts too early, and there
      // are no cycles.
      const isAfter = (from: number, to: number) =>
        (tasks[from]?.span?.to ?? '~') < (tasks[to]?.span?.from ?? '~');
      const plan = toPlan(
        tasks,
        pairs.filter(([from, to]) => from !== to && isAfter(from, to)),
      );
      const { end, ids } = findCriticalPath(idsOf(tasks), plan);
      const open = idsOf(tasks).filter((id) => plan.taskOf(id)?.isClosed === false);
      const endWith = (moved: ReadonlyMap<string, Span>) =>
        open
          .map((id) => (moved.get(id) ?? plan.taskOf(id)?.span)?.to ?? '')
          .toSorted()
          .at(-1) ?? '';
      expect(end ?? '').toBe(endWith(new Map()));
      for (const id of idsOf(tasks)) {
        const task = plan.taskOf(id);
        if (!task?.span || task.isClosed) {
          expect(ids.has(id)).toBe(false);
          continue;
        }
        const longer = { from: task.span.from, to: toWorkday(addDays(task.span.to, 1)) };
        const moved = new Map([...planShifts(plan, { id, span: longer }), [id, longer]]);
        expect(ids.has(id)).toBe(endWith(moved) > (end ?? ''));
      }
    }),
    { numRuns: 500 },
  );
});

test('terminates on cycles and returns nothing without tasks', () => {
  fc.assert(
    fc.property(drawn, ({ tasks, pairs }) => {
      const { ids } = findCriticalPath(idsOf(tasks), toPlan(tasks, pairs));
      expect(ids.size).toBeLessThanOrEqual(tasks.length);
    }),
  );
  expect(findCriticalPath([], toPlan([], []))).toEqual({ end: null, ids: new Set() });
});

test('does not count weekends and days off as slack', () => {
  const tasks = [
    { span: { from: '2026-11-02', to: '2026-11-06' }, isClosed: false },
    { span: { from: '2026-11-10', to: '2026-11-11' }, isClosed: false },
  ];
  const plan = toPlan(tasks, [[0, 1]]);
  // The Monday in between is slack unless no assignee is available on it.
  expect(findCriticalPath(['0', '1'], plan)).toEqual({ end: '2026-11-11', ids: new Set(['1']) });
  const isMonday = (day: string) => day === '2026-11-09';
  expect(findCriticalPath(['0', '1'], { ...plan, offOf: () => isMonday }).ids).toEqual(new Set(['0', '1']));
});
