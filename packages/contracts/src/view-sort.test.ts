import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Task } from './tasks.ts';
import { arbitraryTask } from './testing/views.ts';
import { compareTasksBy } from './view-sort-values.ts';
import { SORT_FIELDS, type SortKey } from './view-values.ts';

const full = arbitraryTask.map(
  (task) => ({ ...task, position: task.title, updatedAt: task.createdAt }) as unknown as Task,
);

/** The rank of a task among others by one key, counted and not compared: what has none comes after everything. */
const WORTH: Record<string, (task: Task) => string | number | null> = {
  manual: (task) => task.position,
  priority: (task) => ({ urgent: 0, high: 1, medium: 2, low: 3, none: 4 })[task.priority],
  due: (task) => task.dueDate,
  start: (task) => task.startDate,
  estimate: (task) => task.estimate,
  title: (task) => task.title.toLowerCase(),
  created: (task) => task.createdAt,
  updated: (task) => task.updatedAt,
  closed: (task) => task.closedAt,
};

it('orders by each key in turn, and puts what has none last in both directions', () => {
  const key = fc.record({ field: fc.constantFrom(...SORT_FIELDS), isDescending: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(full, { maxLength: 15 }),
      fc.array(key, { minLength: 1, maxLength: 3 }),
      (tasks, sort: SortKey[]) => {
        const sorted = tasks.toSorted(compareTasksBy(sort));
        sorted.slice(1).forEach((after, at) => {
          const before = sorted[at] as Task;
          for (const { field, isDescending } of sort) {
            const [a, b] = [WORTH[field]?.(before) ?? null, WORTH[field]?.(after) ?? null];
            if (a === b) continue;
            expect(a).not.toBeNull();
            if (b !== null && a !== null) expect(isDescending ? a > b : a < b).toBe(true);
            return;
          }
        });
      },
    ),
  );
});
