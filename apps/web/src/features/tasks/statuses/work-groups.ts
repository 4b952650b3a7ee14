import type { StatusCategory } from '@hearth/contracts/model/task-values';
import { useMemo } from 'react';
import type { Lists } from '#platform/sync/index.ts';
import { useGroupLists } from '#platform/sync/store/use-rows.ts';
import { useFolds, type Folds } from '#features/tasks/grouping/folds.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { useStatusGroups } from './status-groups.tsx';

/** Order of the headings: started tasks, unstarted tasks, the backlog, and closed tasks. */
const ORDER: readonly StatusCategory[] = ['started', 'unstarted', 'backlog', 'completed', 'cancelled'];
const ACTIVE: readonly StatusCategory[] = ['started', 'unstarted'];

/**
 * Groups the tasks of the whole team by status, open tasks first. The backlog is collapsed by default while there are other open tasks.
 * @param view must be grouped by status
 */
export function useWorkGroups(list: string, view: Lists): { groups: readonly TaskGroup[]; folds: Folds } {
  const statuses = useStatusGroups();
  const { groups, keys, active, backlog } = useMemo(() => {
    const rankOf = ({ status }: TaskGroup) => ORDER.indexOf(status?.category ?? 'cancelled');
    const keysOf = (categories: readonly StatusCategory[]) =>
      statuses.flatMap(({ key, status }) =>
        status !== undefined && categories.includes(status.category) ? [key] : [],
      );
    return {
      groups: statuses.toSorted((a, b) => rankOf(a) - rankOf(b)),
      keys: statuses.map(({ key }) => key),
      active: keysOf(ACTIVE),
      backlog: keysOf(['backlog']),
    };
  }, [statuses]);
  const hasActive = useGroupLists(view, active).some((ids) => ids.length > 0);
  const folds = useFolds(list, keys, hasActive ? backlog : NONE);
  return { groups, folds };
}

const NONE: readonly string[] = [];
