import { instantIn } from '@hearth/contracts/core/moment-values';
import { compileFilter } from '@hearth/contracts/views/view-filter-values';
import { compareTasksBy, createDateKey } from '@hearth/contracts/views/view-sort-values';
import { parseFilter, parseSort, printFilter, printSort } from '@hearth/contracts/views/view-text-values';
import {
  listConditions,
  listNamedProjects,
  NO_FILTER,
  type TaskView,
} from '@hearth/contracts/views/view-values';
import { useEffect, useLayoutEffect, useMemo } from 'react';
import {
  cyclesByDate,
  followBlocks,
  idsOfCycles,
  isBlocked,
  statusesInOrder,
  useFormulas,
  type TaskGroup,
} from '#features/tasks/index.ts';
import { useArchivedIds } from '#platform/permissions/rights.ts';
import { useTeamStore, type View } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { useReaderZone } from '#ui/format/formats.ts';
import { useMinute, useToday } from '#ui/format/use-today.ts';
import { FilteredView, type ActiveFilter } from './filtered-view.ts';
import { createKeysOf, createSlotsOf } from '#features/views/groups/group-keys.ts';
import { placeIn, sortIn } from './place-in.ts';
import { useSortKeys } from './use-sort-keys.ts';
import { useTaskGroups } from '#features/views/groups/use-task-groups.tsx';
import type { ViewScreen } from '#features/views/address/view-search.ts';

/** Never a valid project id. */
const NO_PROJECT = '-';

interface ShownTasks {
  view: View<'task'>;
  groups: readonly TaskGroup[];
  subGroups: readonly TaskGroup[] | undefined;
}

/** The tasks of a view, updated with every change and at midnight. */
export function useTaskView(taskView: TaskView, screen: ViewScreen): ShownTasks {
  const store = useTeamStore();
  const today = useToday();
  const zone = useReaderZone();
  const statuses = useRows(statusesInOrder(store));
  const cycles = useRows(cyclesByDate(store));
  const projectId = screen.kind === 'project' ? screen.projectId : null;
  const named = listNamedProjects(taskView.filter);
  const groups = useTaskGroups(taskView.group, today, { projectId, named });
  const subGroups = useTaskGroups(taskView.subGroup, today, { projectId, named });
  // Tasks of archived projects are shown only on their project's screen or if the filter names the project. The ids are joined into a
  // string as a stable dependency.
  const archived = useArchivedIds();
  const hiddenText = projectId === null ? archived.filter((id) => !named.includes(id)).join() : '';
  const { namedKeys, ownKey } = useSortKeys(taskView.sort);
  const formulas = useFormulas();

  // Strings are stable dependencies while the other settings of the view change.
  const filterText = printFilter(taskView.filter);
  const sortText = printSort(sortIn(taskView));
  const now = useMinute(filterText.includes('overdue'));
  const context = useMemo(
    () => ({
      hidden: new Set(hiddenText.split(',')),
      me: store.userId,
      today,
      now,
      startOf: (day: string) => instantIn(day, '00:00', zone),
      cyclesOf: (which: 'current' | 'next') => idsOfCycles(cycles, which),
      statusesOf: (category: string) =>
        statuses.filter((status) => status.category === category).map(({ id }) => id),
      isBlocked: (taskId: string) => isBlocked(store, taskId),
      formulas,
    }),
    [store, today, now, zone, statuses, cycles, hiddenText, formulas],
  );
  const active = useMemo<ActiveFilter>(() => {
    const filter = parseFilter(filterText).filter ?? NO_FILTER;
    const passes = compileFilter(filter, context);
    const { hidden } = context;
    return { filter, test: (task) => !hidden.has(task.projectId ?? NO_PROJECT) && passes(task), context };
  }, [filterText, context]);
  const known = listKeys(groups);
  const subKnown = taskView.subGroup === 'none' ? null : listKeys(subGroups);
  const { group, subGroup } = taskView;
  const isByDays = taskView.layout === 'calendar';
  const shown = useMemo(() => {
    const keysOf = createKeysOf(group, today, new Set(known.split('\n')), formulas);
    const subKeysOf =
      subKnown === null ? null : createKeysOf(subGroup, today, new Set(subKnown.split('\n')), formulas);
    const slotsOf = placeIn(isByDays, createSlotsOf(keysOf, subKeysOf));
    return new FilteredView(store, active, {
      isInScope: projectId === null ? () => true : (task) => task.projectId === projectId,
      slotsOf,
      compare: compareTasksBy(
        parseSort(sortText) ?? [],
        namedKeys,
        ownKey,
        createDateKey((day) => instantIn(day, '00:00', zone)),
      ),
    });
    // oxlint-disable-next-line react/exhaustive-deps -- a new filter updates the view instead of creating another one
  }, [
    store,
    projectId,
    isByDays,
    group,
    subGroup,
    sortText,
    today,
    zone,
    known,
    subKnown,
    namedKeys,
    ownKey,
    formulas,
  ]);
  // Use a layout effect: results of the previous filter must never be painted under the new filter.
  useLayoutEffect(() => shown.show(active), [shown, active]);
  useEffect(() => {
    shown.view.attach();
    return () => shown.view.dispose();
  }, [shown]);
  const asksForBlocks = listConditions(taskView.filter).some(({ field }) => field === 'blocked');
  useEffect(() => {
    // Blockers are not stored in the task's row, so subscribe to their changes separately.
    return asksForBlocks ? followBlocks(store, (ids) => shown.view.retry(ids)) : undefined;
  }, [store, shown, asksForBlocks]);
  return { view: shown.view, groups, subGroups: taskView.subGroup === 'none' ? undefined : subGroups };
}

/** Joins the groups' keys in a canonical order. */
function listKeys(groups: readonly TaskGroup[]): string {
  return groups
    .map(({ key }) => key)
    .sort()
    .join('\n');
}
