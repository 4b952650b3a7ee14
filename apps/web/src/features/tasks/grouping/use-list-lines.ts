import { useMemo } from 'react';
import type { Lists, TaskQuery } from '#platform/sync/index.ts';
import { useGroupLists } from '#platform/sync/store/use-rows.ts';
import { makeLines, type Line } from './list-lines.ts';
import type { TaskGroup } from './task-group.ts';
import { useOlderTasks } from './use-older-tasks.ts';

interface ListContent {
  view: Lists;
  groups: readonly TaskGroup[];
  subGroups: readonly TaskGroup[];
  /** Returns the group name in the view for a heading. */
  slotOf: (group: string, subGroup: string) => string;
  isEmptyShown: boolean;
  /** Keys of the collapsed groups. */
  folded?: ReadonlySet<string> | undefined;
  /** Query for finished tasks outside the working set. The list adds the status filter. */
  query: TaskQuery;
  /** Creation time of the team or project. */
  since: string | undefined;
}

export interface ListLines {
  lines: readonly Line[];
  isReading: (group: TaskGroup) => boolean;
  showOlder: (group: TaskGroup) => void;
}

/** Returns the lines of a list or table, in order. */
export function useListLines(content: ListContent): ListLines {
  const { view, groups, subGroups, slotOf, isEmptyShown, folded, query, since } = content;
  const slots = useMemo(
    () => groups.flatMap((group) => subGroups.map((sub) => slotOf(group.key, sub.key))),
    [groups, subGroups, slotOf],
  );
  const lists = useGroupLists(view, slots);
  const older = useOlderTasks(view, since);
  const withOlder = groups
    .filter(({ key, status }) => status !== undefined && older.isOffered(status, slotOf(key, '')))
    .map(({ key }) => key)
    .join(' ');
  const lines = useMemo(() => {
    // A single undivided group has an empty name, which must not match.
    const offered = new Set(withOlder === '' ? [] : withOlder.split(' '));
    return makeLines({ groups, subGroups, slots, lists, withOlder: offered, isEmptyShown, folded });
  }, [groups, subGroups, slots, lists, withOlder, isEmptyShown, folded]);
  return {
    lines,
    isReading: ({ key }) => older.isBusy(slotOf(key, '')),
    showOlder: ({ key }) => older.show(slotOf(key, ''), { ...query, statusId: key }),
  };
}
