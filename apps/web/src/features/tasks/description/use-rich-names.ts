import type { RichNode, RichText } from '@hearth/contracts/rich-text/rich-text-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { usePeople } from '#features/members/index.ts';
import { useTeamStore, type TeamStore } from '#platform/sync/index.ts';
import { useRowsOf } from '#platform/sync/store/use-rows.ts';
import type { RichNames } from '#ui/rich/rich-names.ts';
import type { TaskLinks } from '#features/tasks/model/task-links.ts';

/** Returns the names of the members and tasks mentioned in a document. Re-renders when one of them is renamed. */
export function useRichNames(doc: RichText, links: TaskLinks | null): RichNames {
  const { t } = useLingui();
  const store = useTeamStore();
  const people = usePeople();
  const ids = useMemo(
    () => listKeys(doc.content).flatMap((key) => findByKey(store, key)?.id ?? []),
    [store, doc],
  );
  const linked = useRowsOf('task', ids);
  return useMemo(
    () => ({
      person: (id) => ({
        name: people.find((person) => person.id === id)?.name ?? t`Former member`,
        isSelf: id === store.userId,
      }),
      task: (key) => {
        const task = linked.find((one) => one.key === key) ?? findByKey(store, key);
        if (task === undefined || links === null) return null;
        return {
          key: task.key,
          title: task.title,
          isClosed: task.closedAt !== null,
          href: links.hrefOf(task.id),
          open: () => links.open(task.id),
        };
      },
      stepLabel: (text) => (text === '' ? t`Done` : t`Done: ${text}`),
    }),
    [people, linked, store, links, t],
  );
}

/** Finds a task by key. Numbers are unique within the team, so the prefix of the key is ignored. */
function findByKey(store: TeamStore, key: string): SyncRows['task'] | undefined {
  const number = Number(key.slice(key.lastIndexOf('-') + 1));
  return store.all('task').find((task) => task.number === number);
}

function listKeys(nodes: readonly RichNode[]): string[] {
  return nodes.flatMap(({ type, attrs, content = [] }) =>
    type === 'taskLink' ? [String(attrs?.['key'])] : listKeys(content),
  );
}
