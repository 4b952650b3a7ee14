import type { SyncRows } from '@hearth/contracts/sync';
import { useMemo } from 'react';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRows, useRowsOf } from '#platform/sync/store/use-rows.ts';

type Task = SyncRows['task'];

/** Returns the tasks that are linked from any of these fields, oldest first. */
export function useLinkedTasks(fieldIds: readonly string[]): readonly Task[] {
  const store = useTeamStore();
  const name = fieldIds.join(' ');
  const naming = useRows(
    store.sharedView(`naming ${name}`, {
      entity: 'task',
      filter: ({ custom }) => fieldIds.some((id) => Array.isArray(custom[id])),
      compare: () => 0,
    }),
  );
  const text = listLinked(naming, fieldIds).join(' ');
  const ids = useMemo(() => (text === '' ? [] : text.split(' ')), [text]);
  return useRowsOf('task', ids);
}

/** Lists the distinct ids of linked tasks. UUIDv7 ids sort by creation time. */
function listLinked(tasks: readonly Task[], fieldIds: readonly string[]): string[] {
  const ids = tasks.flatMap(({ custom }) => fieldIds.flatMap((id) => custom[id] ?? []));
  return [...new Set(ids.map(String))].sort();
}
