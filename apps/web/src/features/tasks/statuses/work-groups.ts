import type { StatusCategory } from '@hearth/contracts/model/task-values';
import { useMemo } from 'react';
import type { Lists } from '#platform/sync/index.ts';
import { useGroupLists } from '#platform/sync/store/use-rows.ts';
import { useFolds, type Folds } from '#features/tasks/grouping/folds.ts';
import type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
import { useStatusGroups } from './status-groups.tsx';

/** What is under way comes first, what may never be begun after what is to be done, what is over last. */
const ORDER: readonly StatusCategory[] = ['started', 'unstarted', 'backlog', 'completed', 'cancelled'];
const ACTIVE: readonly StatusCategory[] = ['started', 'unstarted'];

/**
 * The statuses as headings over everybody's work: open work first, and the backlog folded as long as there is other work.
 * @param view by status
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
