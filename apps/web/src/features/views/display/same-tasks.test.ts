import type { SyncRows } from '@hearth/contracts/sync';
import {
  arbitraryFilter,
  arbitraryTask,
  CATEGORIES_OF,
  CYCLES_OF,
  ME,
  NOW,
  PEOPLE,
  STATUSES,
  TODAY,
} from '@hearth/contracts/testing/views';
import { compileFilter } from '@hearth/contracts/views/view-filter-values';
import { LAYOUTS, NO_FILTER, type FilterGroup } from '@hearth/contracts/views/view-values';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { openStillTeam } from '#testing/still-team.ts';
import { FilteredView } from './filtered-view.ts';
import { createKeysOf, createSlotsOf, NOTHING } from '#features/views/groups/group-keys.ts';
import { placeIn } from './place-in.ts';
import { defaultView } from '#features/views/address/view-address.ts';

type Task = SyncRows['task'];

const context = {
  me: ME,
  today: TODAY,
  now: NOW,
  startOf: (day: string) => `${day}T00:00:00.000Z`,
  cyclesOf: (which: 'current' | 'next') => CYCLES_OF[which],
  statusesOf: (category: string) => STATUSES.filter((id) => CATEGORIES_OF[id] === category),
  isBlocked: (taskId: string) => taskId === 't1' || taskId === 't4',
};
const KNOWN = new Set([...PEOPLE, ...STATUSES]);

function activate(filter: FilterGroup) {
  return { filter, test: compileFilter(filter, context), context };
}

it('shows the same tasks in every layout for any filter and filter change', async () => {
  const history = fc.array(arbitraryFilter, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryTask, { maxLength: 12 }), history, async (fields, filters) => {
      const tasks = fields.map((one, at) => ({ ...one, id: `t${at}`, triage: null }) as unknown as Task);
      const store = await openStillTeam(ME, { task: tasks });
      const shown = LAYOUTS.map((layout) => {
        const { group, subGroup } = defaultView('project', layout);
        const subKeysOf = subGroup === 'none' ? null : createKeysOf(subGroup, TODAY, KNOWN);
        const slotsOf = createSlotsOf(createKeysOf(group, TODAY, KNOWN), subKeysOf);
        const filtered = new FilteredView(store, activate(NO_FILTER), {
          isInScope: () => true,
          slotsOf: placeIn(layout === 'calendar', slotsOf),
          compare: (a, b) => (a.id < b.id ? -1 : 1),
        });
        filtered.view.attach();
        return { layout, filtered };
      });
      for (const filter of filters) {
        const passes = compileFilter(filter, context);
        const expected = tasks.filter((task) => passes(task)).map(({ id }) => id);
        for (const { layout, filtered } of shown) {
          filtered.show(activate(filter));
          const slots = filtered.view.groups();
          const found = new Set(slots.flatMap((slot) => filtered.view.ids(slot)));
          expect([...found].toSorted(), layout).toEqual(expected.toSorted());
          // Each slot exists on the screen: a day or the tray, a status, a member, or the single group.
          for (const slot of slots) expect(isSlot(slot), `${layout}: ${slot}`).toBe(true);
        }
      }
      store.close();
    }),
    { numRuns: 60 },
  );
});

function isSlot(slot: string): boolean {
  return (
    slot === '' ||
    slot === NOTHING ||
    KNOWN.has(slot) ||
    /^\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}$/.test(slot)
  );
}
