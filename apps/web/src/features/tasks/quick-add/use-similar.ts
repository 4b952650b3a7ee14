import type { SyncRows } from '@hearth/contracts/sync';
import { useEffect, useState } from 'react';
import { useTeamStore, type TeamStore } from '#platform/sync/index.ts';
import { TitleSimilarity } from './title-similarity.ts';

type Task = SyncRows['task'];

/** Maximum number of similar tasks shown. */
const MAX_SHOWN = 3;
/** Debounce in ms. */
const PAUSE_MS = 50;
/** Number of titles to index per chunk. A chunk takes a few milliseconds and keeps typing responsive. */
const AT_ONE_GO = 400;

/** The index of a team, with the indexed version of each task. */
interface TitleIndex {
  index: TitleSimilarity;
  rows: Map<string, Task>;
}

const indexes = new WeakMap<TeamStore, TitleIndex>();

/** Updates the index to the current open tasks in chunks. Returns null if the index is no longer needed. */
async function refreshIndex(store: TeamStore, isWanted: () => boolean): Promise<TitleSimilarity | null> {
  const { index, rows } = indexes.get(store) ?? {
    index: new TitleSimilarity(),
    rows: new Map<string, Task>(),
  };
  indexes.set(store, { index, rows });
  const open = new Map(
    store.all('task').flatMap((task) => (task.closedAt === null ? [[task.id, task]] : [])),
  );
  for (const id of rows.keys()) {
    if (open.has(id)) continue;
    index.remove(id);
    rows.delete(id);
  }
  let atOneGo = 0;
  for (const [id, task] of open) {
    const known = rows.get(id);
    if (known === task) continue;
    if (known?.title !== task.title) {
      index.put(id, task.title);
      atOneGo += 1;
    }
    rows.set(id, task);
    if (atOneGo < AT_ONE_GO) continue;
    atOneGo = 0;
    await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) return null;
  }
  return index;
}

/** Debounces, then searches for open tasks with titles similar to the entered title. */
export function useSimilar(title: string): readonly Task[] {
  const store = useTeamStore();
  const [similar, setSimilar] = useState<{ of: string; tasks: readonly Task[] }>({ of: '', tasks: [] });
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      void refreshIndex(store, () => isCurrent).then((index) => {
        if (index === null || !isCurrent) return;
        const found = index.find(title, MAX_SHOWN);
        setSimilar({ of: title, tasks: found.flatMap(({ id }) => store.row('task', id) ?? []) });
      });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [store, title]);
  return title.trim() === '' ? [] : similar.tasks;
}
