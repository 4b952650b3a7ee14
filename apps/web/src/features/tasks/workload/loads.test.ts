import { addDays } from '@hearth/contracts/core/days';
import type { WorkTime } from '@hearth/contracts/members/work-time-values';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  capacityIn,
  countAway,
  isOver,
  listColumns,
  loadOf,
  moveLoad,
  NOBODY,
  partOf,
  type LoadTask,
} from './loads.ts';

const TODAY = '2026-11-18';
const PEOPLE = ['ada', 'ben', 'cem'];
const day = fc.integer({ min: -20, max: 40 }).map((days) => addDays(TODAY, days));
const dates = fc.record({ startDate: fc.option(day), dueDate: fc.option(day) });
const task = fc
  .record({
    id: fc.uuid(),
    assigneeIds: fc.subarray(PEOPLE),
    estimate: fc.option(fc.integer({ min: 0, max: 40 })),
    closedAt: fc.constantFrom(null, null, null, '2026-11-01T00:00:00.000Z'),
    dates,
  })
  .map(({ dates: { startDate, dueDate }, ...rest }): LoadTask => ({ ...rest, startDate, dueDate }));

const make = (fields: Partial<LoadTask>): LoadTask => ({
  id: 'task',
  assigneeIds: ['ada'],
  startDate: null,
  dueDate: null,
  estimate: 10,
  closedAt: null,
  ...fields,
});
const isWeekend = (of: string): boolean => [0, 6].includes(new Date(`${of}T12:00:00Z`).getUTCDay());

/** Reference implementation that distributes the estimate of a task day by day. */
function naive(one: LoadTask): Map<string, number> {
  const points = new Map<string, number>();
  const [a, b] = [one.startDate ?? one.dueDate, one.dueDate ?? one.startDate];
  if (a === null || b === null || one.closedAt !== null || one.estimate === null) return points;
  const [first, last] = a <= b ? [a, b] : [b, a];
  const days: string[] = [];
  for (let at = first; at <= last; at = addDays(at, 1)) if (at >= TODAY) days.push(at);
  if (days.length === 0) days.push(TODAY);
  const working = days.filter((at) => !isWeekend(at));
  const taking = working.length === 0 ? [days.at(-1) ?? ''] : working;
  const part = one.estimate / (one.assigneeIds.length || 1);
  for (const at of taking) points.set(at, part / taking.length);
  return points;
}

const rowsOf = (one: LoadTask): readonly string[] =>
  one.assigneeIds.length === 0 ? [NOBODY] : one.assigneeIds;

describe('load of a person', () => {
  it('matches the day-by-day reference implementation for any columns', () => {
    fc.assert(
      fc.property(
        fc.array(task, { maxLength: 8 }),
        fc.constantFrom('day' as const, 'week' as const),
        fc.constantFrom(1, 7),
        (tasks, scale, firstWeekday) => {
          // Use enough pages to cover all tasks.
          const pages = scale === 'week' ? [0] : [0, 1, 2];
          const columns = pages.flatMap((page) => listColumns(TODAY, scale, page, firstWeekday));
          let sum = 0;
          for (const row of [...PEOPLE, NOBODY]) {
            const own = tasks.filter((one) => rowsOf(one).includes(row));
            sum += loadOf(own, null, TODAY).points;
            for (const column of columns) {
              const { points, unestimated, taskIds } = loadOf(own, column, TODAY);
              const expected = own
                .flatMap((one) => [...naive(one)])
                .filter(([at]) => column.from <= at && at <= column.to);
              expect(points).toBeCloseTo(
                expected.reduce((all, [, part]) => all + part, 0),
                6,
              );
              expect(unestimated).toBeLessThanOrEqual(taskIds.length);
              sum += points;
            }
          }
          const left = tasks.filter(({ closedAt }) => closedAt === null);
          expect(sum).toBeCloseTo(
            left.reduce((all, { estimate }) => all + (estimate ?? 0), 0),
            6,
          );
        },
      ),
    );
  });

  it('counts tasks without an estimate, and divides estimates among the assignees', () => {
    const week = { from: '2026-11-16', to: '2026-11-22' };
    const tasks = [
      make({ id: 'one', dueDate: TODAY, estimate: null }),
      make({ id: 'two', dueDate: TODAY, estimate: 9, assigneeIds: PEOPLE }),
      make({ id: 'three', dueDate: '2026-11-01', estimate: 0 }),
    ];
    expect(loadOf(tasks, week, TODAY)).toEqual({
      points: 3,
      unestimated: 1,
      taskIds: ['one', 'two', 'three'],
    });
    expect(partOf(make({ assigneeIds: [], estimate: 4 }))).toBe(4);
  });

  it('counts a task without a start date on its due date alone', () => {
    const saturday = make({ dueDate: '2026-11-21' });
    expect(loadOf([saturday], { from: '2026-11-21', to: '2026-11-21' }, TODAY).points).toBe(10);
    expect(loadOf([saturday], { from: '2026-11-20', to: '2026-11-20' }, TODAY).points).toBe(0);
  });
});

describe('capacity', () => {
  const own: WorkTime = {
    id: 'ada',
    capacity: 10,
    absences: {
      a: { from: '2026-11-26', to: '2026-11-29', word: 'Holiday' },
      b: { from: '2026-11-26', to: '2026-11-26', word: '' },
    },
  };
  const week = { from: '2026-11-23', to: '2026-11-29' };

  it('excludes absences and past days', () => {
    expect(capacityIn(week, TODAY, own, undefined)).toBe(6);
    expect(countAway(week, TODAY, own)).toBe(2);
    // Wednesday to Friday of this week remain.
    expect(capacityIn({ from: '2026-11-16', to: '2026-11-22' }, TODAY, own, undefined)).toBe(6);
  });

  it('defaults to the team’s capacity or null, and is exceeded only by a greater load', () => {
    const team: WorkTime = { id: 'team', capacity: 20, absences: {} };
    expect(capacityIn(week, TODAY, { ...own, capacity: null }, team)).toBe(12);
    expect(capacityIn(week, TODAY, undefined, team)).toBe(20);
    expect(capacityIn(week, TODAY, own, team)).toBe(6);
    expect(capacityIn(week, TODAY, undefined, undefined)).toBeNull();
    expect([isOver(7, 6), isOver(6 + 1e-9, 6), isOver(7, null), isOver(1, 0)]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });
});

describe('moved task', () => {
  const columns = [0, 1].flatMap((page) => listColumns(TODAY, 'week', page, 1));
  const at = fc.integer({ min: 0, max: columns.length - 1 });

  it('appears in the target cell and no longer in the source row', () => {
    fc.assert(
      fc.property(task, fc.constantFrom(...PEOPLE, NOBODY), at, at, (one, row, start, end) => {
        const [from, to] = [columns[start] ?? null, columns[end] ?? null];
        const open = { ...one, closedAt: null };
        const source = rowsOf(open)[0] ?? NOBODY;
        if (loadOf([open], from, TODAY).taskIds.length === 0) return;
        const fields = moveLoad(open, { row: source, column: from }, { row, column: to }, TODAY);
        const moved = { ...open, ...fields };
        expect(loadOf([moved], to, TODAY).taskIds).toEqual([open.id]);
        if (source !== row) expect(rowsOf(moved)).not.toContain(source);
        // The task is now assigned to the member of the new row.
        if (row !== NOBODY) expect(rowsOf(moved)).toEqual(expect.arrayContaining([row]));
      }),
    );
  });

  it('keeps its duration and weekdays when moved by whole weeks, counted from today if it is overdue', () => {
    const position = (weeks: number) => ({ row: 'ada', column: columns[weeks] ?? null });
    const long = make({ startDate: '2026-11-19', dueDate: '2026-11-24' });
    expect(moveLoad(long, position(0), position(2), TODAY)).toEqual({
      startDate: '2026-12-03',
      dueDate: '2026-12-08',
    });
    expect(moveLoad(make({ dueDate: '2026-11-02' }), position(0), position(1), TODAY)).toEqual({
      startDate: null,
      dueDate: '2026-11-25',
    });
    expect(moveLoad(long, position(1), position(1), TODAY)).toBeNull();
  });

  it('is due on the last workday of the target week when scheduled, and has no dates when unscheduled', () => {
    const none = { row: 'ada', column: null };
    const next = { row: 'ada', column: columns[1] ?? null };
    expect(moveLoad(make({}), none, next, TODAY)).toEqual({ startDate: null, dueDate: '2026-11-27' });
    expect(
      moveLoad(make({ dueDate: TODAY }), { row: 'ada', column: columns[0] ?? null }, none, TODAY),
    ).toEqual({
      startDate: null,
      dueDate: null,
    });
  });
});
